import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isDate } from '../../../foundation/lib/time/days.ts'

// Days on which a store asks nobody, such as those of its state or town: `YYYY-MM-DD`, or `MM-DD` for every year.

export const mostOwnHolidays = 60

/** In order, and each once: those of every year come first. */
export function tidyOwnHolidays(days: string[]): string[] {
  return [...new Set(days)].sort() // no month begins like a year
}

/** What is wrong with them, at its place in the list. */
export function wrongOwnHolidays(days: string[]): FieldProblem[] {
  if (days.length > mostOwnHolidays) {
    return [{ path: 'own_holidays', problem: 'array_max', values: [mostOwnHolidays] }]
  }
  const wrong = days.find(day => !isOwnHoliday(day))
  return wrong === undefined ? [] : [{ path: 'own_holidays', problem: 'date', given: wrong }]
}

/** Whether the text is such a day. 29 February may be one. */
export function isOwnHoliday(text: string): boolean {
  return isDate(text) || isDate(`2000-${text}`)
}
