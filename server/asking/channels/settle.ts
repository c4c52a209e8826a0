import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { MailKind } from '../../foundation/mailings/kinds.ts'
import { ownAnswer } from '../../foundation/mailings/own-answers.ts'
import { enqueueMails, jobLostAt } from '../../foundation/mailings/queue.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { writeReported } from '../mail/delivering/results.ts'
import { unsent } from '../mail/delivering/sending.ts'
import { remindersOf } from '../requests/by-rule.ts'
import { remindAt } from '../requests/reminder-time.ts'
import { partsOfMailings } from '../requests/requests-of-mails.ts'
import type { MessageProblem } from './channel-rows.ts'
import type { Message } from './messages.ts'

// What ends a message. The mailing is locked before the message, as an erasure does.

type Led = {
  id: string
  kind: MailKind
  requests_of: string | null
  address: string
  state: string
  channel: string | null
}

/** Locks the mailing that a message leads; undefined if it is deleted. */
export async function lockLed(tx: Connection, storeId: string, mailingId: string): Promise<Led | undefined> {
  const [mailing] = await tx.query<Led>(sql`
    select id, kind, requests_of, address, state, channel
    from mailings
    where store_id = ${storeId} and id = ${mailingId}
    for update`)
  return mailing
}

// "Failed" may be followed by "delivered" in some minutes.
const grace = 10 * 60 * 1000 // ms

type Why = {
  problem: MessageProblem
  answer?: string | undefined
  now: number
  /** The provider's report may be corrected: the mail waits for a moment. */
  isProvisional?: boolean
}

/** Sends the mail instead of its message, if neither has reached the buyer. */
export async function fallBack(
  tx: Connection,
  storeId: string,
  { mailingId }: { mailingId: string },
  { problem, answer, now, isProvisional = false }: Why,
): Promise<void> {
  const mailing = await lockLed(tx, storeId, mailingId)
  await tx.query(sql`
    update messages
    set state = 'failed', next_at = null, problem = ${problem}, answer = ${answer ?? null}, settled_at = ${new Date(now)},
      day = case when sent_at is null then null else day end
    where store_id = ${storeId} and mailing_id = ${mailingId} and state in ('queued', 'sending', 'sent')`)
  if (mailing?.state !== 'queued' || mailing.channel === null) return
  const next = isProvisional ? new Date(now + grace) : jobLostAt(new Date(now))
  await tx.query(sql`
    update mailings
    set channel = null, next_attempt_at = ${next}
    where store_id = ${storeId} and id = ${mailingId}`)
  if (!isProvisional) await enqueueMails(tx, storeId, [mailing])
}

/**
 * The buyer has the message: its mail is not sent, and their requests count as sent. `cost`: what it really cost, in
 * millionths. Returns whether that is new.
 */
export async function settleDelivered(
  tx: Connection,
  store: Store,
  { id, mailing_id, channel }: Pick<Message, 'id' | 'mailing_id' | 'channel'>,
  state: 'delivered' | 'read',
  now: number,
): Promise<boolean> {
  const at = new Date(now)
  const mailing = await lockLed(tx, store.store_id, mailing_id)
  const before =
    state === 'read' ? sql`'sending', 'sent', 'failed', 'delivered'` : sql`'sending', 'sent', 'failed'`
  const settled = await tx.query(sql`
    update messages
    set state = ${state}, next_at = null, problem = null, answer = null, settled_at = ${at}
    where store_id = ${store.store_id} and id = ${id} and state in (${before})
    returning 1`)
  if (mailing?.state === 'queued') {
    await tx.query(sql`
      update mailings
      set channel = ${channel}
      where store_id = ${store.store_id} and id = ${mailing_id}`)
    const answer = ownAnswer(channel === 'whatsapp' ? 'by_whatsapp' : 'by_sms')
    const parts = await partsOfMailings(tx, store.store_id, [mailing], 'scheduled')
    const days = remindersOf(store, parts.get(mailing.id) ?? [])
    const result = {
      ...unsent(mailing, 'sent', answer),
      sent_at: at,
      remind_at: remindAt(store, days, at, 0),
    }
    await writeReported(tx, store.store_id, [result], at)
  }
  return settled.length > 0
}

/** The mailing is not sent at all, by whatever channel: its orders are cancelled, or the buyer is suppressed. */
export async function cancelMessage(tx: Connection, storeId: string, id: string, now: number): Promise<void> {
  await tx.query(sql`
    update messages
    set state = 'cancelled', next_at = null, day = null, settled_at = ${new Date(now)}
    where store_id = ${storeId} and id = ${id} and state = 'queued'`)
}
