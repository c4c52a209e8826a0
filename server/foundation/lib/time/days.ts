import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** The time zone of dates, which are written `YYYY-MM-DD`. */
type Zone = { time_zone: string }

/** A day: from its first instant (inclusive) to that of the next day (exclusive). */
export type Bounds = { begins: Date; ends: Date }

/** Whether the text is an existing date from 1970 to 2199. */
export function isDate(text: string): boolean {
  if (!/^(19[7-9]\d|2[01]\d\d)-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The bounds of an existing date. A day lasts 23 or 25 hours when clocks change, and may start at 01:00. */
export function boundsOf(date: string, { time_zone }: Zone): Bounds {
  const first = Temporal.PlainDate.from(date)
  const beginOf = (one: Temporal.PlainDate) => new Date(one.toZonedDateTime(time_zone).epochMilliseconds)
  return { begins: beginOf(first), ends: beginOf(first.add({ days: 1 })) }
}

/** The bounds of the instant's date. */
export function dayAround(instant: number, zone: Zone): Bounds {
  return boundsOf(dateOf(instant, zone), zone)
}

/** The instant's date. */
export function dateOf(instant: number, zone: Zone): string {
  return dateAfter(instant, 0, zone)
}

const hour = 60 * 60 * 1000
const dates = new LRUCache<string, string>({ max: 10_000 })

/** The date `days` after the instant's. */
export function dateAfter(instant: number, days: number, { time_zone }: Zone): string {
  const zonedAt = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone)
  const dateAt = (at: number) => zonedAt(at).toPlainDate().add({ days }).toString()
  const start = Math.floor(instant / hour) * hour
  const key = `${start} ${days} ${time_zone}`
  const known = dates.get(key)
  if (known) return known
  const date = dateAt(instant)
  // Cached for the whole hour only if it contains no midnight and no change of the clocks. In St. John's, clocks went
  // back at 00:01, so one minute was on another day than both ends of its hour.
  const last = start + hour - 1
  const isSteady = zonedAt(start).offsetNanoseconds === zonedAt(last).offsetNanoseconds
  if (isSteady && dateAt(start) === dateAt(last)) dates.set(key, date)
  return date
}
