import sql from 'sql-template-tag'
import { ownStore } from '../../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { monthOf } from '../order-usage.ts'
import type { Order, OrderProduct } from '../orders.ts'
import { type Answer, waitingOrder, writeOrdersIn } from '../write-orders.ts'
import { readLines } from './order-lines.ts'

/**
 * Stores orders whose products all wait for their delivery, without a request, in the caller's transaction, which locks
 * the store until its end. `deliverProducts` asks about them later. Reports nothing to webhooks: an import is reported as
 * a whole. Each id at most once.
 */
export async function createWaitingOrders(
  tx: Connection,
  store: Store,
  orders: Order[],
  now: number,
): Promise<Answer[]> {
  if (orders.length === 0) return []
  const month = monthOf(now, store.time_zone)
  const group = { storeId: store.store_id, orders: orders.map(waitingOrder), now, month }
  const answers = await writeOrdersIn(tx, group)
  await holdAll(
    tx,
    store.store_id,
    orders.filter((_, index) => typeof answers[index] === 'object'),
  )
  return answers
}

async function holdAll(tx: Connection, storeId: string, orders: Order[]): Promise<void> {
  const lines = orders.flatMap(({ order_id, products }) =>
    products.map(({ product_id }) => ({ order_id, product_id })),
  )
  await tx.query(sql`
    insert into order_lines (store_id, order_id, product_id, is_estimated)
    select own.store_id, order_id, product_id, false
    from ${ownStore(storeId)} as own,
      jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(order_id text, product_id text)`)
}

/** What a store has of an order that a file names again. */
export type OrderProgress = {
  isCancelled: boolean
  /** The products that wait for their delivery. */
  waiting: string[]
  /** The products that did not go back. */
  kept: string[]
}

/** What the store has of these orders. Unknown and deleted ones are left out. */
export async function readOrderProgress(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderProgress>> {
  const orders = await db.query<{ order_id: string; is_cancelled: boolean; products: OrderProduct[] }>(sql`
    select order_id, cancelled_at is not null as is_cancelled, products
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
  const lines = await readLines(
    db,
    storeId,
    orders.map(({ order_id }) => order_id),
  )
  return new Map(
    orders.map(({ order_id, is_cancelled, products }) => {
      const known = lines.get(order_id) ?? []
      const returned = new Set(known.filter(one => one.refunded_at).map(({ product_id }) => product_id))
      return [
        order_id,
        {
          isCancelled: is_cancelled,
          waiting: known
            .filter(({ part, refunded_at }) => part === null && refunded_at === null)
            .map(({ product_id }) => product_id),
          kept: products.map(({ product_id }) => product_id).filter(id => !returned.has(id)),
        },
      ]
    }),
  )
}
