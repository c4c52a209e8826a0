import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/ids/uuid.ts'

/**
 * Marks the days of orders, reviews or questions that changed, in the caller's transaction. The instants are when
 * those were created. The days are recounted before they are read again. New orders need no mark: a day is stored
 * only an hour after its end.
 */
export async function markDaysChanged(tx: Connection, storeId: string, instants: Date[]): Promise<void> {
  const distinct = [...new Set(instants.map(instant => instant.getTime()))]
  if (distinct.length === 0) return
  await insertChange(tx, storeId, distinct.length > mostInstants ? [] : distinct)
}

/** Marks every day of the store; see `markDaysChanged`. */
export async function markAllDaysChanged(tx: Connection, storeId: string): Promise<void> {
  await insertChange(tx, storeId, [])
}

// A batch of an import names each of its instants. Beyond this number, recounting all days is cheaper.
const mostInstants = 1_000

async function insertChange(tx: Connection, storeId: string, instants: number[]): Promise<void> {
  await tx.query(sql`
    insert into store_day_changes (store_id, id, instants)
    values (${storeId}, ${uuid()}, ${instants.map(instant => new Date(instant))}::timestamptz[])`)
}
