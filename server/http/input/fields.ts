import { z } from 'zod'
import { inRange, readInstant } from '../../lib/time/instant.ts'

/** The kinds of fields in our bodies. json-body.ts words their errors. */

/**
 * A text of `least` to `most` characters (code points) without characters that PostgreSQL cannot store. `string` may
 * trim it first.
 */
export function text(most: number, least = 0, string = z.string()) {
  return string
    .check(({ value, issues }) => {
      if (value.includes('\0') || !value.isWellFormed()) {
        issues.push({ code: 'custom', message: 'character', input: value })
      }
      if (value.length < least * 2 && [...value].length < least) {
        issues.push({ code: 'too_small', origin: 'string', minimum: least, inclusive: true, input: value })
      }
      // `length` counts UTF-16 units, so it is never less than the number of characters. The cheap test comes first.
      if (value.length > most && [...value].length > most) {
        issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value })
      }
    })
    .meta({ ...(least > 0 && { minLength: least }), maxLength: most })
}

const leastPrice = 0
const mostPrice = 9_999_999_999

/**
 * A price in the store's currency. JSON's 1e400 is parsed as Infinity and refused as too large. zod's own number would
 * report it as no number, and a transformation would remove the examples from the reference.
 */
export const price = z
  .custom<number>()
  .check(({ value, issues }) => {
    if (typeof value !== 'number') {
      issues.push({ code: 'invalid_type', expected: 'number', input: value })
    } else if (value < leastPrice) {
      issues.push({ code: 'too_small', origin: 'number', minimum: leastPrice, inclusive: true, input: value })
    } else if (value > mostPrice) {
      issues.push({ code: 'too_big', origin: 'number', maximum: mostPrice, inclusive: true, input: value })
    }
  })
  .meta({ type: 'number', minimum: leastPrice, maximum: mostPrice })

/** One of the given words. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z
    .custom<Words[number]>()
    .check(({ value, issues }) => {
      if (typeof value !== 'string') issues.push({ code: 'invalid_type', expected: 'string', input: value })
      else if (!words.includes(value))
        issues.push({
          code: 'custom',
          message: 'one_of',
          params: { values: [words.join(', ')] },
          input: value,
        })
    })
    .meta({ type: 'string', enum: [...words] })
}

/** A list of `least` to `most` items. */
export function list<Item extends z.ZodType>(item: Item, least: number, most: number) {
  return z.array(item).min(least).max(most)
}

/** Exactly `YYYY-MM-DDTHH:mm:ss.sssZ`, an existing instant from 1970 to 2199. */
export const timestamp = z
  .string()
  .check(({ value, issues }) => {
    if (!isTimestamp(value)) issues.push({ code: 'custom', message: 'datetime', input: value })
  })
  .meta({ format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })

/** Any ISO 8601 instant: date, time, `Z` or an offset, with a fraction or without; from 1970 to 2199. */
export const instant = z
  .string()
  .check(({ value, issues }) => {
    if (readInstant(value) === undefined) issues.push({ code: 'custom', message: 'datetime', input: value })
  })
  .meta({ format: 'date-time' })

function isTimestamp(value: string): boolean {
  if (value.length !== 24) return false
  const milliseconds = Date.parse(value)
  // The instant must be the same when it is written back, which excludes 30 February, 24:00 and every other form.
  return inRange(milliseconds) && new Date(milliseconds).toISOString() === value
}
