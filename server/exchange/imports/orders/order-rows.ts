import { canonicalTag } from '../../../../texts/canonical-tag.ts'
import { type ChannelName, channelNames } from '../../../asking/channels/phones.ts'
import { orderFields } from '../../../asking/orders/csv-fields.ts'
import { languageOfBuyer } from '../../../asking/orders/later/buyer-language.ts'
import type { Customer, OrderProduct } from '../../../asking/orders/orders.ts'
import { currencyCode, hasThousandths } from '../../../foundation/lib/currencies.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { fullName } from '../../../foundation/lib/text/full-name.ts'
import { isKnownDate } from '../../../foundation/lib/time/instant.ts'
import type { Field, Texts } from '../formats/format.ts'
import { type Rules, readAnyMoment, readPictures } from '../reading/cells/cells.ts'
import { healed } from '../reading/cells/heal.ts'
import type { Table } from '../reading/kind.ts'
import type { TableRow } from '../reading/read-table.ts'
import { quoted, Refused } from '../reading/refusals/refused.ts'

export const orderTable: Table = {
  name: 'order',
  fields: orderFields,
  needed: [['order_id'], ['order_date'], ['delivery_date'], ['product_id'], ['customer_email']],
}

/** A line of an order. What concerns the whole order is null where another line may say it. */
export type OrderLine = {
  orderedAt: Date | null
  deliveredAt: Date | null
  customer: Customer | null
  /** The channels by which the buyer agreed to be asked. */
  consents: ChannelName[]
  product: OrderProduct
  /** Its price is in another currency than the store's. */
  isForeign: boolean
  isCancelled: boolean
  isTest: boolean
  /** What was paid back, and the sum that it is a part of. */
  refunded: number | null
  total: number | null
  /** Of its texts, in characters. */
  size: number
}

/** `isKnownBySku`: products are known by their SKU, and those without one by their name. Throws Refused. */
export function readOrderLine(texts: Texts, rules: Rules, isKnownBySku: boolean): OrderLine {
  const product_id = texts.product_id || (isKnownBySku ? texts.product_name : '')
  if (product_id === '') throw new Refused('product_id', 'noProductId')
  const pictures = readPictures(texts, 'product_picture', rules)
  return {
    orderedAt: readKnownMoment(withoutNone(texts, 'order_date'), 'order_date', rules),
    deliveredAt: readKnownMoment(withoutNone(texts, 'delivery_date'), 'delivery_date', rules),
    customer: readCustomer(texts),
    // Only a clear yes is a consent: any other word, or a date, may mean anything.
    consents: channelNames.filter(name => yes.test(texts[`${name}_consent`].trim())),
    product: {
      product_id,
      sku: texts.product_sku,
      name: texts.product_name,
      price: readPrice(texts, 'product_price', rules.currency),
      url: texts.product_url,
      ...(pictures.length > 0 && { pictures }),
    },
    isForeign: isForeign(texts, rules.currency),
    isCancelled: isSaid(texts, 'cancelled_at'),
    isTest: /^(?:test|teste|prueba|sandbox)$/i.test(texts.test_order) || yes.test(texts.test_order),
    refunded: readAmount(texts, 'refunded_amount'),
    total: readTotal(texts),
    size: orderFields.reduce((sum, field) => sum + texts[field].length, 0),
  }
}

/** The texts with the buyer's whole name, where the last name has a column of its own. */
export function withLastName(texts: Texts, { cell }: TableRow, column: string | undefined): Texts {
  if (column === undefined) return texts
  return { ...texts, customer_name: fullName(texts.customer_name, healed(cell(column))) }
}

// Shops export 1970-01-01 or 0000-00-00 for "never".
function readKnownMoment(texts: Texts, field: 'order_date' | 'delivery_date', rules: Rules): Date | null {
  if (/^(0000-00-00|0001-01-01|1969-12-31|1970-01-01)(?!\d)/.test(texts[field])) return null
  const moment = readAnyMoment(texts, field, rules)
  return moment && isKnownDate(moment.getTime()) ? moment : null
}

