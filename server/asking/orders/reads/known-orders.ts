import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { saltedHash } from '../../../foundation/personal-data/retention.ts'

/** Which of the orders the store has received, including those that it has deleted since. */
export async function knownOrders(db: Connection, storeId: string, orderIds: string[]): Promise<Set<string>> {
  const known = await db.query<{ order_id: string }>(sql`
    select order_id
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    union all
    select order_id
    from stores
    cross join unnest(${orderIds}::text[]) as asked(order_id)
    join former_orders on former_orders.store_id = ${storeId}
      and order_hash = ${raw(saltedHash('order_salt', 'asked.order_id'))}
    where stores.store_id = ${storeId} and order_salt is not null`)
  return new Set(known.map(({ order_id }) => order_id))
}
