import type { Connection } from '../database/connect.ts'
import { cancelOrder, moveOrder, type OrderBy } from '../orders/order-changes.ts'
import type { Store } from '../stores/stores.ts'
import type { DesiredOrder } from './desired-order.ts'

/** Brings the lines of a stored order into the desired state. Repeating it changes nothing. Throws `order_unknown`. */
export async function reachLines(
  tx: Connection,
  store: Store,
  orderId: string,
  { deliveries }: DesiredOrder,
  by: OrderBy,
): Promise<void> {
  const last = deliveries.at(-1)
  if (!last) return void (await cancelOrder(tx, store.store_id, orderId, by))
  const delivery_date = new Date(last.deliveredAt).toISOString()
  await moveOrder(tx, store.store_id, orderId, store, { delivery_date }, by)
}
