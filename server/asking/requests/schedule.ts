import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { dateAfter, dateOf, isDate } from '../../foundation/lib/time/days.ts'
import { inRange, isKnownDate } from '../../foundation/lib/time/instant.ts'
import type { AppliedRule } from '../../tenants/stores/settings/request-rules.ts'
import { holidayOn, isNearEnough } from './holidays.ts'
import type { Reason } from './reasons.ts'

/**
 * The store's settings that decide a date. `send_at` is `HH:MM` in `time_zone`, and `own_holidays` are `YYYY-MM-DD`, or
 * `MM-DD` for every year.
 */
export type ScheduleSettings = {
  time_zone: string
  country: string
  request_delay_days: number
  send_at: string
  avoid_weekends: boolean
  avoid_holidays: boolean
  own_holidays: readonly string[]
}

/** When a review is requested, and why. Instants are milliseconds since 1970. */
export type Schedule = {
  state: 'scheduled' | 'expired' | 'cancelled'
  dueAt: number
  reasons: Reason[]
  /** The rule of the store that decided; absent: its settings did. */
  rule?: AppliedRule
}

const day = 24 * 60 * 60 * 1000
const oldest = 30 * day // a computed date older than this is a backfill: its buyer gets no mail
const longestWay = 90 * day // from the order to its delivery: beyond it, an old order was saved again

/**
 * Computes when to ask for a review. A date given with the order is used unchanged. Otherwise it is the delivery plus
 * the store's delay in days, at the store's sending time and time zone, moved off weekends and holidays if the store
 * wants that (national ones if they are near `now`). A past date becomes the next sending time; more than 30 days past,
 * it expires. So does a delivery more than 90 days after the order, if `orderedAt` is given and known.
 */
export function scheduleRequest(
  order: { deliveredAt: number; requestedAt?: number | undefined; orderedAt?: number | undefined },
  settings: ScheduleSettings,
  now: number,
): Schedule {
  if (order.requestedAt !== undefined) {
    const past: Reason[] = order.requestedAt <= now ? [{ name: 'past_once' }] : []
    return { state: 'scheduled', dueAt: order.requestedAt, reasons: [{ name: 'given' }, ...past] }
  }
  const computed = computeDate(order.deliveredAt, settings, now)
  const { orderedAt } = order
  if (orderedAt !== undefined && isKnownDate(orderedAt) && order.deliveredAt - orderedAt > longestWay) {
    const old: Reason = { name: 'old_order', values: { date: dateOf(orderedAt, settings) } }
    return { state: 'expired', dueAt: computed.dueAt, reasons: [...computed.reasons, old] }
  }
  if (computed.dueAt >= now) return { state: 'scheduled', ...computed }
  if (computed.dueAt < now - oldest) {
    return { state: 'expired', dueAt: computed.dueAt, reasons: [...computed.reasons, { name: 'expired' }] }
  }
  const next = sendOnOrAfter(dateOf(now, settings), now, settings, now)
  return {
    state: 'scheduled',
    dueAt: next.dueAt,
    reasons: [...computed.reasons, { name: 'past_next' }, ...next.moved],
  }
}

/** For reminders: the sending time `days` after the instant's date, moved off closed days. */
export function sendingTimeAfter(instant: number, days: number, settings: ScheduleSettings): number {
  return computeDate(instant, { ...settings, request_delay_days: days }, instant).dueAt
}

/** The first sending time that is not before `earliest`. */
export function nextSendingTime(earliest: number, settings: ScheduleSettings): number {
  return sendOnOrAfter(dateOf(earliest, settings), earliest, settings, earliest).dueAt
}

/**
 * The sending time on a day (`YYYY-MM-DD`). Undefined if the time zone has no such day, or the year is outside 1970
 * to 2199, the range an order can have.
 */
export function sendingTimeOn(day: string, settings: ScheduleSettings): number | undefined {
  const dueAt = isDate(day) ? sendingTime(Temporal.PlainDate.from(day), settings) : undefined
  return dueAt !== undefined && inRange(dueAt) ? dueAt : undefined
}

/** Requests up to this late are sent at any hour, because their time was chosen. Milliseconds. */
export const lateAfter = 60 * 60 * 1000

const lastHour = 21 // on the store's clock: a backlog is not sent later than this
const leastHours = 2 // the minimum window for a store that sends in the evening

/**
 * Whether late mail may be sent now: on an open day, from the store's sending time until 21:00, or for two hours if
 * it sends later than 19:00. After an outage, no buyer gets mail at night.
 */
export function isSendingHour(now: number, settings: ScheduleSettings): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(settings.time_zone)
  if (whyClosed(local.toPlainDate(), settings)) return false
  const [hours = 0, minutes = 0] = settings.send_at.split(':').map(Number)
  const first = hours * 60 + minutes
  const minute = local.hour * 60 + local.minute
  return minute >= first && minute < Math.max(lastHour * 60, first + leastHours * 60)
}

