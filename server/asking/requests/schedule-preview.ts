import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { reason } from './reasons.ts'
import { type ScheduleSettings, scheduleRequest } from './schedule.ts'

export const schedulePreview = z
  .object({
    time_zone: z.string(),
    result: z.array(
      z.object({
        /** Of the delivery, at noon. */
        date: z.string(),
        due_at: z.date(),
        /** The date of `due_at` in the store's time zone. */
        due_date: z.string(),
        reasons: z.array(reason),
      }),
    ),
  })
  .meta({ title: 'SchedulePreview' })

export type SchedulePreview = z.infer<typeof schedulePreview>

/**
 * For each day of a month (`YYYY-MM`): when a request is due if its order is delivered, and sent, at noon of that
 * day.
 */
export function previewMonth(month: string, settings: ScheduleSettings): SchedulePreview['result'] {
  const first = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: first.daysInMonth }, (_, index) => {
    const date = first.toPlainDate({ day: index + 1 })
    const noon = date.toZonedDateTime({ timeZone: settings.time_zone, plainTime: '12:00' }).epochMilliseconds
    const { dueAt, reasons } = scheduleRequest({ deliveredAt: noon }, settings, noon)
    return { date: date.toString(), due_at: new Date(dueAt), due_date: dateOf(dueAt, settings), reasons }
  })
}
