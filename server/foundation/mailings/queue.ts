import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { enqueue } from '../jobs/jobs.ts'
import { isUrgent, type MailKind } from './kinds.ts'

const lostAfter = 60 * 60 * 1000 // ms; longer than a long queue takes

/** When a job created at `at` counts as lost and another one is created for its mailing. */
export function jobLostAt(at: Date): Date {
  return new Date(at.getTime() + lostAfter)
}

/** A condition for a statement about `stores`: a mail of the store is due for another attempt. */
export function hasDueMails(now: Date): Sql {
  return sql`exists (
    select from mailings
    where mailings.store_id = stores.store_id and state = 'queued' and next_attempt_at <= ${now})`
}

/**
 * A condition for a statement about `mailings` of one store: those with these ids that are queued. It does not fit the index
 * of queued mails: while PostgreSQL's statistics are from before an outage, it would read all of the store's there.
 */
export function areQueued(ids: string[]): Sql {
  return sql`(mailings.id = any(${ids}::uuid[])
    and mailings.state not in ('sent', 'kept', 'failed', 'suppressed', 'cancelled'))`
}

/** Creates the jobs that send these mailings, in the caller's transaction. */
export async function enqueueMails(
  tx: Connection,
  storeId: string,
  mailings: { id: string; kind: MailKind }[],
): Promise<void> {
  const [urgent, other] = [true, false].map(wanted =>
    mailings.flatMap(({ id, kind }) => (isUrgent(kind) === wanted ? [id] : [])),
  )
  await enqueue(tx, 'send-access-mail', storeId, urgent ?? [])
  await enqueue(tx, 'send-mailing', storeId, other ?? [])
}

/** Creates jobs for at most `most` mails whose next attempt is due. Returns how many there were. */
export async function enqueueDueMails(
  tx: Connection,
  storeId: string,
  now: Date,
  most: number,
): Promise<number> {
  const due = await tx.query<{ id: string; kind: MailKind }>(sql`
    update mailings
    set next_attempt_at = ${jobLostAt(now)}
    where store_id = ${storeId} and id = any(array(
      select id
      from mailings
      where store_id = ${storeId} and state = 'queued' and next_attempt_at <= ${now}
      order by next_attempt_at
      limit ${most}
      for update skip locked
    ))
    returning id, kind`)
  await enqueueMails(tx, storeId, due)
  return due.length
}
