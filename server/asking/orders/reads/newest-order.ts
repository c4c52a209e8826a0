import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'

/**
 * When the newest order was received; undefined without orders. One index probe per store: no index has the arrival
 * of all stores' orders. Deleted orders leave room in any page, so the newest may be anywhere in the table.
 */
export async function newestOrder(db: Connection): Promise<Date | undefined> {
  const [row] = await db.query<{ newest: Date | null }>(sql`
    select (
      select max(received_at)
      from orders
      where orders.store_id = stores.store_id
    ) as newest
    from stores
    order by newest desc nulls last
    limit 1`)
  return row?.newest ?? undefined
}
