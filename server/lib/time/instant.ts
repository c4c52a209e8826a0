import { Temporal } from 'temporal-polyfill'

/** Milliseconds since 1970 of an ISO 8601 instant; undefined when it is none or out of range. */
export function readInstant(value: string): number | undefined {
  if (!isoInstant.test(value)) return undefined
  try {
    // Temporal reads nine digits of a fraction, and ISO 8601 sets no end to them.
    const { epochMilliseconds } = Temporal.Instant.from(value.replace(/([.,]\d{9})\d+/, '$1'))
    return inRange(epochMilliseconds) ? epochMilliseconds : undefined
  } catch {
    return undefined
  }
}

// Temporal also takes RFC 9557's annotations, spaces and the second :60, which no calendar here has.
const isoInstant = /^\d{4}(-\d\d-\d\d|\d{4})T\d\d(:?[0-5]\d(:?[0-5]\d([.,]\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)$/i

const end = Date.UTC(2200, 0)

/** Whether the milliseconds lie in 1970 to 2199, the years an order may name. */
export function inRange(milliseconds: number): boolean {
  return milliseconds >= 0 && milliseconds < end
}
