import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { dateAfter, dateOf, isDate } from '../lib/time/days.ts'
import { inRange } from '../lib/time/instant.ts'
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
  const next = sendOnOrAfter(dateOf(now, settings), now, settings)
  return {
    state: 'scheduled',
    dueAt: next.dueAt,
    reason: `${computed.reason}, already past: next sending time${next.moved}`,
  }
}

/** The sending time `days` after the instant's date, moved off closed days: for reminders. */
export function sendingTimeAfter(instant: number, days: number, settings: ScheduleSettings): number {
  return computeDate(instant, { ...settings, request_delay_days: days }).dueAt
}

/** The next sending time that is not before `earliest`. */
export function nextSendingTime(earliest: number, settings: ScheduleSettings): number {
  return sendOnOrAfter(dateOf(earliest, settings), earliest, settings).dueAt
}

/**
 * The sending time on a day, `YYYY-MM-DD`; undefined when no such day exists there, or an order could not name
 * it: 1970 to 2199.
 */
export function sendingTimeOn(day: string, settings: ScheduleSettings): number | undefined {
  const dueAt = isDate(day) ? sendingTime(Temporal.PlainDate.from(day), settings) : undefined
  return dueAt !== undefined && inRange(dueAt) ? dueAt : undefined
}

/** What is this little late goes out whatever the hour: its date was chosen. Milliseconds. */
export const onTime = 60 * 60 * 1000

const lastHour = 21 // of the store's clock: a backlog is not sent later than this
const leastHours = 2 // a store that sends in the evening has these to send in

/**
 * Whether what is late may go out now: on an open day, from the store's sending time until 21:00, or for two
 * hours where it sends later than 19:00. Nobody is written to at night because a server stood still.
 */
export function isSendingHour(now: number, settings: ScheduleSettings): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(settings.time_zone)
  if (whyClosed(local.toPlainDate(), settings)) return false
  const [hours = 0, minutes = 0] = settings.send_at.split(':').map(Number)
  const first = hours * 60 + minutes
  const minute = local.hour * 60 + local.minute
  return minute >= first && minute < Math.max(lastHour * 60, first + leastHours * 60)
}

function computeDate(deliveredAt: number, settings: ScheduleSettings): { dueAt: number; reason: string } {
  const delay = settings.request_delay_days
  const wanted = dateAfter(deliveredAt, delay, settings)
  const { dueAt, moved } = sendOnOrAfter(wanted, deliveredAt, settings)
  return {
    dueAt,
    reason: (delay === 0 && moved === '' ? sameDay(dueAt, wanted, settings) : daysAfter(delay)) + moved,
  }
}

function daysAfter(delay: number): string {
  if (delay === 0) return 'on the day of delivery'
  return `${delay} ${delay === 1 ? 'day' : 'days'} after delivery`
}

// Without a delay the sending time of that day may be over when the order is delivered.
function sameDay(dueAt: number, day: string, settings: ScheduleSettings): string {
  return dateOf(dueAt, settings) === day
    ? 'on the day of delivery'
    : 'at the first sending time after delivery'
}

type Sending = { dueAt: number; moved: string }

// Orders of a day share a handful of dates, and calendar arithmetic was an eighth of the time of an order.
const sendings = new LRUCache<string, Sending>({ max: 10_000 })

/** The first sending time from `date` on that is not before `earliest`, and what it was moved from. */
function sendOnOrAfter(date: string, earliest: number, settings: ScheduleSettings): Sending {
  const { time_zone, country, send_at, avoid_weekends, avoid_holidays } = settings
  const key = `${date} ${send_at} ${time_zone} ${country} ${avoid_weekends} ${avoid_holidays}`
  let sending = sendings.get(key)
  if (!sending) {
    sending = findSending(date, Number.NEGATIVE_INFINITY, settings)
    sendings.set(key, sending)
  }
  return sending.dueAt >= earliest ? sending : findSending(date, earliest, settings)
}

function findSending(date: string, earliest: number, settings: ScheduleSettings): Sending {
  let moved = ''
  for (let candidate = Temporal.PlainDate.from(date); ; candidate = candidate.add({ days: 1 })) {
    const closed = whyClosed(candidate, settings)
    if (closed) {
      // Sunday after Saturday is the same weekend: told once.
      if (!moved.endsWith('Saturday') || closed !== 'Sunday') moved += `, moved from ${closed}`
      continue
    }
    const dueAt = sendingTime(candidate, settings)
    // A day that its zone left out (Apia, 30 December 2011) has no sending time: it ends up on the next.
    if (dueAt === undefined) continue
    if (dueAt >= earliest) return { dueAt, moved }
    // Only without a delay, or for a date already past: that day's sending time is over.
  }
}

function whyClosed(date: Temporal.PlainDate, settings: ScheduleSettings): string | undefined {
  if (settings.avoid_weekends && date.dayOfWeek >= 6) return date.dayOfWeek === 6 ? 'Saturday' : 'Sunday'
  const holiday = settings.avoid_holidays ? holidayOn(date, settings.country) : undefined
  return holiday && `the holiday ${holiday}`
}

// A wall-clock time that daylight saving skips becomes the moment after the gap; one that it repeats, the first.
function sendingTime(date: Temporal.PlainDate, { send_at, time_zone }: ScheduleSettings): number | undefined {
  if (!date.toZonedDateTime({ timeZone: time_zone }).toPlainDate().equals(date)) return undefined
  return date.toZonedDateTime({ timeZone: time_zone, plainTime: send_at }).epochMilliseconds
}
