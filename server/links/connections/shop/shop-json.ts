import { z } from 'zod'
import { currencyCode } from '../../../foundation/lib/currencies.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import { isKnownDate } from '../../../foundation/lib/time/instant.ts'
import { ShopProblem } from '../platform.ts'
import { parseJson, quoteMessage } from './parse-json.ts'

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
export function readBody<T extends z.ZodType>(schema: T, body: Buffer, what: string): z.output<T> {
  let json: unknown
  try {
    json = parseJson(body)
  } catch (cause) {
    throw unreadable(what, `it is not JSON${quoteMessage(body)}`, cause)
  }
  return readShopJson(schema, json, what)
}

/** Reads JSON of a shop. `what` names it in the problem: "The order". Throws ShopProblem. */
export function readShopJson<T extends z.ZodType>(schema: T, json: unknown, what: string): z.output<T> {
  const { data, error } = schema.safeParse(json)
  if (!error) return data
  const [issue] = error.issues
  throw unreadable(what, `${issue?.path.join('.') || 'the body'}: ${issue?.message}`, error)
}

function unreadable(what: string, why: string, cause: unknown): ShopProblem {
  return new ShopProblem(
    `${what} cannot be read: ${why}.`,
    "Check whether a plugin or app changes what the shop sends. If not, report this to Realword's developers.",
    { cause },
  )
}

/** A language tag of BCP 47 from what shops write: `pt_BR`, `pt-br`. */
export function languageTag(text: string | undefined): string | undefined {
  try {
    return text ? Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] : undefined
  } catch {
    return undefined
  }
}
