import { deliverProducts, refundProducts } from '../../../asking/orders/later/deliveries.ts'
import { cancelOrder, type OrderBy } from '../../../asking/orders/later/order-changes.ts'
import { type OrderProgress, readOrderProgress } from '../../../asking/orders/later/waiting-orders.ts'
import { knownOrders } from '../../../asking/orders/reads/known-orders.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { WholeOrder } from './order-draft.ts'
import { longestNumber, withoutZeros } from './order-ids.ts'

/** What a file says that a stored order does not have yet. */
export type OrderChange = { deliver: string[]; refund: string[] }

/**
 * A file moves a stored order only forward: what waits is delivered, and what is here goes back. A file that is older than
 * the store changes nothing.
 */
export function changeOf(known: OrderProgress, { order, waiting, off }: WholeOrder): OrderChange | undefined {
  if (known.isCancelled) return undefined
  const arrived = order.products.map(({ product_id }) => product_id).filter(id => !waiting.includes(id))
  const deliver = arrived.filter(id => known.waiting.includes(id))
  const refund = off.filter(id => known.kept.includes(id))
  return deliver.length + refund.length > 0 ? { deliver, refund } : undefined
}

/** Applies a change. The products that go back come first, so that the others find their request free. */
export async function applyChange(
  tx: Connection,
  store: Store,
  { order_id, delivery_date }: WholeOrder['order'],
  { deliver, refund }: OrderChange,
  at: Date,
): Promise<void> {
  const by: OrderBy = { at, actor: 'import' }
  if (refund.length > 0) await refundProducts(tx, store, order_id, { productIds: refund }, by)
  const deliveredAt = Date.parse(delivery_date)
  if (deliver.length > 0) await deliverProducts(tx, store, order_id, { deliveredAt, productIds: deliver }, by)
}

/** Cancels the requests of stored orders that a file says were called off. Returns how many were not cancelled before. */
export async function cancelKnown(
  tx: Connection,
  store: Store,
  orderIds: string[],
  { at, dryRun }: { at: Date; dryRun: boolean },
): Promise<number> {
  if (orderIds.length === 0) return 0
  const stored = await storedIds(tx, store.store_id, orderIds)
  const known = await readOrderProgress(tx, store.store_id, [...new Set(stored.values())])
  const open = [...known].filter(([, { isCancelled }]) => !isCancelled)
  if (!dryRun)
    for (const [orderId] of open) await cancelOrder(tx, store.store_id, orderId, { at, actor: 'import' })
  return open.length
}

/**
 * The id that the store has each order by: its own, or the same number with other zeros before it, which spreadsheets drop.
 * Those that the store does not know, or has deleted under their own id, are their own.
 */
export async function storedIds(
  tx: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, string>> {
  const spellings = new Map(orderIds.map(id => [id, otherSpellings(id)]))
  const all = [...spellings.values()].flat()
  if (all.length === 0) return new Map(orderIds.map(id => [id, id]))
  const known = await knownOrders(tx, storeId, [...orderIds, ...all])
  return new Map(
    orderIds.map(id => {
      const other = known.has(id) ? undefined : spellings.get(id)?.find(spelling => known.has(spelling))
      return [id, other ?? id]
    }),
  )
}

function otherSpellings(orderId: string): string[] {
  if (!/^\d+$/.test(orderId) || orderId.length > longestNumber) return []
  const number = withoutZeros(orderId)
  const spellings = Array.from(
    { length: longestNumber - number.length + 1 },
    (_, zeros) => `${'0'.repeat(zeros)}${number}`,
  )
  return spellings.filter(spelling => spelling !== orderId)
}
