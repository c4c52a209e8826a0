import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * When the newest of the most recently written orders was received; undefined without orders. Orders are only added,
 * so the newest are in the table's last pages. Reading those takes a millisecond; `max` would read the whole table,
 * which has no index for it.
 */
export async function newestOrder(db: Connection): Promise<Date | undefined> {
  const [row] = await db.query<{ newest: Date | null }>(sql`
    select max(received_at) as newest
    from orders
    where ctid >= format(
      '(%s,0)', greatest(0, pg_relation_size('orders') / current_setting('block_size')::integer - 64)
    )::tid`)
  return row?.newest ?? undefined
}
