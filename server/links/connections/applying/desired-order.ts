import type { OrderProduct } from '../../../asking/orders/orders.ts'
import { isKnownDate } from '../../../foundation/lib/time/instant.ts'
import type { NoProduct } from '../../../tenants/products/unasked.ts'
import type { ConnectionSettings, ShopLine, ShopOrder } from '../platform.ts'
import { orderedProduct } from '../shop/shop-texts.ts'

const day = 24 * 60 * 60 * 1000

/** A delivery of some products. `isEstimated`: the shop knows when it sent them, and the days on the way are assumed. */
export type DesiredDelivery = { deliveredAt: number; isEstimated: boolean; productIds: string[] }

/** What an order should be like here, computed from what its shop says. Times are in ms. */
export type DesiredOrder = {
  products: OrderProduct[]
  deliveries: DesiredDelivery[]
  /** The ids of products that are not sent yet. */
  held: string[]
  /** The ids of products that went back. */
  returned: string[]
  /** Those of the products that are none by the word of the shop. */
  noProducts: NoProduct[]
}

/**
 * Two lines of one product are one product: delivered when all are, returned when all are. A line that went back does
 * not delay the others of its product. What was sent or arrived on an unknown day did so at the last change of the order,
 * or `now`. `stored`: the products of the order here, which stay themselves if the shop's ids are read otherwise since.
 */
export function desiredOrder(
  order: ShopOrder,
  { options }: ConnectionSettings,
  now: number,
  stored: OrderProduct[] = [],
): DesiredOrder {
  const changedAt = typeof order.changedAt === 'number' ? order.changedAt : now
  const transit = transitOf(options)
  const idOf = productIds(order, options, stored)
  const products = [...Map.groupBy(order.lines, idOf)].map(([id, lines]) => {
    const kept = lines.filter(({ isReturned }) => !isReturned).map(line => withKnownDates(line, changedAt))
    return {
      product: orderedProduct(id, lines[0] as ShopLine),
      noProduct: lines.find(({ noProduct }) => noProduct)?.noProduct,
      isReturned: kept.length === 0,
      delivery: lastDelivery(kept, transit),
    }
  })
  const kept = products.filter(({ isReturned }) => !isReturned)
  return {
    products: products.map(({ product }) => product),
    deliveries: joinDeliveries(
      kept.flatMap(({ product, delivery }) => (delivery ? [{ product, delivery }] : [])),
    ),
    held: kept.filter(({ delivery }) => !delivery).map(({ product }) => product.product_id),
    returned: products.filter(({ isReturned }) => isReturned).map(({ product }) => product.product_id),
    noProducts: products.flatMap(({ product, noProduct }) =>
      noProduct ? [{ ...product, recognised_as: noProduct }] : [],
    ),
  }
}

function withKnownDates(line: ShopLine, changedAt: number): ShopLine {
  const known = (name: 'shippedAt' | 'deliveredAt') =>
    line[name] === undefined || isKnownDate(line[name]) ? {} : { [name]: changedAt }
  return { ...line, ...known('shippedAt'), ...known('deliveredAt') }
}

/**
 * What the product of a line is called here. If the shop names none of the stored ones any more, its ids are read
 * otherwise now, and its products are found by their words.
 */
function productIds({ lines }: ShopOrder, options: ConnectionSettings['options'], stored: OrderProduct[]) {
  const idsOf = ({ productId, variantId = productId }: ShopLine) =>
    options.product_id === 'variant' ? [variantId, productId] : [productId, variantId]
  const known = new Set(stored.map(({ product_id }) => product_id))
  const isRenamed = !lines.some(line => idsOf(line).some(id => known.has(id)))
  const alike = (line: ShopLine) =>
    stored.find(({ sku }) => sku !== '' && sku === line.sku) ??
    stored.find(({ name }) => name !== '' && name === line.name)
  return (line: ShopLine): string =>
    idsOf(line).find(id => known.has(id)) ??
    (isRenamed ? alike(line)?.product_id : undefined) ??
    (idsOf(line)[0] as string)
}

/** The days on the way that the merchant assumes, in ms. */
export const transitOf = (options: ConnectionSettings['options']): number =>
  Number(options.transit_days ?? 5) * day

type LineDelivery = { deliveredAt: number; isEstimated: boolean }

/** Undefined while one of the lines has not left the shop. */
function lastDelivery(lines: ShopLine[], transit: number): LineDelivery | undefined {
  const deliveries = lines.map(({ deliveredAt, shippedAt }) => {
    if (deliveredAt !== undefined) return { deliveredAt, isEstimated: false }
    return shippedAt === undefined ? undefined : { deliveredAt: shippedAt + transit, isEstimated: true }
  })
  const known = deliveries.filter(one => one !== undefined)
  if (known.length < lines.length) return undefined
  return known.reduce<LineDelivery | undefined>(
    (last, one) => (last && last.deliveredAt >= one.deliveredAt ? last : one),
    undefined,
  )
}

/** Products that arrive at the same time are one delivery. The earliest comes first. */
function joinDeliveries(deliveries: { product: OrderProduct; delivery: LineDelivery }[]): DesiredDelivery[] {
  const groups = Map.groupBy(deliveries, ({ delivery }) => `${delivery.deliveredAt} ${delivery.isEstimated}`)
  return [...groups.values()]
    .map(group => ({
      ...(group[0] as (typeof group)[0]).delivery,
      productIds: group.map(({ product }) => product.product_id),
    }))
    .sort((one, other) => one.deliveredAt - other.deliveredAt)
}
