import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { readFacts } from '../rules/facts.ts'
import { monthOf } from './order-usage.ts'
import { type Order, type OrderSettings, ordersSpent } from './orders.ts'
import { newOrder, writeOrdersIn } from './write-orders.ts'

/**
 * Stores orders of one store and schedules their requests in the caller's transaction, which locks the store until its
 * end. Each order is accepted or refused by itself: returns its id, `duplicate`, or `limit`. Throws `orders_often` if the
 * minute has no room for all of them: the caller must roll back.
 */
export async function createOrderBatch(
  tx: Connection,
  storeId: string,
  settings: OrderSettings,
  orders: Order[],
  now: number,
): Promise<({ id: string } | 'duplicate' | 'limit')[]> {
  const firsts = new Map(orders.toReversed().map(order => [order.order_id, order]))
  const distinct = orders.filter(order => firsts.get(order.order_id) === order)
  const facts = await readFacts(tx, storeId, settings.request_rules ?? [], distinct)
  // All their products may be new. What is known for sure is known after the commit.
  const rows = distinct.map(order =>
    newOrder(order, order.products, settings, now, { isOldAsked: false }, facts.get(order.order_id)),
  )
  const month = monthOf(now, settings.time_zone)
  const written = rows.length > 0 ? await writeOrdersIn(tx, { storeId, orders: rows, now, month }) : []
  const answers = new Map(rows.map(({ order_id }, index) => [order_id, written[index]]))
  return orders.map(order => {
    const answer = answers.get(order.order_id)
    if (answer === 'minute') throw new ApiError('orders_often', { headers: ordersSpent(settings, now) })
    if (typeof answer !== 'object') return answer ?? 'duplicate'
    return firsts.get(order.order_id) === order ? { id: answer.id } : 'duplicate'
  })
}
