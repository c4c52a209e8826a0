import { delivery as fromShopify, shopifyOrder, shopifyParcel } from '../../server/test/shops/shopify.ts'
import { delivery as fromWooCommerce, orderJson, wooOrder } from '../../server/test/shops/woocommerce.ts'

export type SigningPlatform = 'woocommerce' | 'shopify'

/** A webhook about a version of an order. Those of an order are numbered from 0, and the highest one counts. */
export type ShopDelivery = {
  platform: SigningPlatform
  orderId: string
  version: number
  /** How the shop names the delivery. */
  id: string
  headers: Record<string, string>
  body: Buffer
}

/** What an order's version asks for: no request, a cancelled one, or one after a delivery at this time, in ms. */
export type Wanted = 'nothing' | 'cancelled' | number

const versions = 3
const minute = 60_000
const day = 24 * 60 * minute
const transit = 5 * day // the standard of connections
const start = Math.floor(Date.now() / 1000) * 1000 - 2 * day

/** Placed, then sent, then a later delivery or, of every third order, a cancellation. */
export function wantedOf(platform: SigningPlatform, orderId: string, version: number): Wanted {
  if (version === 0) return 'nothing'
  if (version === 2 && isCancelled(orderId)) return 'cancelled'
  if (platform === 'shopify' && version === 2) return start + day
  return start + (version - 1) * day + transit
}

const isCancelled = (orderId: string) => Number(orderId) % 3 === 0

/** At least so many deliveries, a tenth of them repeated ones. The versions of half of the orders arrive backwards. */
export function planDeliveries(count: number, secrets: Record<SigningPlatform, string>): ShopDelivery[] {
  const planned: ShopDelivery[] = []
  for (let id = 1; planned.length < count; id++) {
    const platform = id % 2 === 0 ? 'woocommerce' : 'shopify'
    const ofOrder = Array.from({ length: versions }, (_, version) =>
      aDelivery(platform, id, version, secrets[platform]),
    )
    planned.push(...(id % 4 < 2 ? ofOrder : ofOrder.toReversed()))
    const [again] = ofOrder
    if (again && id % 3 === 1) planned.push(again)
  }
  return planned
}

function aDelivery(platform: SigningPlatform, id: number, version: number, secret: string): ShopDelivery {
  const made = platform === 'shopify' ? ofShopify(id, version, secret) : ofWooCommerce(id, version, secret)
  const name = made.headers['x-shopify-webhook-id'] ?? made.headers['x-wc-webhook-delivery-id'] ?? ''
  return { platform, orderId: String(id), version, id: name, ...made }
}

function ofWooCommerce(id: number, version: number, secret: string) {
  const order = wooOrder(id, { created: start, modified: start + version * minute, status: 'processing' })
  const sent = version > 0 && { completed: start + (version - 1) * day, status: 'completed' }
  const status = version === 2 && isCancelled(String(id)) && { status: 'cancelled' }
  const { completed: _, ...placed } = order
  return fromWooCommerce(
    'order.updated',
    orderJson({ ...placed, ...sent, ...status }),
    secret,
    id * versions + version,
  )
}

function ofShopify(id: number, version: number, secret: string) {
  const at = (time: number) => new Date(time).toISOString()
  const isDelivered = version === 2 && !isCancelled(String(id))
  const parcel = shopifyParcel(
    id,
    [
      [1, 1],
      [2, 2],
    ],
    {
      ...{ created_at: at(start), updated_at: at(isDelivered ? start + day : start) },
      shipment_status: isDelivered ? 'delivered' : 'in_transit',
    },
  )
  const order = shopifyOrder(id, {
    ...{ created_at: at(start), processed_at: at(start), updated_at: at(start + version * minute) },
    cancelled_at: version === 2 && isCancelled(String(id)) ? at(start) : null,
    fulfillments: version > 0 ? [parcel] : [],
  })
  return fromShopify('orders/updated', order, { secret })
}
