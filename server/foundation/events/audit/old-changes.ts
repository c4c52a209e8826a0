import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../database/connect.ts'
import { countUpTo } from '../../database/count-up-to.ts'

/** A condition for a statement about `stores`: the log has a change from `until` or earlier, an SQL expression. */
export function hasOldChanges(until: Sql): Sql {
  return sql`exists (
    select from audit_log
    where ${isOld(sql`stores.store_id`, until)})`
}

/** How many changes are from `until` or earlier, counted up to `most`. */
export async function countOldChanges(
  db: Connection,
  storeId: string,
  until: Sql,
  most: number,
): Promise<number> {
  const rows = sql`
    select
    from audit_log
    where ${isOld(sql`${storeId}::uuid`, until)}`
  return await countUpTo(db, rows, most)
}

/** Deletes at most `most` changes from `until` or earlier. Returns how many there were. */
export async function forgetChanges(
  tx: Connection,
  storeId: string,
  until: Sql,
  most: number,
): Promise<number> {
  const gone = await tx.query(sql`
    delete from audit_log
    where store_id = ${storeId} and id = any(array(
      select id
      from audit_log
      where ${isOld(sql`${storeId}::uuid`, until)}
      limit ${most}
      for update skip locked
    ))
    returning id`)
  return gone.length
}

// Ids begin with their time (UUID v7, RFC 9562), so the key finds old changes; no index has `at`.
function isOld(storeId: Sql, until: Sql): Sql {
  return sql`audit_log.store_id = ${storeId} and at <= ${until} and id <= (
    lpad(to_hex((extract(epoch from ${until}) * 1000)::bigint), 12, '0') || 'ffffffffffffffffffff')::uuid`
}
