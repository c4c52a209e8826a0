import { z } from 'zod'
import { canonicalTag } from '../../../../texts/canonical-tag.ts'
import { currencyCode } from '../../../foundation/lib/currencies.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { isKnownDate } from '../../../foundation/lib/time/instant.ts'
import { ShopProblem } from '../platform.ts'
import { quote, type Sentence, sentence } from '../sentences.ts'
import { messageIn, parseJson } from './parse-json.ts'

/** Fields of shops' JSON. Shops leave out, null and blank what they do not know; only an order's ids are required. */

export const shopId = z
  .union([z.number().int(), z.string().trim().min(1).max(255)])
  .transform(id => storable(String(id)))

export const shopText = z
  .string()
  .nullish()
  .catch('')
  .transform(text => storable(text ?? '').trim())

/** An amount as a number or as text. 0 if it is neither, absent or negative. */
export const shopPrice = z
  .unknown()
  .optional()
  .transform(price => {
    const amount = Number(price ?? 0)
    return Number.isFinite(amount) && amount > 0 ? amount : 0
  })

/** Whether an id of an order or product can be one of WooCommerce or Shopify. */
export const isNumber = (id: string): boolean => /^\d+$/.test(id)

/** A currency of ISO 4217 such as BRL; undefined for anything else. */
export const shopCurrency = z.unknown().optional().transform(currencyCode)

/** A time in ISO 8601, in ms. A time without an offset is UTC. What stands for "never", such as 1970-01-01, is unknown. */
export const shopTime = z
  .string()
  .nullish()
  .catch(undefined)
  .transform(text => {
    if (!text) return undefined
    const time = Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
    return isKnownDate(time) ? time : undefined
  })

/** Reads a webhook's raw body. Throws ShopProblem. */
export function readBody<T extends z.ZodType>(schema: T, body: Buffer, what: Sentence): z.output<T> {
  let json: unknown
  try {
    json = parseJson(body)
  } catch (cause) {
    const words = messageIn(body)
    throw unreadable(what, words ? sentence('isNotJsonSaying', { words }) : sentence('isNotJson'), cause)
  }
  return readShopJson(schema, json, what)
}

/** Reads JSON of a shop. `what` names it in the problem. Throws ShopProblem. */
export function readShopJson<T extends z.ZodType>(schema: T, json: unknown, what: Sentence): z.output<T> {
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const [issue] = error.issues
  const path = issue?.path.join('.')
  const field = path ? [quote(path)] : [sentence('theBody')]
  const [, type, got] = /^Invalid input: expected (.+), received (.+)$/.exec(issue?.message ?? '') ?? []
  if (type && got) throw ofUnreadable(sentence('wrongType', { what: [what], field, type, got }), error)
  throw unreadable(what, sentence('inField', { field, problem: [quote(issue?.message ?? '')] }), error)
}

const unreadable = (what: Sentence, why: Sentence, cause: unknown) =>
  ofUnreadable(sentence('unreadable', { what: [what], why: [why] }), cause)

function ofUnreadable(what: Sentence, cause: unknown): ShopProblem {
  return new ShopProblem(what, sentence('unreadableMend'), { cause })
}

/** A language tag of BCP 47 from what shops write. */
export const languageTag = (text: string | undefined): string | undefined => canonicalTag(text ?? '')
