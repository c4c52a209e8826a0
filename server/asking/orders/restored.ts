import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ordersOfRequests } from '../requests/requests.ts'

/**
 * Counts the orders of a restored store in its usage. The archive's own counts are not trusted: they may be too low.
 */
export async function countRestoredOrders(tx: Connection, storeId: string, timeZone: string): Promise<void> {
  await tx.query(sql`
    insert into order_usage as known (store_id, month, orders)
    select ${storeId}::uuid, date_trunc('month', received_at at time zone ${timeZone})::date as month, count(*)
    from (
      select received_at from orders where store_id = ${storeId}
      union all
      select received_at from former_orders where store_id = ${storeId}
    ) as received
    group by month
    on conflict (store_id, month) do update
    set orders = greatest(known.orders, excluded.orders)`)
}

/**
 * A request whose order does not exist, of one store or of all; undefined if there is none. No foreign key prevents it:
 * `POST /orders` writes both in one statement, and the key's check was a sixth of PostgreSQL's time for an order.
 */
export async function findRequestWithoutOrder(
  db: Connection,
  storeId?: string,
): Promise<{ store_id: string; order_id: string } | undefined> {
  const [found] = await db.query<{ store_id: string; order_id: string }>(sql`
    select store_id, order_id
    from (${ordersOfRequests(storeId)}) as request
    where not exists (
      select
      from orders
      where orders.store_id = request.store_id and orders.order_id = request.order_id
    )
    limit 1`)
  return found
}
