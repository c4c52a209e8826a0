import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { storable } from '../../foundation/lib/text/storable.ts'
import { type MessageProblem, messageProblems } from './channel-rows.ts'
import { channelNames, readContact } from './phones.ts'

type Row = Record<string, unknown>

/** The row to insert for an archived message: it is never sent, whatever the archive says. */
export function restoreMessage(row: Row, newId: (id: string) => string): Row | string {
  if (!isChannel(row.channel)) return 'channel'
  if (row.problem !== null && !messageProblems.includes(row.problem as MessageProblem)) return 'problem'
  const isOpen = ['queued', 'sending', 'sent'].includes(String(row.state))
  return {
    ...row,
    mailing_id: newId(String(row.mailing_id)),
    state: isOpen ? 'cancelled' : row.state,
    next_at: null,
    // It holds no other message back, and no report finds it.
    day: null,
    provider_id: null,
    month: null,
  }
}

/** The row to insert for an archived consent. A grant of the future would outlast every withdrawal. */
export function restoreConsent(row: Row, at: Date): Row | string {
  if (!isChannel(row.channel)) return 'channel'
  const phone = String(row.phone)
  if (!phone.startsWith('erased ') && readContact(phone, '')?.phone !== phone) return 'phone'
  const isLater = Date.parse(String(row.granted_at)) > at.getTime()
  return {
    ...row,
    granted_at: isLater ? null : row.granted_at,
    text: typeof row.text === 'string' ? storable(row.text) : null,
  }
}

const isChannel = (name: unknown) => (channelNames as readonly unknown[]).includes(name)

/**
 * Before queued mails are settled: a mail whose message was handed to a provider may have reached its buyer, who is not asked
 * again here.
 */
export async function settleArchivedMessages(tx: Connection, storeId: string, at: Date): Promise<void> {
  const sent = sql`
    select mailing_id
    from messages
    where store_id = ${storeId} and sent_at is not null`
  const mails = await tx.query<{ id: string; address: string | null }>(sql`
    update mailings
    set state = 'sent', sent_at = ${at}, next_attempt_at = null,
      own_answer = case when channel = 'sms' then 'by_sms' else 'by_whatsapp' end, last_answer = null
    where store_id = ${storeId} and state = 'queued' and channel is not null and id in (${sent})
    returning id, address`)
  await tx.query(sql`
    update review_requests
    set state = 'sent'
    where store_id = ${storeId} and state = 'scheduled' and mailing_id = any(${mails.map(({ id }) => id)}::uuid[])`)
}
