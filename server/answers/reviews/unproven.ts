import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/** Notes that the review was sent without a proof of work. Once confirmed, it becomes pending. */
export async function noteUnproven(tx: Connection, storeId: string, reviewId: string): Promise<void> {
  await tx.query(sql`
    insert into sent_unproven (store_id, record_id)
    values (${storeId}, ${reviewId})`)
}

/** Deletes the note of a review. Returns whether there was one. */
export async function clearUnproven(tx: Connection, storeId: string, reviewId: string): Promise<boolean> {
  return (await forgetUnproven(tx, storeId, [reviewId])) > 0
}

/** Deletes the notes of reviews. Returns how many there were. */
export async function forgetUnproven(tx: Connection, storeId: string, reviewIds: string[]): Promise<number> {
  const rows = await tx.query(sql`
    delete from sent_unproven
    where store_id = ${storeId} and record_id = any(${reviewIds}::uuid[])
    returning record_id`)
  return rows.length
}
