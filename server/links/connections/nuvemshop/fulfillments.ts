import { z } from 'zod'
import { shopId, shopText, shopTime } from '../shop/shop-json.ts'

const lineOfFulfillment = z.object({
  id: shopId.nullish(),
  line_item_id: shopId.nullish(),
  product_id: shopId.nullish(),
  variant_id: shopId.nullish(),
})

/** A fulfilment order: one of the parcels of an order. */
export const fulfillment = z.object({
  status: shopText.transform(status => status.toLowerCase()),
  line_items: z.array(lineOfFulfillment).nullish(),
  shipping: z.object({ type: shopText }).nullish(),
  fulfilled_at: shopTime,
  tracking_events: z
    .array(z.object({ status: shopText.transform(status => status.toLowerCase()), happened_at: shopTime }))
    .nullish(),
})
export type Fulfillment = z.infer<typeof fulfillment>

type OrderedLine = Pick<z.infer<typeof lineOfFulfillment>, 'id' | 'product_id' | 'variant_id'>

/** `isLost`: it was sent back to the shop, or lost. */
type Delivery = { shippedAt?: number; deliveredAt?: number; isLost: boolean }

/** Nuvemshop's words for "left the shop". A parcel that waits at a pick-up point has not arrived yet. */
const sent = ['dispatched', 'marked_as_fulfilled', 'fulfilled', 'shipped', 'delivered']
const underway = ['dispatched', 'received_by_post_office', 'in_transit', 'out_for_delivery', 'shipped']
const lost = ['returned_to_sender', 'returned', 'lost']

/** Whether the parcels lack the events that say when they arrived: lists of orders may leave them out. */
export const lacksEvents = (parcels: readonly (Fulfillment | string)[]): boolean =>
  parcels.some(one => typeof one === 'string' || (sent.includes(one.status) && !one.tracking_events))

/**
 * When a line left the shop and arrived, over all of its parcels. `fallback`: the date of an order whose parcels name
 * none. Without parcels, which older shops do not have, the line has none of it.
 */
export function deliveryOf(line: OrderedLine, parcels: readonly Fulfillment[], fallback: number): Delivery {
  const itsOwn = parcels.filter(one => one.status !== 'cancelled' && contains(one, line))
  const deliveries = itsOwn.map(one => deliveryOfParcel(one, fallback))
  return {
    ...latest('shippedAt', deliveries),
    ...latest('deliveredAt', deliveries),
    isLost: deliveries.some(({ isLost }) => isLost),
  }
}

/** The latest of all dates; none if one is missing. */
function latest(
  name: 'shippedAt' | 'deliveredAt',
  deliveries: Delivery[],
): { [key in typeof name]?: number } {
  const dates = deliveries.map(one => one[name])
  if (dates.length === 0 || dates.some(date => date === undefined)) return {}
  return { [name]: Math.max(...(dates as number[])) }
}

function contains({ line_items }: Fulfillment, line: OrderedLine): boolean {
  if (!line_items?.length) return true
  return line_items.some(item => {
    if (item.line_item_id) return item.line_item_id === line.id
    if (item.variant_id && line.variant_id) return item.variant_id === line.variant_id
    if (item.product_id) return item.product_id === line.product_id
    return item.id === line.id
  })
}

function deliveryOfParcel(parcel: Fulfillment, fallback: number): Delivery {
  const events = parcel.tracking_events ?? []
  const timeOf = (kinds: string[]) =>
    events.filter(({ status }) => kinds.includes(status)).map(({ happened_at }) => happened_at ?? fallback)
  const arrivals = timeOf(['delivered'])
  const isDelivered = arrivals.length > 0 || parcel.status === 'delivered'
  const departures = timeOf(underway)
  const isSent = isDelivered || sent.includes(parcel.status)
  const shippedAt = departures.length > 0 ? Math.min(...departures) : (parcel.fulfilled_at ?? fallback)
  const isDigital = parcel.shipping?.type === 'non-shippable'
  const deliveredAt = arrivals.length > 0 ? Math.max(...arrivals) : (parcel.fulfilled_at ?? fallback)
  return {
    ...(isSent && { shippedAt }),
    ...(isDelivered && { deliveredAt }),
    ...(isSent && !isDelivered && isDigital && { deliveredAt: shippedAt }),
    isLost: !isDelivered && timeOf(lost).length > 0,
  }
}
