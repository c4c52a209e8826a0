import { hash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Whether `what` happens for the first time, or for the first time since its last record expired. The commit of `tx`
 * decides. Waits for other transactions that ask about the same.
 */
export async function isFirstTime(
  tx: Connection,
  storeId: string,
  what: string,
  expiresAt: Date,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into used_once as known (store_id, what, expires_at)
    values (${storeId}, ${what}, ${expiresAt})
    on conflict (store_id, what) do update
    set expires_at = excluded.expires_at
    where known.expires_at <= ${at}
    returning what`)
  return rows.length === 1
}

/** Allows `what` once more, because it was not completed. */
export async function allowAgain(tx: Connection, storeId: string, what: string): Promise<void> {
  await tx.query(sql`
    delete from used_once
    where store_id = ${storeId} and what = ${what}`)
}

/** A condition for a statement about `stores`: `forgetUsed` would delete a row. */
export function hasUsed(at: Date): Sql {
  return sql`exists (
    select from used_once
    where used_once.store_id = stores.store_id and expires_at < ${at})`
}

/** Deletes expired records. */
export async function forgetUsed(tx: Connection, storeId: string, at: Date): Promise<void> {
  await tx.query(sql`
    delete from used_once
    where store_id = ${storeId} and expires_at < ${at}`)
}

/** A fingerprint that is equal for equal parts. */
export function fingerprintOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts))
}
