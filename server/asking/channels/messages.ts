import sql, { type Sql } from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { enqueueForStores } from '../../foundation/jobs/jobs.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import type { MessageProblem } from './channel-rows.ts'
import type { Choice } from './choose.ts'
import { type ChannelName, spellingsOf } from './phones.ts'
import { fallBack } from './settle.ts'

/** A message as it is sent. */
export type Message = {
  id: string
  mailing_id: string
  channel: ChannelName
  phone: string
  is_marketing: boolean
  state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'cancelled'
  cost: number
  month: string | null
  falls_back_at: Date
  problem: MessageProblem | null
}

/** How long a message may take, in ms: its mail is sent after that. */
export const patience = 24 * 60 * 60 * 1000

/** A condition for a statement about `stores`: a message of the store is to be sent, or to be given up. */
export function hasDueMessages(now: Date): Sql {
  return sql`exists (
    select from messages
    where messages.store_id = stores.store_id and next_at <= ${now})`
}

/**
 * Queues the messages that lead mailings of the same transaction, with a job. A phone that a concurrent transaction took
 * has its mail instead.
 */
export async function queueMessages(
  tx: Connection,
  store: Store,
  messages: (Choice & { mailingId: string })[],
  now: number,
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(one => ({
    ...one,
    id: uuid(),
    day: dateOf(one.at.getTime(), store),
    falls_back_at: new Date(one.at.getTime() + patience),
  }))
  const queued = await tx.query<{ mailing_id: string }>(sql`
    insert into messages (store_id, id, mailing_id, channel, phone, state, day, next_at, falls_back_at, created_at)
    select own.store_id, id, "mailingId", channel, phone, 'queued', day, at, falls_back_at, ${new Date(now)}::timestamptz
    from ${ownStore(store.store_id)} as own, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id uuid, "mailingId" uuid, channel text, phone text, day date, at timestamptz, falls_back_at timestamptz
    )
    order by phone
    on conflict do nothing
    returning mailing_id`)
  const isQueued = new Set(queued.map(({ mailing_id }) => mailing_id))
  const others = messages.filter(({ mailingId }) => !isQueued.has(mailingId))
  for (const { mailingId } of others)
    await fallBack(tx, store.store_id, { mailingId }, { problem: 'one_a_day', now })
  await enqueueForStores(tx, 'send-messages', [store.store_id])
}

/** The phones, in all spellings, that had a message on this day of the store, or that one still leads a mail to. */
export async function phonesMessagedOn(
  db: Connection,
  storeId: string,
  phones: string[],
  day: string,
): Promise<Set<string>> {
  if (phones.length === 0) return new Set()
  const rows = await db.query<{ phone: string }>(sql`
    select phone
    from messages
    where store_id = ${storeId} and phone = any(${phones.flatMap(spellingsOf)}::text[])
      and (day = ${day}::date or state in ('queued', 'sending', 'sent'))`)
  return new Set(rows.flatMap(({ phone }) => spellingsOf(phone)))
}

/** The message with this id, or that the provider gave this one. */
export async function findMessage(
  db: Connection,
  storeId: string,
  channel: ChannelName,
  by: { id: string } | { providerId: string },
): Promise<Message | undefined> {
  const which = 'id' in by ? sql`id = ${by.id}::uuid` : sql`provider_id = ${by.providerId}`
  const [message] = await db.query<Message>(sql`
    select id, mailing_id, channel, phone, is_marketing, state, cost, month::text, falls_back_at, problem
    from messages
    where store_id = ${storeId} and channel = ${channel} and ${which}`)
  return message
}

/** The messages to this phone whose delivery is not known yet. */
export async function openMessagesTo(
  db: Connection,
  storeId: string,
  channel: ChannelName,
  phones: string[],
): Promise<Message[]> {
  return await db.query<Message>(sql`
    select id, mailing_id, channel, phone, is_marketing, state, cost, month::text, falls_back_at, problem
    from messages
    where store_id = ${storeId} and channel = ${channel} and phone = any(${phones}::text[])
      and state in ('sending', 'sent')`)
}

/** Whether a message was handed to the provider a moment ago, so that a status may be of it although its id is unknown. */
export async function isSendingSince(
  db: Connection,
  storeId: string,
  channel: ChannelName,
  since: Date,
): Promise<boolean> {
  const rows = await db.query(sql`
    select
    from messages
    where store_id = ${storeId} and channel = ${channel} and state = 'sending' and sent_at > ${since}
    limit 1`)
  return rows.length > 0
}
