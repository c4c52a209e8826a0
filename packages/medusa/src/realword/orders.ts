import type { Container, Logger } from './medusa.ts'
import { type Options, optionsOf } from './options.ts'
import { send } from './send.ts'

// What is asked of Medusa. Addresses of streets and payments are not: Realword does not need them.
const fields = [
  'id',
  'created_at',
  'canceled_at',
  'locale',
  'currency_code',
  'email',
  'payment_status',
  'customer.first_name',
  'customer.last_name',
  'customer.phone',
  'shipping_address.first_name',
  'shipping_address.last_name',
  'shipping_address.phone',
  'items.*',
  'items.detail.*',
  'items.variant.ean',
  'items.variant.upc',
  'items.variant.barcode',
  'fulfillments.shipped_at',
  'fulfillments.delivered_at',
  'fulfillments.canceled_at',
  'fulfillments.items.line_item_id',
  'fulfillments.items.quantity',
]

/** Sends these orders as they are now. Any change of an order is sent this way, so repeats and gaps do no harm. */
export async function sendOrders(container: Container, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const options = optionsOf(container)
  const logger: Logger = container.resolve('logger')
  const { data } = await container.resolve('query').graph({ entity: 'order', fields, filters: { id: ids } })
  for (const order of data)
    await send('order.updated', { order: orderBody(order as StoredOrder, options) }, options, logger)
}

type Person = { first_name?: string | null; last_name?: string | null; phone?: string | null } | null
type Quantity = number | string | { value?: number | string } | null | undefined

/** An order as Medusa returns it. */
export type StoredOrder = {
  id: string
  created_at: string | Date
  canceled_at?: string | Date | null
  locale?: string | null
  currency_code?: string | null
  email?: string | null
  payment_status?: string | null
  customer?: Person
  shipping_address?: Person
  items?: (StoredItem | null)[]
  fulfillments?: (StoredFulfillment | null)[]
}
type StoredItem = {
  id: string
  product_id?: string | null
  variant_id?: string | null
  variant_sku?: string | null
  product_title?: string | null
  title?: string | null
  product_handle?: string | null
  thumbnail?: string | null
  unit_price?: Quantity
  is_giftcard?: boolean | null
  quantity?: Quantity
  variant?: { ean?: string | null; upc?: string | null; barcode?: string | null } | null
  detail?: Record<string, Quantity> | null
}
type StoredFulfillment = {
  shipped_at?: string | Date | null
  delivered_at?: string | Date | null
  canceled_at?: string | Date | null
  items?: { line_item_id?: string | null; quantity?: Quantity }[]
}

/** The body that Realword reads. */
export function orderBody(order: StoredOrder, { productUrl }: Pick<Options, 'productUrl'>) {
  const { customer, shipping_address } = order
  return {
    id: order.id,
    created_at: order.created_at,
    canceled_at: order.canceled_at ?? null,
    is_refunded: order.payment_status === 'refunded',
    locale: order.locale ?? null,
    currency: order.currency_code ?? null,
    customer: {
      email: order.email ?? null,
      name: nameOf(customer) || nameOf(shipping_address),
      phone: customer?.phone || shipping_address?.phone || '',
    },
    items: (order.items ?? []).flatMap(item => (item?.product_id ? [itemBody(item, productUrl)] : [])),
    fulfillments: (order.fulfillments ?? []).flatMap(one => (one ? [fulfillmentBody(one)] : [])),
  }
}

// Names in Chinese, Japanese and Korean begin with the family name.
function nameOf(person: Person | undefined): string {
  const names = [person?.first_name ?? '', person?.last_name ?? ''].filter(Boolean)
  return (names.every(name => eastAsian.test(name)) ? names.reverse() : names).join(' ')
}

const eastAsian = /^\s*[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const wentBack = ['return_received_quantity', 'return_dismissed_quantity', 'written_off_quantity']

function itemBody(item: StoredItem, productUrl: string | undefined) {
  const { variant, detail } = item
  return {
    id: item.id,
    product_id: item.product_id,
    variant_id: item.variant_id ?? null,
    sku: item.variant_sku ?? null,
    title: item.product_title || item.title || '',
    unit_price: numberOf(item.unit_price),
    gtin: variant?.ean || variant?.upc || variant?.barcode || null,
    url: addressOf(productUrl, item.product_handle),
    picture: item.thumbnail ?? null,
    is_giftcard: item.is_giftcard ?? false,
    quantity: numberOf(detail?.quantity ?? item.quantity),
    returned_quantity: wentBack.reduce((sum, name) => sum + numberOf(detail?.[name]), 0),
  }
}

function fulfillmentBody({ shipped_at, delivered_at, canceled_at, items = [] }: StoredFulfillment) {
  return {
    shipped_at: shipped_at ?? null,
    delivered_at: delivered_at ?? null,
    canceled_at: canceled_at ?? null,
    items: items.flatMap(({ line_item_id, quantity }) =>
      line_item_id ? [{ item_id: line_item_id, quantity: numberOf(quantity) }] : [],
    ),
  }
}

/** The address of a product's page, if the option `productUrl` says where they are. */
export function addressOf(productUrl: string | undefined, handle: string | null | undefined): string | null {
  return productUrl && handle ? productUrl.replaceAll('{handle}', encodeURIComponent(handle)) : null
}

/** Medusa's amounts are numbers, texts or objects of both. */
function numberOf(quantity: Quantity): number {
  const value = Number(typeof quantity === 'object' ? quantity?.value : quantity)
  return Number.isFinite(value) ? value : 0
}
