import { z } from 'zod'
import { nothing, type Shop, type ShopChange, type ShopLine, type ShopOrder } from '../platform.ts'
import { sentence } from '../sentences.ts'
import {
  languageTag,
  readShopJson,
  shopCurrency,
  shopId,
  shopPrice,
  shopText,
  shopTime,
} from '../shop/shop-json.ts'
import type { NuvemshopApi } from './api.ts'
import { deliveryOf, type Fulfillment, fulfillment, lacksEvents } from './fulfillments.ts'
import { toShopProduct } from './product.ts'

const line = z.object({
  id: shopId.nullish(),
  product_id: shopId.nullish(),
  variant_id: shopId.nullish(),
  name: shopText,
  price: shopPrice,
  sku: shopText,
  barcode: shopText,
  image: z.object({ src: shopText }).nullish().catch(undefined),
})
type Line = z.infer<typeof line>

const order = z.object({
  id: shopId,
  status: shopText,
  payment_status: shopText,
  /** `fulfilled` means shipped. */
  shipping_status: shopText,
  /** Where it was sold: `store`, `form`, `api`, or `meli`, which is Mercado Livre. */
  storefront: shopText,
  language: shopText,
  currency: shopCurrency,
  created_at: shopTime,
  updated_at: shopTime,
  shipped_at: shopTime,
  customer: z.object({ name: shopText, email: shopText, phone: shopText }).nullish(),
  products: z.array(line),
  /** Parcels, or only their ids. */
  fulfillments: z.array(z.union([z.string(), fulfillment])).nullish(),
})
type Order = z.infer<typeof order>

/** What an order of the API asks for. Fetches its parcels where they are missing, and what it names of its products. */
export async function changeOf(
  json: unknown,
  orderId: string,
  shop: Shop,
  api: NuvemshopApi,
): Promise<ShopChange> {
  const found = readShopJson(order, json, sentence('orderNamed', { id: orderId }))
  if (found.storefront === 'meli' && shop.settings.options.marketplaces !== 'yes')
    return nothing(sentence('nuvemMarket', { id: orderId }))
  const parcels = await parcelsOf(found, api)
  const lines: ShopLine[] = []
  for (const one of found.products) lines.push(await toLine(one, found, parcels, api))
  return { kind: 'order', order: toShopOrder(found, lines, shop.now) }
}

function toShopOrder(found: Order, lines: ShopLine[], now: number): ShopOrder {
  const { name = '', email = '', phone = '' } = found.customer ?? {}
  return {
    orderId: found.id,
    changedAt: undefined,
    orderedAt: found.created_at ?? now,
    currency: found.currency,
    customer: { name, email: isPlaceholder(email) ? undefined : email, phone },
    language: languageTag(found.language),
    lines,
    isCancelled: found.status === 'cancelled' || found.payment_status === 'voided',
  }
}

/** Orders without an address carry one of Nuvemshop: "not given". */
export const isPlaceholder = (email: string): boolean => !email || /@na?oinformado\.com$/i.test(email)

async function parcelsOf(found: Order, api: NuvemshopApi): Promise<Fulfillment[]> {
  const listed = found.fulfillments ?? []
  const isComplete = (all: (Fulfillment | string)[]): all is Fulfillment[] => !lacksEvents(all)
  if (isComplete(listed)) return listed
  const json = await api.fulfillments(found.id)
  return readShopJson(z.array(fulfillment), json ?? [], sentence('parcelsOf', { id: found.id }))
}

async function toLine(one: Line, found: Order, parcels: Fulfillment[], api: NuvemshopApi): Promise<ShopLine> {
  const { isLost, ...delivery } =
    parcels.length > 0 ? deliveryOf(one, parcels, dateOf(found)) : deliveryOfOrder(found)
  // Nothing is created before it is shipped, so the product's page is not fetched before.
  const product = delivery.shippedAt === undefined ? undefined : await productOf(one, api)
  const picture = one.image?.src || product?.pictures[0]
  return {
    productId: one.product_id ?? one.variant_id ?? one.id ?? '',
    ...(one.variant_id && { variantId: one.variant_id }),
    sku: one.sku || (one.variant_id ?? one.product_id ?? ''),
    // The line's own name ends with the variant's: "Caneca (Azul)".
    name: product?.name || one.name,
    price: one.price,
    ...(one.barcode && { gtin: one.barcode }),
    ...(product?.url && { url: product.url }),
    ...(picture && { picture }),
    ...delivery,
    isReturned: isLost || found.payment_status === 'refunded',
  }
}

async function productOf({ product_id }: Line, api: NuvemshopApi) {
  const product = product_id ? await api.product(product_id) : undefined
  return product && toShopProduct(product, await api.store())
}

/** Of an order without parcels. */
function deliveryOfOrder(found: Order): ReturnType<typeof deliveryOf> {
  const isDelivered = found.shipping_status === 'delivered'
  const isShipped = isDelivered || ['fulfilled', 'shipped'].includes(found.shipping_status)
  const at = dateOf(found)
  return { ...(isShipped && { shippedAt: at }), ...(isDelivered && { deliveredAt: at }), isLost: false }
}

const dateOf = ({ shipped_at, updated_at, created_at }: Order) => shipped_at ?? updated_at ?? created_at ?? 0
