import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { countUpTo } from '../../../foundation/database/count-up-to.ts'
import { ofTheStore } from './deliveries.ts'

/** The number of mails created since then that could not be delivered, counted up to `most`. */
export async function countFailedMails(
  db: Connection,
  storeId: string,
  since: Date,
  most: number,
): Promise<number> {
  const rows = sql`
    select
    from mailings
    where store_id = ${storeId} and ${ofTheStore} and state = 'failed' and created_at >= ${since}`
  return await countUpTo(db, rows, most)
}
