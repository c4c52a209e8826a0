import { z } from 'zod'
import { fullName } from '../../../foundation/lib/text/full-name.ts'
import type { ShopLine, ShopOrder } from '../platform.ts'
import { withoutParts } from '../shop/bundles.ts'
import { languageTag, shopCurrency, shopId, shopPrice, shopText, shopTime } from '../shop/shop-json.ts'
import { bundleOf, isGiftCard, parentFields } from './bundles.ts'
import type { Details, Returned } from './details.ts'
import { decodeSpecialCharacters } from './special-characters.ts'

const name = shopText.transform(decodeSpecialCharacters)

const metaData = z
  .array(z.object({ key: z.string(), value: z.unknown().optional() }))
  .nullish()
  .catch([])

const line = z.object({
  id: shopId,
  name,
  parent_name: name,
  product_id: shopId,
  variation_id: shopId.nullish(),
  quantity: z.coerce.number().catch(1),
  total: shopPrice,
  price: shopPrice,
  sku: shopText,
  global_unique_id: shopText,
  image: z.object({ src: shopText }).nullish().catch(undefined),
  meta_data: metaData,
  ...parentFields,
})
export type WooLine = z.output<typeof line>

/** An order of the REST API v3, which is also what the webhooks send. */
export const wooOrder = z.object({
  id: shopId,
  status: z.string(),
  currency: shopCurrency,
  date_created_gmt: shopTime,
  date_modified_gmt: shopTime,
  date_completed_gmt: shopTime,
  billing: z
    .object({
      first_name: shopText,
      last_name: shopText,
      email: shopText,
      phone: shopText,
      country: shopText,
    })
    .nullish()
    .catch(undefined),
  shipping: z.object({ country: shopText }).nullish().catch(undefined),
  line_items: z.array(line),
  refunds: z
    .array(z.unknown())
    .nullish()
    .transform(refunds => refunds ?? []),
  payment_url: shopText,
  lang: shopText,
  meta_data: metaData,
})
export type WooOrder = z.output<typeof wooOrder>

const unshipped = ['pending', 'processing', 'on-hold', 'draft', 'auto-draft', 'checkout-draft']
const called_off = ['cancelled', 'refunded', 'failed', 'trash']

export type OrderReading = {
  /** The address of the shop, without a slash at the end. */
  url: string | undefined
  /** The status that the shop chose for "the buyer has it". */
  deliveredStatus: string
  /** Every variation is a product of its own. */
  isByVariation: boolean
}

/** An order in our words, with what only the shop's API knows. */
export function readOrder(order: WooOrder, details: Details, reading: OrderReading): ShopOrder {
  const times = arrival(order, reading.deliveredStatus)
  return {
    orderId: order.id,
    changedAt: order.date_modified_gmt ?? 'received',
    orderedAt: order.date_created_gmt ?? order.date_completed_gmt ?? order.date_modified_gmt ?? 0,
    currency: order.currency,
    customer: {
      name: fullName(order.billing?.first_name, order.billing?.last_name),
      email: order.billing?.email || undefined,
      phone: order.billing?.phone ?? '',
    },
    language: languageOf(order),
    country: order.shipping?.country || order.billing?.country,
    lines: withoutParts(
      order.line_items
        // The line of a product that was deleted has the product id 0.
        .filter(line => line.product_id !== '0')
        .map(line => ({
          line: readLine(line, order, details, reading, times),
          key: line.id,
          partOf: bundleOf(line, order.line_items),
        })),
    ),
    isCancelled: called_off.includes(order.status),
  }
}

/** The order was called off, or paid back completely: no line of it matters. */
export function isCalledOff({ status }: WooOrder): boolean {
  return called_off.includes(status)
}

/**
 * WooCommerce knows no deliveries: "completed" says shipped. A status of the shop's own choice says delivered; the time
 * of that change is the order's last one.
 */
function arrival(order: WooOrder, deliveredStatus: string): Pick<ShopLine, 'shippedAt' | 'deliveredAt'> {
  const { status, date_completed_gmt: completedAt, date_modified_gmt: modifiedAt } = order
  if (status === 'completed' || (completedAt && !unshipped.includes(status) && status !== deliveredStatus))
    return given('shippedAt', completedAt ?? modifiedAt)
  if (status !== deliveredStatus) return {}
  return { ...given('shippedAt', completedAt), ...given('deliveredAt', modifiedAt) }
}

function readLine(
  line: WooLine,
  order: WooOrder,
  details: Details,
  { url, isByVariation }: OrderReading,
  times: Pick<ShopLine, 'shippedAt' | 'deliveredAt'>,
): ShopLine {
  const variation = line.variation_id && line.variation_id !== '0' ? line.variation_id : undefined
  const product = details.products.get(line.product_id)
  const own = variation ? details.products.get(variation) : product
  return {
    productId: line.product_id,
    ...given('variantId', variation),
    sku: line.sku,
    name: (isByVariation ? '' : line.parent_name) || line.name || line.sku || line.product_id,
    price: line.price,
    ...given('gtin', own?.gtin ?? line.global_unique_id),
    ...given('url', product?.url ?? fallbackUrl(line.product_id, url ?? originOf(order.payment_url))),
    ...given('picture', line.image?.src || own?.picture || product?.picture),
    ...(product?.translations && { translations: product.translations }),
    ...times,
    isReturned: line.quantity <= 0 || isReturned(line, details.returned.get(order.id)),
    ...(isGiftCard(line, product?.type) && { noProduct: 'gift_card' as const }),
  }
}

/** The line went back if all of its pieces did, or if all of its price was paid back. */
function isReturned(line: WooLine, returned: ReadonlyMap<string, Returned> | undefined): boolean {
  const { quantity = 0, total = 0 } = returned?.get(line.id) ?? {}
  return quantity >= line.quantity || (line.total > 0 && total >= line.total)
}

// WordPress redirects it to the product's page.
function fallbackUrl(productId: string, shop: string | undefined): string | undefined {
  return shop && `${shop}/?p=${productId}`
}

function originOf(url: string): string | undefined {
  return URL.parse(url)?.origin
}

// WPML, TranslatePress; Polylang adds a field of its own.
function languageOf({ meta_data, lang }: WooOrder): string | undefined {
  const meta = meta_data?.find(({ key }) => key === 'wpml_language' || key === 'trp_language')
  return languageTag(typeof meta?.value === 'string' ? meta.value : lang)
}

function given<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<K, V>)
}
