import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** Notes that the review came without a proof of work: confirmed, it waits for the store. */
export async function noteUnproven(tx: Connection, storeId: string, reviewId: string): Promise<void> {
  await tx.query(sql`
    insert into sent_unproven (store_id, record_id)
    values (${storeId}, ${reviewId})`)
}

/** Whether the review came without a proof of work. From now on its state says it. */
export async function takeUnproven(tx: Connection, storeId: string, reviewId: string): Promise<boolean> {
  return (await forgetUnproven(tx, storeId, [reviewId])) > 0
}

/** Forgets it of reviews that are gone; resolves with of how many it was noted. */
export async function forgetUnproven(tx: Connection, storeId: string, reviewIds: string[]): Promise<number> {
  const rows = await tx.query(sql`
    delete from sent_unproven
    where store_id = ${storeId} and record_id = any(${reviewIds}::uuid[])
    returning record_id`)
  return rows.length
}
