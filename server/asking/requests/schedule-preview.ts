import { Temporal } from 'temporal-polyfill'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { type ScheduleSettings, scheduleRequest } from './schedule.ts'

export type PreviewedDay = { date: string; due_at: Date; due_date: string; reason: string }

/**
 * For each day of a month (`YYYY-MM`): when a request is due if its order is delivered, and sent, at noon of that
 * day.
 */
export function previewMonth(month: string, settings: ScheduleSettings): PreviewedDay[] {
  const first = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: first.daysInMonth }, (_, index) => {
    const date = first.toPlainDate({ day: index + 1 })
    const noon = date.toZonedDateTime({ timeZone: settings.time_zone, plainTime: '12:00' }).epochMilliseconds
    const { dueAt, reason } = scheduleRequest({ deliveredAt: noon }, settings, noon)
    return { date: date.toString(), due_at: new Date(dueAt), due_date: dateOf(dueAt, settings), reason }
  })
}
