import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

const kept = 30 * 24 * 60 * 60 * 1000 // ms
const before = (at: Date) => new Date(at.getTime() - kept)

/** A condition for a statement about `stores`: `forgetMessages` has something to delete. */
export function hasOldMessages(at: Date): Sql {
  return sql`exists (
    select from notice_messages as message
    where message.store_id = stores.store_id and message.created_at < ${before(at)})`
}

/** Deletes a store's messages after 30 days, also those that wait for a target that is switched off. */
export async function forgetMessages(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    delete from notice_messages
    where store_id = ${storeId} and created_at < ${before(at)}`)
}
