import { comparableAddress } from '../../lib/text/email-address.ts'
import { isKnownDate } from '../../lib/time/instant.ts'
import { orderFields } from '../../orders/csv-fields.ts'
import type { Customer, OrderProduct } from '../../orders/orders.ts'
import type { Texts } from '../formats/format.ts'
import { type Rules, readAnyMoment, readPictures } from '../reading/cells.ts'
import type { Table } from '../reading/kind.ts'
import { quoted, Refused } from '../reading/refused.ts'

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
  product: OrderProduct
  /** Of its texts, in characters. */
  size: number
}

/** Throws Refused. */
export function readOrderLine(texts: Texts, rules: Rules): OrderLine {
  if (texts.order_id === '') throw new Refused('order_id', 'There is no order id. Give the id of the order.')
  if (texts.product_id === '')
    throw new Refused('product_id', 'There is no product id. Give the id of the product in your store.')
  const pictures = readPictures(texts, 'product_picture', rules)
  return {
    orderedAt: readKnownMoment(texts, 'order_date', rules),
    deliveredAt: readKnownMoment(texts, 'delivery_date', rules),
    customer: readCustomer(texts),
    product: {
      product_id: texts.product_id,
      sku: texts.product_sku,
      name: texts.product_name,
      price: readPrice(texts),
      url: texts.product_url,
      ...(pictures.length > 0 && { pictures }),
    },
    size: orderFields.reduce((sum, field) => sum + texts[field].length, 0),
  }
}

// Shops export 1970-01-01 or 0000-00-00 for "never".
function readKnownMoment(texts: Texts, field: 'order_date' | 'delivery_date', rules: Rules): Date | null {
  if (/^(0000-00-00|0001-01-01|1969-12-31|1970-01-01)(?!\d)/.test(texts[field])) return null
  const moment = readAnyMoment(texts, field, rules)
  return moment && isKnownDate(moment.getTime()) ? moment : null
}

function readCustomer({ customer_name: name, customer_email: email, customer_phone: phone }: Texts) {
  if (email === '') return null
  if (comparableAddress(email)) return { name, email, phone }
  throw new Refused('customer_email', `${quoted(email)} is not one email address. Correct it.`)
}

const mostPrice = 9_999_999_999

/**
 * An empty cell is 0. Reads "1,234.56", "1.234,56" and "R$ 99,9"; three digits after a point or comma are thousands.
 * Throws Refused.
 */
function readPrice({ product_price: text }: Texts): number {
  if (text === '') return 0
  const digits = text.replace(/^[^\d.,+-]+|[^\d.,]+$/g, '').replace(/(?<=\d)[\s'](?=\d{3})/g, '')
  const { whole, cents = '0' } = pricePattern.exec(digits)?.groups ?? {}
  const price = whole === undefined ? Number.NaN : Number(`${whole.replace(/[.,]/g, '')}.${cents}`)
  if (price <= mostPrice) return price
  throw new Refused('product_price', `${quoted(text)} is no price. Write it as 149.90.`)
}

const thousands = /[1-9]\d{0,2}(?:(?:,\d{3})+|(?:\.\d{3})+)|[1-9]\d*|0/
const pricePattern = new RegExp(
  `^(?<whole>${thousands.source})(?:[.,](?<cents>\\d{1,2}|\\d{4,}|(?<=^0.)\\d{3}))?$`,
)
