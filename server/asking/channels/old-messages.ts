import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { monthOf } from './usage.ts'

const day = 24 * 60 * 60 * 1000
const year = 365 * day

const isOrphan = sql`not exists (
  select from mailings
  where mailings.store_id = messages.store_id and mailings.id = messages.mailing_id)`

const before = (at: Date, age: number) => new Date(at.getTime() - age)

/** A condition for a statement about `stores`: `forgetChannelMessages` would delete a row. */
export function hasOldChannelMessages(at: Date): Sql {
  return sql`(
    exists (
      select from messages
      where messages.store_id = stores.store_id and created_at < ${before(at, day)} and ${isOrphan})
    or exists (
      select from channel_usage
      where channel_usage.store_id = stores.store_id and month < ${monthOf(before(at, 2 * year))}::date))`
}

/** Deletes messages whose mails were deleted for their age, and the use of channels before the last two years. */
export async function forgetChannelMessages(db: Connection, storeId: string, at: Date): Promise<void> {
  await db.query(sql`
    delete from messages
    where store_id = ${storeId} and created_at < ${before(at, day)} and ${isOrphan}`)
  await db.query(sql`
    delete from channel_usage
    where store_id = ${storeId} and month < ${monthOf(before(at, 2 * year))}::date`)
}
