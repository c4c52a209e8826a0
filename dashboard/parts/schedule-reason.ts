import type { Reason } from '../../server/asking/requests/reasons.ts'
import type { Texts } from '../words/catalogues.ts'

/** The reasons that a schedule has for a date. */
export function scheduleText(reasons: Reason[], texts: Texts<'schedule'>): string {
  return reasons.map(reason => scheduledText(reason, texts)).join(', ')
}

/** One of them. `other` is a text that an earlier release wrote. */
export function scheduledText(reason: Reason, texts: Texts<'schedule'>): string {
  const { name, values = {} } = reason
  if (name === 'days') return texts.days({ count: Number(values.days) })
  if (name === 'same_day') return texts.sameDay
  if (name === 'first_time') return texts.firstTime
  return isMoved(reason) ? texts.moved({ from: closedText(reason, texts) }) : String(values.text ?? '')
}

/** Whether the date was moved off a day on which the store asks nobody. */
export const isMoved = ({ name }: Reason): boolean => ['weekend', 'holiday', 'own_holiday'].includes(name)

/** Such a day: "Saturday", or a holiday. */
export function closedText({ name, values = {} }: Reason, texts: Texts<'schedule'>): string {
  if (name === 'holiday') return texts.holiday({ name: String(values.name ?? '') })
  if (name === 'own_holiday') return texts.ownHoliday({ date: String(values.date ?? '') })
  return values.day ? texts[values.day] : ''
}
