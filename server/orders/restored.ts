import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Counts the orders of a restored store in its usage. The archive's own counts are not trusted: they may be too low.
 */
export async function countRestoredOrders(tx: Connection, storeId: string, timeZone: string): Promise<void> {
  await tx.query(sql`
    insert into order_usage as known (store_id, month, orders)
    select ${storeId}::uuid, date_trunc('month', received_at at time zone ${timeZone})::date as month, count(*)
    from orders
    where store_id = ${storeId}
    group by month
    on conflict (store_id, month) do update
    set orders = greatest(known.orders, excluded.orders)`)
}
