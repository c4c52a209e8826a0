import { addProducts } from '../../../asking/orders/later/added-products.ts'
import { type Comeback, restoreProducts } from '../../../asking/orders/later/comebacks.ts'
import { deliverProducts, holdProducts, refundProducts } from '../../../asking/orders/later/deliveries.ts'
import type { OrderBy } from '../../../asking/orders/later/order-changes.ts'
import { readOrder } from '../../../asking/orders/orders.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { DesiredOrder } from './desired-order.ts'

export type Reached = {
  /** What became of products whose return the shop called off. */
  comeback: Comeback | undefined
  /** How many products had no room in the order. */
  left: number
}

/**
 * Brings the products of a stored order into the desired state. One that the shop no longer names was removed; one that
 * it added is asked about after its own delivery. `isTie`: a version with the same time was applied, so nothing that was
 * sent or returned is taken back. Repeating it changes nothing. Throws `order_unknown`.
 */
export async function reachLines(
  tx: Connection,
  secrets: Secrets,
  store: Store,
  orderId: string,
  { products, deliveries, held, returned }: DesiredOrder,
  { by, isTie }: { by: OrderBy; isTie: boolean },
): Promise<Reached> {
  const kept = products.filter(({ product_id }) => !returned.includes(product_id))
  const left = await addProducts(tx, store.store_id, orderId, kept, by)
  const stored = await readOrder(tx, store.store_id, orderId)
  const storedIds = new Set(stored.products.map(({ product_id }) => product_id))
  const named = new Set(products.map(({ product_id }) => product_id))
  const removed = [...storedIds].filter(id => !named.has(id))
  const ofOrder = (ids: string[]) => ids.filter(id => storedIds.has(id))
  const back = ofOrder(kept.map(({ product_id }) => product_id))
  const comeback = isTie ? undefined : await restoreProducts(tx, secrets, store, orderId, back, by)
  // First what needs no request, so that the deliveries find the first one free.
  const gone = [...ofOrder(returned), ...removed]
  if (gone.length > 0) await refundProducts(tx, store, orderId, { productIds: gone }, by)
  const waiting = ofOrder(held)
  if (waiting.length > 0 && !isTie) await holdProducts(tx, store, orderId, waiting, by)
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
  return { comeback, left }
}
