import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * Adds changes of a record to the history of a store, with the ids `from` to `to`, which are older than any real one. Each was
 * made a minute after the one before, since 2020.
 */
export async function addLoggedChanges(
  db: Connection,
  storeId: string,
  [from, to]: [number, number],
  record: { type: string; id: string },
): Promise<void> {
  await db.query(sql`
    insert into audit_log (store_id, id, at, actor, action, record_type, record_id, fields)
    select ${storeId}::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      '2020-01-01T00:00:00Z'::timestamptz + make_interval(mins => n), 'api', 'change', ${record.type}, ${record.id}, '{body}'
    from generate_series(${from}::integer, ${to}::integer) as n`)
}
