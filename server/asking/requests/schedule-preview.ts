import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { holidayOn, isNearEnough } from './holidays.ts'
import { reason } from './reasons.ts'
import { isOwnHolidayOf, type ScheduleSettings, scheduleRequest } from './schedule.ts'

export const schedulePreview = z
  .object({
    time_zone: z.string(),
    /** Of the month. Null names a day of the store's own. */
    holidays: z.array(z.object({ date: z.string(), name: z.string().nullable() })),
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

/** A month (`YYYY-MM`), its holidays as the schedule of `now` knows them, and when requests for its deliveries are due. */
export function previewSchedule(
  month: string,
  given: ScheduleSettings,
  now: number,
): Omit<SchedulePreview, 'time_zone'> {
  const settings = { ...given, avoid_holidays: given.avoid_holidays && isNearEnough(month, now) }
  return { holidays: holidaysOfMonth(month, settings), result: previewMonth(month, settings) }
}

// The national ones if the store skips them, and those of its own, in order.
function holidaysOfMonth(month: string, settings: ScheduleSettings): SchedulePreview['holidays'] {
  return daysOfMonth(month).flatMap(day => {
    const date = day.toString()
    const name = settings.avoid_holidays ? holidayOn(date, settings.country) : undefined
    return name !== undefined || isOwnHolidayOf(date, settings) ? [{ date, name: name ?? null }] : []
  })
}

// For each day: when a request is due if its order is delivered, and sent, at noon of that day.
function previewMonth(month: string, settings: ScheduleSettings): SchedulePreview['result'] {
  return daysOfMonth(month).map(date => {
    const noon = date.toZonedDateTime({ timeZone: settings.time_zone, plainTime: '12:00' }).epochMilliseconds
    const { dueAt, reasons } = scheduleRequest({ deliveredAt: noon }, settings, noon)
    return { date: date.toString(), due_at: new Date(dueAt), due_date: dateOf(dueAt, settings), reasons }
  })
}

function daysOfMonth(month: string): Temporal.PlainDate[] {
  const first = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: first.daysInMonth }, (_, index) => first.toPlainDate({ day: index + 1 }))
}
