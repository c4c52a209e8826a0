import { Temporal } from 'temporal-polyfill'
import type { Texts } from '../formats/format.ts'
import type { Rules } from './cells/cells.ts'
import { steadyOffset } from './cells/zone-offset.ts'

/** A text as it is compared: one form of each letter, one space for any run of spaces and line ends. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** An address as it is compared. */
export function plainAddress(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * What identifies a row without an id: its product, when it was written, and the rest. First as the file says it, then
 * with the product's handle in place of its id, and with the date as a program leaves it that drops or adds the zone.
 */
export function contentsOf(
  texts: Texts,
  handle: string,
  seconds: string[],
  rest: unknown[],
): [unknown[], ...unknown[][]] {
  const product = texts.product_id || texts.product_sku
  const products = handle === '' || handle === product ? [product] : [product, handle]
  const contents = products.flatMap(one => seconds.map(second => [one, second, ...rest]))
  return contents as [unknown[], ...unknown[][]]
}

/**
 * The second in which a row was written; then, for a cell whose zone a program has dropped or added, as Gnumeric does,
 * the same clock in the other zone. '' for a row without a date.
 */
export function secondsOf({ created_at }: Texts, at: Date, { timeZone }: Rules): [string, ...string[]] {
  if (created_at === '') return ['']
  const other = otherReading(at.getTime(), timeZone, zoned.test(created_at))
  return other === at.getTime() ? [toSecond(at.getTime())] : [toSecond(at.getTime()), toSecond(other)]
}

const zoned = /(?:Z|UTC|GMT|[+-]00(?::?00)?)$/i

function toSecond(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString()
}

function otherReading(ms: number, timeZone: string, isZoned: boolean): number {
  const offset = steadyOffset(timeZone, ms)
  if (offset !== undefined) return isZoned ? ms - offset : ms + offset
  const instant = Temporal.Instant.fromEpochMilliseconds(ms)
  const [from, to] = isZoned ? ['UTC', timeZone] : [timeZone, 'UTC']
  return instant.toZonedDateTimeISO(from).toPlainDateTime().toZonedDateTime(to).epochMilliseconds
}
