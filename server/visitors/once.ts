import { hash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Whether `what` is done for the first time, or for the first time since an earlier one expired: decided by the commit of `tx`. Whoever asks while another
 * transaction has not ended waits for it.
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

/** Takes it back: it was not done after all. */
export async function allowAgain(tx: Connection, storeId: string, what: string): Promise<void> {
  await tx.query(sql`
    delete from used_once
    where store_id = ${storeId} and what = ${what}`)
}

/** Deletes what no longer says anything. */
export async function forgetUsed(tx: Connection, storeId: string, at: Date): Promise<void> {
  await tx.query(sql`
    delete from used_once
    where store_id = ${storeId} and expires_at < ${at}`)
}

/** The same words of the same person have the same fingerprint. */
export function fingerprintOf(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts))
}
