import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { MailState } from './mail-states.ts'

/** One review request or reminder that was mailed, and its state. */
export type MailEntry = Omit<MailState, 'reminders'> & {
  id: string
  kind: 'request' | 'reminder'
  created_at: Date
  next_attempt_at: Date | null
  remind_at: Date | null
}

/**
 * The mails that asked for reviews, with their reminders, oldest first; keyed by the mailing of the requests.
 * Reminders to erased people are not found.
 */
export async function mailsThatAsked(
  db: Connection,
  storeId: string,
  mailingIds: string[],
): Promise<Map<string, MailEntry[]>> {
  if (mailingIds.length === 0) return new Map()
  const rows = await db.query<MailEntry & { asked: string }>(sql`
    select mail.id, mail.kind, mail.state, mail.attempts, mail.created_at, mail.sent_at,
      mail.next_attempt_at, mail.own_answer, mail.last_answer, mail.remind_at, first.id as asked
    from mailings as first
    join mailings as mail
      on mail.store_id = first.store_id
      and (mail.id = first.id or (mail.address = first.address and mail.requests_of = first.id))
    where first.store_id = ${storeId} and first.id = any(${mailingIds}::uuid[])
    order by mail.created_at, mail.id`)
  const mails = Map.groupBy(rows, ({ asked }) => asked)
  return new Map([...mails].map(([id, entries]) => [id, entries.map(({ asked: _, ...entry }) => entry)]))
}
