import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import type { MailAnswer } from './own-answers.ts'

/** The state of a mail, and the last answer about it. `kept`: it never left, because no mail server was set up. */
export type MailState = MailAnswer & {
  state: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'cancelled'
  attempts: number
  sent_at: Date | null
  /** The number of reminders that followed. */
  reminders: number
}

/** The states of mailings, by their ids. */
export async function mailStates(
  db: Connection,
  storeId: string,
  ids: string[],
): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<MailState & { id: string }>(sql`
    select id, state, attempts, sent_at, own_answer, last_answer, reminders
    from mailings
    where store_id = ${storeId} and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, ...mail }) => [id, mail]))
}
