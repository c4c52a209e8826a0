import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { uuid } from '../lib/ids/uuid.ts'

// A batch of an import names each of its instants. Beyond this number, recounting all days is cheaper.
const mostInstants = 1_000

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

/**
 * For a statement that changes requests: the text that marks the days of `changed`, a set of rows with the column
 * created_at. `own` has the store's row, and `id` is a new id.
 */
export function markDaysSql(own: string, changed: string, id: string): string {
  return `
    insert into store_day_changes (store_id, id, instants)
    select store_id, ${id}, case when cardinality(instants) > ${mostInstants} then '{}' else instants end
    from ${own}, (select array_agg(distinct created_at) as instants from ${changed}) as days
    where instants is not null`
}

async function insertChange(tx: Connection, storeId: string, instants: number[]): Promise<void> {
  await tx.query(sql`
    insert into store_day_changes (store_id, id, instants)
    values (${storeId}, ${uuid()}, ${instants.map(instant => new Date(instant))}::timestamptz[])`)
}
