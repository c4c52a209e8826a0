import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

// Days. A change of the time zone can set the store's day back by one. What was counted in a later day was counted by a
// clock that was wrong.
const mostAhead = 1

/**
 * Counts up to `wanted` review requests and reminders of the store's day `YYYY-MM-DD`, and returns how many of them the
 * limit allows. Runs in the transaction that queues them: a concurrent batch of the store waits for it.
 */
export async function countMails(
  tx: Connection,
  storeId: string,
  { day, wanted, limit = 2_147_483_647 }: { day: string; wanted: number; limit?: number | undefined },
): Promise<number> {
  if (wanted === 0) return 0
  const isSame = sql`used.day - excluded.day between 0 and ${mostAhead}`
  const before = sql`case when ${isSame} then used.mails else 0 end`
  const granted = sql`greatest(0, least(${wanted}::integer, ${limit}::integer - ${before}))`
  const first = Math.min(wanted, limit)
  const [row] = await tx.query<{ granted: number }>(sql`
    insert into mail_usage as used (store_id, day, mails, granted)
    values (${storeId}, ${day}::date, ${first}, ${first})
    on conflict (store_id) do update
    set day = case when ${isSame} then used.day else excluded.day end, mails = ${before} + ${granted},
      granted = ${granted}
    returning granted`)
  return row?.granted ?? 0
}

/** The review requests and reminders of the store's day. */
export async function mailsOfDay(db: Connection, storeId: string, day: string): Promise<number> {
  const [used] = await db.query<{ mails: number }>(sql`
    select mails
    from mail_usage
    where store_id = ${storeId} and day between ${day}::date and ${day}::date + ${mostAhead}::integer`)
  return used?.mails ?? 0
}
