import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/uuid.ts'

/**
 * Says, in the transaction of the change, that orders, reviews or questions which began at these instants are
 * not what they were: their days are counted anew before anybody sees them. Orders that come in need no word:
 * a day is not kept before it is over for an hour.
 */
export async function markDaysChanged(tx: Connection, storeId: string, instants: Date[]): Promise<void> {
  const distinct = [...new Set(instants.map(instant => instant.getTime()))]
  if (distinct.length === 0) return
  await insertChange(tx, storeId, distinct.length > mostTold ? [] : distinct)
}

/** The same of every day the store ever had. */
export async function markAllDaysChanged(tx: Connection, storeId: string): Promise<void> {
  await insertChange(tx, storeId, [])
}

// A batch of an import names each of its instants. Past that, counting all days once is the smaller work.
const mostTold = 1_000

async function insertChange(tx: Connection, storeId: string, instants: number[]): Promise<void> {
  await tx.query(sql`
    insert into store_day_changes (store_id, id, instants)
    values (${storeId}, ${uuid()}, ${instants.map(instant => new Date(instant))}::timestamptz[])`)
}
