import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** How many mails of all stores are queued, including those that wait for their next attempt. */
export async function countQueuedMails(db: Connection): Promise<number> {
  const [mails] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from mailings
    where state = 'queued'`)
  return mails?.count ?? 0
}
