import { z } from 'zod'
import { isStorable } from '../../lib/text/storable.ts'
import { readInstant } from '../../lib/time/instant.ts'
import { isTimestamp } from '../../lib/time/timestamp.ts'
import { quickCheckOf, withQuickCheck } from './quick-check.ts'

/** The kinds of fields in our bodies. json-body.ts words their errors. */

/** A text of `least` to `most` characters (code points) without characters that PostgreSQL cannot store. */
export function text(most: number, least = 0) {
  return withQuickCheck(
    textOf(z.string(), most, least),
    value =>
      typeof value === 'string' && isStorable(value) && !isShorter(value, least) && !isLonger(value, most),
  )
}

/** Like `text`, after `string` has changed it, such as trimmed it. */
export function textOf(string: z.ZodString, most: number, least = 0) {
  return string
    .check(({ value, issues }) => {
      if (!isStorable(value)) issues.push({ code: 'custom', message: 'character', input: value })
      if (isShorter(value, least)) {
        issues.push({ code: 'too_small', origin: 'string', minimum: least, inclusive: true, input: value })
      }
      if (isLonger(value, most)) {
        issues.push({ code: 'too_big', origin: 'string', maximum: most, inclusive: true, input: value })
      }
    })
    .meta({ ...(least > 0 && { minLength: least }), maxLength: most })
}

// `length` counts UTF-16 units, so it is never less than the number of characters. The cheap test comes first.
function isLonger(value: string, most: number): boolean {
  return value.length > most && [...value].length > most
}

function isShorter(value: string, least: number): boolean {
  return value.length < least * 2 && [...value].length < least
}

const leastPrice = 0
const mostPrice = 9_999_999_999

/**
 * A price in the store's currency. JSON's 1e400 is parsed as Infinity and refused as too large. zod's own number would
 * report it as no number, and a transformation would remove the examples from the reference.
 */
export const price = withQuickCheck(
  z
    .custom<number>()
    .check(({ value, issues }) => {
      if (typeof value !== 'number') {
        issues.push({ code: 'invalid_type', expected: 'number', input: value })
      } else if (value < leastPrice) {
        issues.push({
          code: 'too_small',
          origin: 'number',
          minimum: leastPrice,
          inclusive: true,
          input: value,
        })
      } else if (value > mostPrice) {
        issues.push({ code: 'too_big', origin: 'number', maximum: mostPrice, inclusive: true, input: value })
      }
    })
    .meta({ type: 'number', minimum: leastPrice, maximum: mostPrice }),
  value => typeof value === 'number' && value >= leastPrice && value <= mostPrice,
)

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
  const items = z.array(item).min(least).max(most)
  const check = quickCheckOf(item)
  if (!check) return items
  return withQuickCheck(
    items,
    value => Array.isArray(value) && value.length >= least && value.length <= most && value.every(check),
  )
}

/** Exactly `YYYY-MM-DDTHH:mm:ss.sssZ`, an existing instant from 1970 to 2199. */
export const timestamp = withQuickCheck(
  z
    .string()
    .check(({ value, issues }) => {
      if (!isTimestamp(value)) issues.push({ code: 'custom', message: 'datetime', input: value })
    })
    .meta({ format: 'date-time', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
  value => typeof value === 'string' && isTimestamp(value),
)

/** Any ISO 8601 instant: date, time, `Z` or an offset, with a fraction or without; from 1970 to 2199. */
export const instant = withQuickCheck(
  z
    .string()
    .check(({ value, issues }) => {
      if (readInstant(value) === undefined) issues.push({ code: 'custom', message: 'datetime', input: value })
    })
    .meta({ format: 'date-time' }),
  value => typeof value === 'string' && readInstant(value) !== undefined,
)

export function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)
}

/** A language tag such as `pt-BR` (BCP 47). */
export const languageTag = text(35, 2).refine(isLanguageTag, 'language_tag')
