import type { ShopLine, ShopOrder } from '../platform.ts'
import { languageTag } from '../shop/shop-json.ts'
import { inBundles } from './bundles.ts'

/** What both of Shopify's forms of an order say: that of its webhooks, and that of its GraphQL API. Times in ms. */
export type ShopifyOrder = {
  id: string
  updatedAt: number | undefined
  orderedAt: number
  currency: string | undefined
  isCancelled: boolean
  name: string
  email: string
  phone: string
  locale: string
  /** Webhooks say it. The API does so only to apps that may read addresses, so it is not asked there. */
  country?: string | undefined
  lines: ShopifyLine[]
  parcels: Parcel[]
}

export type ShopifyLine = {
  id: string
  /** Undefined: the product was deleted, or never was one. */
  productId: string | undefined
  variantId: string | undefined
  sku: string
  title: string
  /** With the variant: "Mug - Green". */
  fullName: string
  price: number
  /** Without what was removed or refunded. */
  quantity: number
  needsShipping: boolean
  isGiftCard: boolean
  vendor: string
  /** The bundle that it is a part of. */
  group?: ShopifyGroup | undefined
  url?: string | undefined
  picture?: string | undefined
  gtin?: string | undefined
}

/** A bundle, which is no line of its own. Without `productId`, Shopify does not say which product it is. */
export type ShopifyGroup = {
  id: string
  productId?: string | undefined
  variantId?: string | undefined
  title: string
}

/** A fulfilment: pieces of lines that left the shop together. */
export type Parcel = {
  /** Shopify's words, in upper case: those of the fulfilment, and of its way to the buyer. */
  status: string
  displayStatus: string
  createdAt: number | undefined
  updatedAt: number | undefined
  deliveredAt: number | undefined
  pieces: { lineId: string; quantity: number }[]
}

/** An order in our words. With `isByVariant`, every variant is a product of its own. */
export function toShopOrder(order: ShopifyOrder, isByVariant: boolean): ShopOrder {
  return {
    orderId: order.id,
    changedAt: order.updatedAt ?? 'received',
    orderedAt: order.orderedAt,
    currency: order.currency,
    customer: { name: order.name, email: order.email || undefined, phone: order.phone },
    language: languageTag(order.locale),
    country: order.country,
    lines: inBundles(
      order.lines.flatMap(line =>
        line.productId
          ? [{ group: line.group, line: toShopLine(line, line.productId, order.parcels, isByVariant) }]
          : [],
      ),
    ),
    isCancelled: order.isCancelled,
  }
}

function toShopLine(line: ShopifyLine, productId: string, parcels: Parcel[], isByVariant: boolean): ShopLine {
  return {
    productId,
    ...(line.variantId && { variantId: line.variantId }),
    sku: line.sku,
    name: (isByVariant && line.fullName) || line.title || productId,
    price: line.price,
    ...(line.gtin && { gtin: line.gtin }),
    ...(line.url && { url: line.url }),
    ...(line.picture && { picture: line.picture }),
    ...arrival(line, parcels.filter(isUnderWay)),
    isReturned: line.quantity <= 0,
    ...noProductOf(line),
  }
}

// Apps that insure parcels are the vendors of their own products.
const protectors =
  /^(route|corso|navidium|seel|shipaid|onward|order ?protection|shipinsure|redo|re:do|norton)\b/i

function noProductOf({ isGiftCard, needsShipping, vendor }: ShopifyLine): Pick<ShopLine, 'noProduct'> {
  if (isGiftCard) return { noProduct: 'gift_card' }
  return !needsShipping && protectors.test(vendor) ? { noProduct: 'protection' } : {}
}

const stopped = [
  'CANCELLED',
  'CANCELED',
  'ERROR',
  'FAILURE',
  'NOT_DELIVERED',
  'LABEL_VOIDED',
  'READY_FOR_PICKUP',
]
const arrived = ['DELIVERED', 'PICKED_UP']

function isUnderWay({ status, displayStatus }: Parcel): boolean {
  return !stopped.includes(status) && !stopped.includes(displayStatus)
}

/** A line has been shipped, or delivered, when all its pieces have. The last parcel sets the time. */
function arrival(line: ShopifyLine, parcels: Parcel[]): Pick<ShopLine, 'shippedAt' | 'deliveredAt'> {
  const shippedAt = timeOfAll(line, parcels, parcel => parcel.createdAt)
  if (shippedAt === undefined) return {}
  const deliveredAt = line.needsShipping ? timeOfAll(line, parcels, deliveryOf) : shippedAt
  return { shippedAt, ...(deliveredAt !== undefined && { deliveredAt }) }
}

function deliveryOf({ displayStatus, deliveredAt, updatedAt }: Parcel): number | undefined {
  return deliveredAt ?? (arrived.includes(displayStatus) ? updatedAt : undefined)
}

function timeOfAll(
  { id, quantity }: ShopifyLine,
  parcels: Parcel[],
  timeOf: (parcel: Parcel) => number | undefined,
): number | undefined {
  const pieces = parcels.flatMap(parcel => {
    const time = timeOf(parcel)
    return time === undefined
      ? []
      : parcel.pieces.filter(piece => piece.lineId === id).map(piece => ({ ...piece, time }))
  })
  const sum = pieces.reduce((sum, piece) => sum + piece.quantity, 0)
  return pieces.length > 0 && sum >= quantity ? Math.max(...pieces.map(piece => piece.time)) : undefined
}
