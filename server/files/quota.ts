import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Locks the store's file quota until `tx` ends: concurrent requests must not both take the last bytes. It does not lock
 * the store's row, which would block orders.
 */
export async function lockFiles(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${storeId}`}, 0))`)
}

/** The setting STORE_FILES_LIMIT in bytes. */
export function filesLimit({ STORE_FILES_LIMIT }: { STORE_FILES_LIMIT: number }): number {
  return STORE_FILES_LIMIT * 1_000_000
}
