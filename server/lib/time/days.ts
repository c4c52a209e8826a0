import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

/** Whose days these are, each written `YYYY-MM-DD`. */
type Zone = { time_zone: string }

/** From its first moment to before that of the next day. */
export type Bounds = { begins: Date; ends: Date }

/** Whether it is a date that exists, from 1970 to 2199. */
export function isDate(text: string): boolean {
  if (!/^(19[7-9]\d|2[01]\d\d)-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The bounds of a date that exists. It lasts 23 or 25 hours where clocks change, and may begin at 01:00. */
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
  // Remembered for the whole hour only where no midnight, and no change of the clocks, falls into it: in
  // St. John's clocks went back from 00:01, and one minute was of another day than both ends of its hour.
  const last = start + hour - 1
  const isSteady = zonedAt(start).offsetNanoseconds === zonedAt(last).offsetNanoseconds
  if (isSteady && dateAt(start) === dateAt(last)) dates.set(key, date)
  return date
}
