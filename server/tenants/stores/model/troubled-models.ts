import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { reachableStoresWith } from '../all-stores.ts'
import { monthOf } from './model-usage.ts'

const isUsed: Sql = sql`active and deleted_at is null and model_url is not null and (translate_reviews or summarize_reviews)`

/** The stores whose language model is used, and those of them whose newest question of this month failed. */
export async function findModels(db: Connection, at: Date): Promise<{ used: string[]; failing: string[] }> {
  const used = await reachableStoresWith(db, isUsed)
  const failing = await reachableStoresWith(
    db,
    sql`${isUsed} and exists (
      select from model_usage
      where model_usage.store_id = stores.store_id and month = ${monthOf(at)}::date and failure is not null)`,
  )
  return { used, failing }
}

const year = 365 * 24 * 60 * 60 * 1000

/** A condition for a statement about `stores`: `forgetUsage` would delete a row. */
export function hasOldUsage(at: Date): Sql {
  return sql`exists (
    select from model_usage
    where model_usage.store_id = stores.store_id and month < ${lastKept(at)}::date)`
}

/** Deletes the use of the model before the last two years. */
export async function forgetUsage(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    delete from model_usage
    where store_id = ${storeId} and month < ${lastKept(at)}::date`)
}

const lastKept = (at: Date) => monthOf(new Date(at.getTime() - 2 * year))
