import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { dateOf } from '../../foundation/lib/time/days.ts'
import { ownAnswer } from '../../foundation/mailings/own-answers.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import {
  type Queued,
  type Ready,
  type RenewAccess,
  readQueued,
  saveLinks,
} from '../mail/delivering/queued.ts'
import { writeReported } from '../mail/delivering/results.ts'
import { unsent } from '../mail/delivering/sending.ts'
import {
  type ChannelRow,
  hoursOf,
  limitsOf,
  type MessageProblem,
  priceOf,
  readChannels,
} from './channel-rows.ts'
import { type Allowed, allowedAmong } from './consents.ts'
import { type Message, patience } from './messages.ts'
import { type Contact, readContact, spellingsOf } from './phones.ts'
import { nextOpenTime } from './quiet-hours.ts'
import { cancelMessage, fallBack } from './settle.ts'
import { monthOf, reserveMessage } from './usage.ts'

/** A message that is sent now, and never again. `Content` is what `compose` wrote. */
export type Claimed<Content> = { message: Message; row: ChannelRow; contact: Contact; content: Content }

/** What a message says, and its length; or why there is none. */
export type Composed<Content> = { content: Content; segments?: number } | { problem: MessageProblem }

export type Claiming<Content> = {
  secrets: Secrets
  store: Store
  now: number
  compose: (row: ChannelRow, message: Message, mailing: Queued) => Composed<Content>
}

// Messages go to people who asked for the mail's link, never to open accounts.
const noAccess: RenewAccess = async () => {}

/**
 * Decides about at most `most` due messages, in the caller's transaction: those that are sent now are returned, and marked
 * so that no other process and no later attempt sends them. The others wait for the day, or their mail is sent. `looked`
 * is how many were read.
 */
export async function claimMessages<Content>(
  tx: Connection,
  claiming: Claiming<Content>,
  most: number,
): Promise<{ claimed: Claimed<Content>[]; looked: number }> {
  const { store, now, secrets } = claiming
  const due = await lockDue(tx, store.store_id, now, most)
  const rows = new Map((await readChannels(tx, store.store_id)).map(row => [row.channel, row]))
  const ready = await readQueued(
    tx,
    secrets,
    store,
    due.map(({ mailing_id }) => mailing_id),
    new Date(now),
    true,
  )
  const readyOf = new Map(ready.map(one => [one.mailing.id, one]))
  const claimed: Claimed<Content>[] = []
  for (const message of due) {
    const row = rows.get(message.channel)
    const one = await claimOne(tx, claiming, message, row, readyOf.get(message.mailing_id))
    if (one) claimed.push(one)
  }
  return { claimed, looked: due.length }
}

async function lockDue(tx: Connection, storeId: string, now: number, most: number): Promise<Message[]> {
  const due = await tx.query<{ id: string; mailing_id: string }>(sql`
    select id, mailing_id
    from messages
    where store_id = ${storeId} and state = 'queued' and next_at <= ${new Date(now)}
    order by next_at, id
    limit ${most}`)
  const mailings = await tx.query<{ id: string }>(sql`
    select id
    from mailings
    where store_id = ${storeId} and id = any(${due.map(({ mailing_id }) => mailing_id)}::uuid[])
    for update skip locked`)
  const locked = new Set(mailings.map(({ id }) => id))
  const ids = due.filter(({ mailing_id }) => locked.has(mailing_id)).map(({ id }) => id)
  // Without a lock: every transaction that ends or sends a queued message locks its mail first. `restChannel` only
  // changes when it is sent, and each decision replaces that.
  return await tx.query<Message>(sql`
    select id, mailing_id, channel, phone, is_marketing, state, cost, month::text, falls_back_at, problem
    from messages
    where store_id = ${storeId} and id = any(${ids}::uuid[]) and state = 'queued'
    order by next_at, id`)
}

async function claimOne<Content>(
  tx: Connection,
  { secrets, store, now, compose }: Claiming<Content>,
  queued: Message,
  row: ChannelRow | undefined,
  ready: Ready | undefined,
): Promise<Claimed<Content> | undefined> {
  const storeId = store.store_id
  // Who is asked for a promise is advertised to.
  const message = { ...queued, is_marketing: ready?.mailing.offer !== undefined }
  const instead = async (problem: MessageProblem) =>
    await fallBack(tx, storeId, { mailingId: message.mailing_id }, { problem, now })
  // The mail was cancelled, or its person erased.
  if (!ready) return void (await cancelMessage(tx, storeId, message.id, now))
  if (ready.hindrance) {
    const { state, why } = ready.hindrance
    await cancelMessage(tx, storeId, message.id, now)
    return void (await writeReported(
      tx,
      storeId,
      [unsent(ready.mailing, state, ownAnswer(why))],
      new Date(now),
    ))
  }
  if (message.falls_back_at.getTime() <= now) return void (await instead('late'))
  if (!row) return void (await instead('removed'))
  if (row.waits_until && row.waits_until.getTime() > now) return void (await instead('provider'))
  const contact = readContact(message.phone, store.country)
  if (!contact) return void (await instead('number'))
  const open = nextOpenTime(now, contact.country, store.time_zone, hoursOf(row))
  if (open > now) return void (await postpone(tx, storeId, message.id, open))
  const allowed = await allowedAmong(tx, secrets, storeId, message.channel, [message.phone])
  if (!mayReach(allowed.get(message.phone), message)) return void (await instead('no_consent'))
  const composed = compose(row, message, ready.mailing)
  if ('problem' in composed) return void (await instead(composed.problem))
  if (await isTakenToday(tx, store, message, now)) return void (await instead('one_a_day'))
  const { segments } = composed
  const cost = priceOf(row, { isMarketing: message.is_marketing, segments })
  const month = monthOf(new Date(now))
  if (!(await reserveMessage(tx, storeId, { channel: message.channel, month, cost }, limitsOf(row))))
    return void (await instead('cap'))
  await saveLinks(tx, storeId, [ready.mailing], noAccess)
  await tx.query(sql`
    update messages
    set state = 'sending', day = ${dateOf(now, store)}::date, sent_at = ${new Date(now)}, attempts = attempts + 1,
      next_at = ${new Date(now + patience)}, is_marketing = ${message.is_marketing}, cost = ${cost}, month = ${month}::date, segments = ${segments ?? null}
    where store_id = ${storeId} and id = ${message.id}`)
  return { message: { ...message, cost, month }, row, contact, content: composed.content }
}

// WhatsApp delivers no marketing to numbers of North America: they get the mail at once.
function mayReach(allowed: Allowed | undefined, { is_marketing, channel, phone }: Message): boolean {
  if (!allowed || !is_marketing) return allowed !== undefined
  return allowed.marketing && !(channel === 'whatsapp' && phone.startsWith('+1'))
}

async function postpone(tx: Connection, storeId: string, id: string, to: number): Promise<void> {
  await tx.query(sql`
    update messages
    set next_at = least(${new Date(to)}::timestamptz, falls_back_at)
    where store_id = ${storeId} and id = ${id}`)
}

/** Whether another message to the phone was sent on this day: the unique index would refuse this one in the same spelling. */
async function isTakenToday(
  tx: Connection,
  store: Store,
  { id, phone }: Message,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    select
    from messages
    where store_id = ${store.store_id} and phone = any(${spellingsOf(phone)}::text[]) and day = ${dateOf(now, store)}::date and id <> ${id}`)
  return rows.length > 0
}
