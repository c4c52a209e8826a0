import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * Records rows as imported, and resolves with the records of those that are new. Waits for a concurrent import of the
 * same rows.
 */
export async function claimRows(
  tx: Connection,
  storeId: string,
  kind: string,
  rows: { key: string; recordId: string }[],
): Promise<Set<string>> {
  // Rows are inserted in key order, so that concurrent imports cannot deadlock.
  const claimed = await tx.query<{ record_id: string }>(sql`
    insert into imported_rows (store_id, kind, key, record_id)
    select own.store_id, ${kind}, key, record_id
    from ${ownStore(storeId)} as own, unnest(
      ${rows.map(({ key }) => Buffer.from(key, 'hex'))}::bytea[], ${rows.map(({ recordId }) => recordId)}::uuid[]
    ) as row(key, record_id)
    order by key
    on conflict (store_id, kind, key) do nothing
    returning record_id`)
  return new Set(claimed.map(({ record_id }) => record_id))
}

/** Forgets that rows were imported: the same rows are new again. */
export async function forgetRows(
  tx: Connection,
  storeId: string,
  kind: string,
  keys: Buffer[],
): Promise<void> {
  await tx.query(sql`
    delete from imported_rows
    where store_id = ${storeId} and kind = ${kind} and key = any(${keys}::bytea[])`)
}

/**
 * The records of those keys that were imported before. Looks up each one: a join may read all rows that the store
 * imported.
 */
export async function knownRows(
  db: Connection,
  storeId: string,
  kind: string,
  keys: string[],
): Promise<Map<string, string>> {
  const known = await db.query<{ key: string; record_id: string }>(sql`
    select encode(asked.key, 'hex') as key, known.record_id
    from unnest(${keys.map(key => Buffer.from(key, 'hex'))}::bytea[]) as asked(key)
    cross join lateral (
      select record_id
      from imported_rows
      where store_id = ${storeId} and kind = ${kind} and imported_rows.key = asked.key
      limit 1
    ) as known`)
  return new Map(known.map(({ key, record_id }) => [key, record_id]))
}
