import { canonicalTag } from '../../../../texts/canonical-tag.ts'
import { currencyCode } from '../../../foundation/lib/currencies.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { inRange, isKnownDate, readInstant } from '../../../foundation/lib/time/instant.ts'
import { maskContacts } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { quote, type Sentence, sentence } from '../sentences.ts'

/** A value that an expression found is not what its field takes. */
export class ValueProblem extends Error {
  readonly what: Sentence

  constructor(what: Sentence) {
    super()
    this.what = what
  }
}

/** Text, or a number as text. Undefined if there is none. Throws ValueProblem. */
export function textOf(value: unknown, most = 2048): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' && typeof value !== 'number') throw expected(sentence('aText'), value)
  const text = storable(String(value)).trim()
  if ([...text].length > most) throw new ValueProblem(sentence('expectedMost', { count: most }))
  return text || undefined
}

/**
 * ISO 8601, or the seconds or milliseconds since 1970, also as text; in ms. Without an offset it is UTC. Undefined if there
 * is none, or only what stands for "never": 0, 1970-01-01, 0000-00-00. Throws ValueProblem.
 */
export function timeOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '' || isNever(value)) return undefined
  const time =
    typeof value === 'number' ? readNumber(value) : typeof value === 'string' ? readText(value) : undefined
  if (time === undefined) throw expected(sentence('aDate', { example: '2026-11-20T14:03:00Z' }), value)
  return time
}

function isNever(value: unknown): boolean {
  if (typeof value === 'number') return !isKnownDate(readNumber(value) ?? Number.POSITIVE_INFINITY)
  return typeof value === 'string' && /^\s*(0+$|-?000[01]-|19(69-12-31|70-01-01)(?!\d))/.test(value)
}

// The seconds of every year until 5138 are less, and the milliseconds of every year from 1973 on are more.
const leastMilliseconds = 1e11

function readNumber(value: number): number | undefined {
  const time = Math.round(value < leastMilliseconds ? value * 1000 : value)
  return inRange(time) ? time : undefined
}

function readText(value: string): number | undefined {
  // Seconds have ten digits since 2001, and milliseconds thirteen.
  if (/^\s*\d{10}(\d{3})?(\.\d+)?\s*$/.test(value)) return readNumber(Number(value))
  const text = value.trim().replace(' ', 'T')
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return readInstant(`${text}T00:00Z`)
  return readInstant(text) ?? readInstant(`${text}Z`)
}

/** A price of 0 or more, as a number or as text. 0 if there is none. Throws ValueProblem. */
export function priceOf(value: unknown): number {
  if (value === undefined || value === null || value === '') return 0
  const price = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!(price >= 0 && price < 1e10)) throw expected(sentence('aPrice', { example: '149.9' }), value)
  return price
}

/** A number of pieces, as a number or as text. Throws ValueProblem. */
export function quantityOf(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const quantity = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  if (!(quantity >= 0 && quantity < 1e9)) throw expected(sentence('aQuantity', { example: '2' }), value)
  return quantity
}

/** False if there is none. Throws ValueProblem. */
export function booleanOf(value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (typeof value !== 'boolean') throw expected(sentence('aBoolean'), value)
  return value
}

/** An http or https address. Throws ValueProblem. */
export function addressOf(value: unknown): string | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) throw expected(sentence('anAddress'), value)
  return text
}

/** A language tag of BCP 47, also as other systems write it. Throws ValueProblem. */
export function languageOf(value: unknown): string | undefined {
  const text = textOf(value, 35)
  const tag = text && canonicalTag(text)
  if (text && !tag) throw expected(sentence('aLanguage', { example: 'pt-BR' }), value)
  return tag
}

/** A currency of ISO 4217 such as BRL, in any case. Throws ValueProblem. */
export function currencyOf(value: unknown): string | undefined {
  const code = currencyCode(value)
  if (code === undefined && textOf(value) !== undefined)
    throw expected(sentence('aCurrency', { example: 'BRL' }), value)
  return code
}

function expected(what: Sentence, value: unknown): ValueProblem {
  return new ValueProblem(sentence('expectedGot', { what: [what], value: [shown(value)] }))
}

/** Problems are kept in the log. So a text is shown only if it looks like a number or a date, and not a person's. */
function shown(value: unknown): Sentence {
  if (typeof value === 'number' || typeof value === 'boolean') return quote(String(value))
  if (typeof value !== 'string') return Array.isArray(value) ? sentence('aList') : sentence('anObject')
  return /\d/.test(value) && value.length <= 40
    ? quote(JSON.stringify(maskContacts(value, {})))
    : sentence('anotherText')
}
