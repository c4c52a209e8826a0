import { Temporal } from 'temporal-polyfill'
import { holidayOn } from './holidays.ts'

/** What of a store's settings decides a date. `send_at` is `HH:MM` in `time_zone`. */
export type ScheduleSettings = {
  time_zone: string
  country: string
  request_delay_days: number
  send_at: string
  avoid_weekends: boolean
  avoid_holidays: boolean
}

/** When a review is requested, and why then. Instants are milliseconds since 1970. */
export type Schedule = { state: 'scheduled' | 'expired'; dueAt: number; reason: string }

const day = 24 * 60 * 60 * 1000
const oldest = 30 * day // a computed date further past than this is a backfill: nobody is mailed for it

/**
 * The date given with the order is kept as it is. Otherwise: the delivery, plus the store's delay in days,
 * at its sending time in its time zone, moved off weekends and holidays where it asks; a date that is past
 * becomes the next sending time, or expires when it is older than 30 days.
 */
export function scheduleRequest(
  order: { deliveredAt: number; requestedAt?: number | undefined },
  settings: ScheduleSettings,
  now: number,
): Schedule {
  if (order.requestedAt !== undefined) {
    const past = order.requestedAt <= now ? ', already past: due at once' : ''
    return { state: 'scheduled', dueAt: order.requestedAt, reason: `given with the order${past}` }
  }
  const computed = computeDate(order.deliveredAt, settings)
  if (computed.dueAt >= now) return { state: 'scheduled', ...computed }
  if (computed.dueAt < now - oldest) {
    return { state: 'expired', dueAt: computed.dueAt, reason: `${computed.reason}, more than 30 days past` }
  }
  const next = sendOnOrAfter(localDate(now, settings), now, settings)
  return {
    state: 'scheduled',
    dueAt: next.dueAt,
    reason: `${computed.reason}, already past: next sending time${next.moved}`,
  }
}

function computeDate(deliveredAt: number, settings: ScheduleSettings): { dueAt: number; reason: string } {
  const delay = settings.request_delay_days
  const wanted = localDate(deliveredAt, settings).add({ days: delay })
  const { dueAt, moved } = sendOnOrAfter(wanted, deliveredAt, settings)
  const after =
    delay === 0 ? 'on the day of delivery' : `${delay} ${delay === 1 ? 'day' : 'days'} after delivery`
  return { dueAt, reason: after + moved }
}

/** The first sending time from `date` on that is not before `earliest`, and what it was moved from. */
function sendOnOrAfter(
  date: Temporal.PlainDate,
  earliest: number,
  settings: ScheduleSettings,
): { dueAt: number; moved: string } {
  let moved = ''
  for (let candidate = date; ; candidate = candidate.add({ days: 1 })) {
    const closed = whyClosed(candidate, settings)
    if (closed) {
      // Sunday after Saturday is the same weekend: told once.
      if (!moved.endsWith('Saturday') || closed !== 'Sunday') moved += `, moved from ${closed}`
      continue
    }
    const dueAt = sendingTime(candidate, settings)
    if (dueAt >= earliest) return { dueAt, moved }
    // Only without a delay, or for a date already past: that day's sending time is over.
  }
}

function whyClosed(date: Temporal.PlainDate, settings: ScheduleSettings): string | undefined {
  if (settings.avoid_weekends && date.dayOfWeek >= 6) return date.dayOfWeek === 6 ? 'Saturday' : 'Sunday'
  const holiday = settings.avoid_holidays ? holidayOn(date, settings.country) : undefined
  return holiday && `the holiday ${holiday}`
}

function localDate(instant: number, { time_zone }: ScheduleSettings): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(time_zone).toPlainDate()
}

// A wall-clock time that daylight saving skips becomes the moment after the gap; one that it repeats, the first.
function sendingTime(date: Temporal.PlainDate, { send_at, time_zone }: ScheduleSettings): number {
  return date.toZonedDateTime({ timeZone: time_zone, plainTime: send_at }).epochMilliseconds
}
