import { Temporal } from 'temporal-polyfill'

/** A range of dates as `YYYY-MM-DD`, both inclusive. */
export type Range = { from: string; to: string }

export const ranges = ['7d', '30d', '90d', '12m'] as const

/** Longer ranges are refused. */
export const mostDays = 731

/** The range that ends today: as many days as its name says, or this calendar month and the eleven before it. */
export function rangeUntil(today: string, name: (typeof ranges)[number]): Range {
  if (name === '12m') {
    const first = Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: 11 })
    return { from: first.toString(), to: today }
  }
  return { from: addDays(today, 1 - Number.parseInt(name, 10)), to: today }
}

/** The preceding range of the same length. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) }
}

export function countDays({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / day + 1
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
}

// Dates have no time, so daylight saving does not matter.
const day = 24 * 60 * 60 * 1000

/** Every date of the range. */
export function datesOf({ from, to }: Range): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

/** The points of a chart: days, weeks counted back from the last day, or months. */
export function pointsOf(range: Range): { unit: 'day' | 'week' | 'month'; points: Range[] } {
  const days = countDays(range)
  if (days <= 31) return { unit: 'day', points: datesOf(range).map(date => ({ from: date, to: date })) }
  if (days <= 184) return { unit: 'week', points: weeksOf(range) }
  return { unit: 'month', points: monthsOf(range) }
}

function weeksOf(range: Range): Range[] {
  const weeks: Range[] = []
  for (let to = range.to; to >= range.from; to = addDays(to, -7)) {
    weeks.unshift({ from: later(addDays(to, -6), range.from), to })
  }
  return weeks
}

function monthsOf(range: Range): Range[] {
  const months: Range[] = []
  for (let from = range.from; from <= range.to; ) {
    const next = Temporal.PlainDate.from(from).with({ day: 1 }).add({ months: 1 }).toString()
    const last = addDays(next, -1)
    months.push({ from, to: last < range.to ? last : range.to })
    from = next
  }
  return months
}

const later = (a: string, b: string) => (a > b ? a : b)
