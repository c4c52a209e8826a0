import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { makeSalt } from '../../foundation/mailings/links.ts'

export type MailingChange = {
  kind?: string
  email?: string | null
  state?: 'queued' | 'sent' | 'kept' | 'failed' | 'suppressed' | 'cancelled'
  at?: Date
  bounced?: boolean
  own_answer?: string | null
  last_answer?: string | null
  attempts?: number
  /** The day of a request. */
  day?: string
  /** Restored from an archive. */
  isRestored?: boolean
}

/** Inserts a mailing in a state that would otherwise need a mail server and several days. Returns its id. */
export async function aMailing(
  db: Connection,
  storeId: string,
  { kind = 'request', email = 'ana@example.com', state = 'sent', at = new Date(), ...change }: MailingChange,
): Promise<string> {
  const id = uuid()
  const {
    bounced = false,
    own_answer = null,
    last_answer = null,
    attempts = 1,
    day = null,
    isRestored = false,
  } = change
  const asks = kind === 'request' || kind === 'reminder'
  await db.query(sql`
    insert into mailings (
      store_id, id, kind, address, email, name, language, link_salt, link_expires_at, state, day, requests_of,
      record_id, attempts, next_attempt_at, own_answer, last_answer, created_at, sent_at, bounced_at, restored_at
    )
    values (
      ${storeId}, ${id}, ${kind}, ${email}, ${email}, 'Ana Martins', 'en', ${makeSalt()},
      ${new Date(at.getTime() + 90 * 86_400_000)}, ${state}, ${day}::date, ${asks ? id : null}::uuid,
      ${asks ? null : uuid()}::uuid, ${attempts}, ${state === 'queued' ? at : null}, ${own_answer},
      ${last_answer}, ${at},
      ${state === 'sent' ? at : null}, ${bounced ? at : null}, ${isRestored ? at : null}
    )`)
  return id
}
