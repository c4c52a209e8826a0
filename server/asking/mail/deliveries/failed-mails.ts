import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ofTheStore } from './deliveries.ts'

/** The number of mails created since then that could not be delivered, counted up to `most`. */
export async function countFailedMails(
  db: Connection,
  storeId: string,
  since: Date,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from (
      select
      from mailings
      where store_id = ${storeId} and ${ofTheStore} and state = 'failed' and created_at >= ${since}
      limit ${most}
    ) as failed`)
  return row?.count ?? 0
}