function computeDate(
  deliveredAt: number,
  settings: ScheduleSettings,
  now: number,
): { dueAt: number; reasons: Reason[] } {
  const delay = settings.request_delay_days
  const wanted = dateAfter(deliveredAt, delay, settings)
  const { dueAt, moved } = sendOnOrAfter(wanted, deliveredAt, settings, now)
  return {
    dueAt,
    reasons: [
      delay === 0 && moved.length === 0 ? sameDay(dueAt, wanted, settings) : daysAfter(delay),
      ...moved,
    ],
  }
}

function daysAfter(delay: number): Reason {
  return delay === 0 ? { name: 'same_day' } : { name: 'days', values: { days: delay } }
}

// Without a delay, the sending time of that day may be over when the order is delivered.
function sameDay(dueAt: number, day: string, settings: ScheduleSettings): Reason {
  return { name: dateOf(dueAt, settings) === day ? 'same_day' : 'first_time' }
}

type Sending = { dueAt: number; moved: Reason[] }

// Orders of a day share a handful of dates. Calendar arithmetic was an eighth of the time of an order.
const sendings = new LRUCache<string, Sending>({ max: 10_000 })

/** The first sending time on or after `date` that is not before `earliest`, and the closed days it was moved off. */
function sendOnOrAfter(date: string, earliest: number, given: ScheduleSettings, now: number): Sending {
  const isTooFar = given.avoid_holidays && !isNearEnough(date, now)
  const settings = isTooFar ? { ...given, avoid_holidays: false } : given
  const { time_zone, country, send_at, avoid_weekends, avoid_holidays, own_holidays } = settings
  const key = `${date} ${send_at} ${time_zone} ${country} ${avoid_weekends} ${avoid_holidays} ${own_holidays}`
  let sending = sendings.get(key)
  if (!sending) {
    sending = findSending(date, Number.NEGATIVE_INFINITY, settings)
    sendings.set(key, sending)
  }
  return sending.dueAt >= earliest ? sending : findSending(date, earliest, settings)
}

const mostNamed = 8 // a request stores 20 reasons, and may move twice

function findSending(date: string, earliest: number, settings: ScheduleSettings): Sending {
  const moved: Reason[] = []
  for (let candidate = Temporal.PlainDate.from(date); ; candidate = candidate.add({ days: 1 })) {
    const closed = whyClosed(candidate, settings)
    if (closed) {
      if (moved.length < mostNamed && !isNamedWith(moved.at(-1), closed)) moved.push(closed)
      continue
    }
    const dueAt = sendingTime(candidate, settings)
    // A day that its zone skipped (Apia, 30 December 2011) has no sending time: use the next day.
    if (dueAt === undefined) continue
    if (dueAt >= earliest) return { dueAt, moved }
    // Reached only without a delay, or for a past date: that day's sending time is over.
  }
}

/** A weekend is named by its Saturday. A holiday of several days, or days of the store's own in a row, by the first. */
function isNamedWith(before: Reason | undefined, closed: Reason): boolean {
  if (closed.name === 'own_holiday') return before?.name === 'own_holiday'
  if (closed.name === 'holiday')
    return before?.name === 'holiday' && before.values?.name === closed.values?.name
  return before?.values?.day === 'Saturday'
}

function whyClosed(date: Temporal.PlainDate, settings: ScheduleSettings): Reason | undefined {
  if (settings.avoid_weekends && date.dayOfWeek >= 6)
    return { name: 'weekend', values: { day: date.dayOfWeek === 6 ? 'Saturday' : 'Sunday' } }
  const day = date.toString()
  const holiday = settings.avoid_holidays ? holidayOn(day, settings.country) : undefined
  if (holiday) return { name: 'holiday', values: { name: holiday } }
  return isOwnHolidayOf(day, settings) ? { name: 'own_holiday', values: { date: day } } : undefined
}

/** Whether the day (`YYYY-MM-DD`) is one of the store's own, by its date or in every year. */
export function isOwnHolidayOf(
  day: string,
  { own_holidays }: Pick<ScheduleSettings, 'own_holidays'>,
): boolean {
  return own_holidays.includes(day) || own_holidays.includes(day.slice('YYYY-'.length))
}

// A wall-clock time that daylight saving skips becomes the moment after the gap. Of a repeated one, the first counts.
function sendingTime(date: Temporal.PlainDate, { send_at, time_zone }: ScheduleSettings): number | undefined {
  if (!date.toZonedDateTime({ timeZone: time_zone }).toPlainDate().equals(date)) return undefined
  return date.toZonedDateTime({ timeZone: time_zone, plainTime: send_at }).epochMilliseconds
}
