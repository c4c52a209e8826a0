import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** What became of a mail so far. */
export type MailState = {
  state: 'queued' | 'sent' | 'failed' | 'suppressed' | 'cancelled'
  attempts: number
  sent_at: Date | null
  /** What the mail server said last. */
  last_answer: string | null
  /** Reminders that followed it. */
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
    select id, state, attempts, sent_at, last_answer, reminders
    from mailings
    where store_id = ${storeId} and id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, ...mail }) => [id, mail]))
}
