import type { Connection } from '../../database/connect.ts'
import { deliverProducts, holdProducts, refundProducts } from '../../orders/deliveries.ts'
import type { OrderBy } from '../../orders/order-changes.ts'
import { readOrder } from '../../orders/orders.ts'
import type { Store } from '../../stores/stores.ts'
import type { DesiredOrder } from './desired-order.ts'

/**
 * Brings the products of a stored order into the desired state. One that the shop no longer names was removed; one that
 * the shop added later is not asked about. Repeating it changes nothing. Throws `order_unknown`.
 */
export async function reachLines(
  tx: Connection,
  store: Store,
  orderId: string,
  { products, deliveries, held, returned }: DesiredOrder,
  by: OrderBy,
): Promise<void> {
  const stored = new Set(
    (await readOrder(tx, store.store_id, orderId)).products.map(({ product_id }) => product_id),
  )
  const named = new Set(products.map(({ product_id }) => product_id))
  const removed = [...stored].filter(id => !named.has(id))
  const ofOrder = (ids: string[]) => ids.filter(id => stored.has(id))
  // First what needs no request, so that the deliveries find the first one free.
  const gone = [...ofOrder(returned), ...removed]
  if (gone.length > 0) await refundProducts(tx, store, orderId, { productIds: gone }, by)
  const waiting = ofOrder(held)
  if (waiting.length > 0) await holdProducts(tx, store, orderId, waiting, by)
  for (const { deliveredAt, isEstimated, productIds } of deliveries) {
    const arrived = ofOrder(productIds)
    if (arrived.length > 0)
      await deliverProducts(
        tx,
        store,
        orderId,
        { deliveredAt, isEstimated, productIds: arrived, isSaidByShop: true },
        by,
      )
  }
}
