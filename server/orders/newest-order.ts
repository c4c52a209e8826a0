import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * When the newest of the orders written last was received; undefined when there is none. Orders are only
 * ever added, so those lie in the table's last pages: looking there takes a millisecond, where `max` would
 * read the whole table, which has no index for it.
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
