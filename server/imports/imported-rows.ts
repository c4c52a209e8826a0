import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Notes rows as imported, each with the record it becomes; resolves with the records of those that were not
 * yet. Waits for another import that is about to note the same rows.
 */
export async function claimRows(
  tx: Connection,
  storeId: string,
  kind: string,
  rows: { key: string; recordId: string }[],
): Promise<Set<string>> {
  // In the order of their key: two imports at once never wait for each other in a ring.
  const claimed = await tx.query<{ record_id: string }>(sql`
    insert into imported_rows (store_id, kind, key, record_id)
    select ${storeId}::uuid, ${kind}, decode(key, 'hex'), record_id
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ recordId }) => recordId)}::uuid[])
      as row(key, record_id)
    order by key
    on conflict (store_id, kind, key) do nothing
    returning record_id`)
  return new Set(claimed.map(({ record_id }) => record_id))
}

/** Which of the keys were noted. */
export async function knownRows(
  db: Connection,
  storeId: string,
  kind: string,
  keys: string[],
): Promise<Set<string>> {
  const known = await db.query<{ key: string }>(sql`
    select encode(key, 'hex') as key
    from imported_rows
    where store_id = ${storeId} and kind = ${kind}
      and key in (select decode(key, 'hex') from unnest(${keys}::text[]) as key)`)
  return new Set(known.map(({ key }) => key))
}
