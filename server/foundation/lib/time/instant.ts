import { Temporal } from 'temporal-polyfill'

/** The milliseconds since 1970 of an ISO 8601 instant; undefined if it is invalid or out of range. */
export function readInstant(value: string): number | undefined {
  if (!isoInstant.test(value)) return undefined
  try {
    // Temporal reads at most nine fractional digits; ISO 8601 allows any number.
    const { epochMilliseconds } = Temporal.Instant.from(value.replace(/([.,]\d{9})\d+/, '$1'))
    return inRange(epochMilliseconds) ? epochMilliseconds : undefined
  } catch {
    return undefined
  }
}

// Temporal also accepts RFC 9557 annotations, spaces and the second :60, which the API does not.
const isoInstant = /^\d{4}(-\d\d-\d\d|\d{4})T\d\d(:?[0-5]\d(:?[0-5]\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)$/i

const end = Date.UTC(2200, 0)

/** Whether the instant is in 1970 to 2199, the years that an order may name. */
export function inRange(milliseconds: number): boolean {
  return milliseconds >= 0 && milliseconds < end
}

const firstKnown = Date.UTC(1971, 0)

/**
 * Whether an instant says a date. Shops write 1970-01-01, its eve in the west, 0001-01-01 or 0000-00-00 for "never".
 */
export function isKnownDate(milliseconds: number): boolean {
  return milliseconds >= firstKnown
}