// What programs write for no date.
const none = /^(?:[-–—]+|0000-00-00.*|n\/?a|null)$/i
const no = /^(?:(?:no|not|n(?:ã|a)o)\b.*|n|false|0)$/i
const yes = /^(?:yes|y|true|1|sim|s[ií]|x)$/i

const withoutNone = (texts: Texts, field: Field) =>
  none.test(texts[field]) ? { ...texts, [field]: '' } : texts

/** Whether a cell has a date, a yes, or any word but a no. */
export function isSaid(texts: Pick<Texts, Field>, field: Field): boolean {
  const text = texts[field]
  return text !== '' && !none.test(text) && !no.test(text)
}

function readCustomer(texts: Texts): Customer | null {
  const { customer_name: name, customer_email: email, customer_phone: phone } = texts
  if (email === '') return null
  // What is no language tag, such as the name of a language, leaves the store's.
  const language = languageOfBuyer(canonicalTag(texts.customer_language))
  if (comparableAddress(email)) return { name, email, phone, ...(language !== undefined && { language }) }
  throw new Refused('customer_email', 'badEmail', { value: quoted(email) })
}

/** Null for an empty cell. Some shops write what they paid back with a minus, and some only that they did. */
function readAmount(texts: Texts, field: 'refunded_amount' | 'order_total'): number | null {
  const text = texts[field].replace(/^[-−]\s*/, '')
  if (text === '' || none.test(text)) return null
  if (no.test(text)) return 0
  if (text !== '1' && yes.test(text)) return Number.POSITIVE_INFINITY
  return readPrice({ ...texts, [field]: text }, field)
}

/** Only compared with what was paid back: a sum that cannot be read is none, and refuses nothing. */
function readTotal(texts: Texts): number | null {
  try {
    return readAmount(texts, 'order_total')
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

// Signs of one currency alone: a bare $ or ¥ is the store's.
const signs = new Map(
  (
    'us$:USD r$:BRL a$:AUD c$:CAD €:EUR £:GBP ₹:INR ₺:TRY ₩:KRW ₽:RUB ₫:VND ₪:ILS ₴:UAH ₱:PHP ฿:THB zł:PLN ' +
    'kč:CZK'
  )
    .split(' ')
    .map(one => one.split(':') as [sign: string, currency: string]),
)

/** Whether a column, or the sign of the price, names another currency than the store's. */
function isForeign({ order_currency, product_price }: Texts, own: string | undefined): boolean {
  const sign = product_price.replace(/[\d.,'\s+-]+/g, '')
  const said = currencyCode(order_currency) ?? signs.get(sign.toLowerCase()) ?? currencyCode(sign)
  return said !== undefined && said !== own
}

const mostPrice = 9_999_999_999

/**
 * An empty cell is 0. Reads "1,234.56", "1.234,56" and "R$ 99,9"; three digits after a point or comma are thousands, but
 * not in a currency that has thousandths. Throws Refused.
 */
function readPrice(texts: Texts, field: Field, currency?: string): number {
  const text = texts[field]
  if (text === '') return 0
  const digits = text.replace(/^[^\d.,+-]+|[^\d.,]+$/g, '').replace(/(?<=\d)[\s'](?=\d{3})/g, '')
  const pattern = hasThousandths(currency) ? withThousandths : pricePattern
  const { whole, cents = '0' } = pattern.exec(digits)?.groups ?? {}
  const price = whole === undefined ? Number.NaN : Number(`${whole.replace(/[.,]/g, '')}.${cents}`)
  if (price <= mostPrice) return price
  throw new Refused(field, 'badPrice', { value: quoted(text) })
}

const thousands = /[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)|[1-9]\d*|0/
const pricePattern = new RegExp(
  `^(?<whole>${thousands.source})(?:[.,](?<cents>\\d{1,2}|\\d{4,}|(?<=^0.)\\d{3}))?$`,
)
// One point or comma is that of the decimals: 12.345. Of two, the last: 1,234.500.
const withThousandths =
  /^(?<whole>[1-9]\d{0,2}(?:(?:,\d{3})+(?=\.)|(?:\.\d{3})+(?=,)|(?:,\d{3}){2,}|(?:\.\d{3}){2,})|[1-9]\d*|0)(?:[.,](?<cents>\d+))?$/
