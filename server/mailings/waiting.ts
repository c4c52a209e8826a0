import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'

const lostAfter = 60 * 60 * 1000 // ms: longer than a long queue takes

/** When a job that was made at `at` must be lost, and another one is made for its mailing. */
export function jobLostAt(at: Date): Date {
  return new Date(at.getTime() + lostAfter)
}

/** For a statement about `stores`: whether a mail of the store waits for another attempt. */
export function hasWaiting(now: Date): Sql {
  return sql`exists (
    select from mailings
    where mailings.store_id = stores.store_id and state = 'queued' and next_attempt_at <= ${now})`
}

/** Makes jobs for at most `most` mails whose next attempt is due; resolves with how many there were. */
export async function wakeWaiting(tx: Connection, storeId: string, now: Date, most: number): Promise<number> {
  const due = await tx.query<{ id: string }>(sql`
    update mailings
    set next_attempt_at = ${jobLostAt(now)}
    where store_id = ${storeId} and id in (
      select id
      from mailings
      where store_id = ${storeId} and state = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked
    )
    returning id`)
  await enqueue(
    tx,
    'send-mailing',
    storeId,
    due.map(({ id }) => id),
  )
  return due.length
}
