import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/**
 * Makes whoever counts the files of the store wait until `tx` ends: two at once must not both find the last room.
 * A lock of its own: the one of the store's row would keep orders waiting.
 */
export async function lockFiles(tx: Connection, storeId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`files ${storeId}`}, 0))`)
}

/** The setting STORE_FILES_LIMIT in bytes. */
export function filesLimit({ STORE_FILES_LIMIT }: { STORE_FILES_LIMIT: number }): number {
  return STORE_FILES_LIMIT * 1_000_000
}
