import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { countedUpTo } from '../../../foundation/database/count-up-to.ts'
import { ofTheStore } from './deliveries.ts'

const week = 7 * 24 * 60 * 60 * 1000 // ms

// Counts stop here, so each reads a bounded part of an index.
const most = 10_000

/** The state of the store's mails of the last seven days. Counts stop at `most`, which means "or more". */
export async function readMailHealth(db: Connection, storeId: string, now: number) {
  const since = new Date(now - week)
  const counted = (rows: Sql) => countedUpTo(sql`select ${rows}`, most)
  const mails = sql`from mailings where store_id = ${storeId} and ${ofTheStore}`
  const ofWeek = sql`${mails} and created_at >= ${since}`
  const [counts] = await db.query<
    Record<'sent' | 'kept' | 'failed' | 'bounced' | 'waiting' | 'complained', number>
  >(sql`
    select
      ${counted(sql`${ofWeek} and state = 'sent'`)} as sent,
      ${counted(sql`${ofWeek} and state = 'kept'`)} as kept,
      ${counted(sql`${ofWeek} and state = 'failed'`)} as failed,
      ${counted(sql`${ofWeek} and bounced_at is not null`)} as bounced,
      ${counted(sql`${mails} and state = 'queued'`)} as waiting,
      ${counted(sql`
        from suppressions
        where store_id = ${storeId} and reason = 'complained' and at >= ${since}`)} as complained`)
  return {
    since,
    most,
    ...(counts ?? { sent: 0, kept: 0, failed: 0, bounced: 0, waiting: 0, complained: 0 }),
  }
}
