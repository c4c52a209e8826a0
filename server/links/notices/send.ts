import sql from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { queueNotice } from '../../foundation/mailings/mailings.ts'
import type { Channel } from '../../tenants/notices/kinds.ts'
import { recipientOf } from '../../tenants/notices/subscriptions.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { writeBody } from './bodies.ts'
import { composeMessage, staffLanguage } from './compose.ts'
import { type Delivered, type Delivering, deliverBody } from './deliver.ts'
import type { Facts } from './facts.ts'
import { openAddress } from './target-address.ts'
import { disableTarget } from './targets.ts'

export type SendDependencies = Omit<Delivering, 'address'> & {
  database: Database
  clock: Clock
  secrets: Secrets
  address: () => string
}

const claimedFor = 2 * 60 * 1000 // ms; longer than an attempt takes
const mostOfJob = 20 // messages; then other stores have their turn

const minute = 60 * 1000
/** Minutes after each failure in a row. After the last, about 33 hours after the first, the target is switched off. */
const waits = [1, 5, 15, 30, 60, 120, 240, 360, 360, 360, 360]

/** Sends the messages of a store that are due. Returns whether there may be more. */
export async function sendNotices(
  dependencies: SendDependencies,
  storeId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, clock } = dependencies
  await passToMail(database, storeId, new Date(clock()))
  const store = await readStore(database, storeId)
  for (let sent = 0; sent < mostOfJob; sent++) {
    if (signal.aborted) return false
    const claimed = await claim(database, storeId, new Date(clock()))
    if (!claimed) return false
    await sendOne(dependencies, store, claimed)
  }
  return true
}

/** Hands the due messages of mail targets to the queue of mails, each in one transaction with its state. */
async function passToMail(db: Database, storeId: string, at: Date): Promise<void> {
  await db.transaction(async tx => {
    const due = await tx.query<{ message_id: string; target_id: string }>(sql`
      select message_id, message.target_id
      from notice_messages as message
      join notice_targets as target on target.store_id = message.store_id and target.target_id = message.target_id
      where message.store_id = ${storeId} and message.state = 'waiting' and message.due_at <= ${at}
        and target.channel = 'email' and target.state = 'active'
      order by message_id
      for update of message`)
    for (const { message_id: id, target_id: recordId } of due) {
      const to = await recipientOf(tx, storeId, recordId)
      if (to) await queueNotice(tx, storeId, { kind: 'team_notice', id, recordId, to, at })
      await endMessage(tx, storeId, id, at)
      if (to) await noteSent(tx, storeId, recordId, at)
    }
  })
}

type Claimed = {
  message_id: string
  target_id: string
  channel: Exclude<Channel, 'email'>
  sealed: Buffer
  language: string | null
  failures: number
  facts: Facts
}

/**
 * The next message that is due, for this worker alone. If it is killed, the claim ends by itself, and the message is sent
 * again: chats have no id by which they would recognise a repetition.
 */
async function claim(db: Connection, storeId: string, at: Date): Promise<Claimed | undefined> {
  const [claimed] = await db.query<Claimed>(sql`
    update notice_messages as message
    set claimed_until = ${new Date(at.getTime() + claimedFor)}
    from notice_targets as target
    where message.store_id = ${storeId} and target.store_id = ${storeId} and target.target_id = message.target_id
      and message.state = 'waiting' and (message.claimed_until is null or message.claimed_until <= ${at})
      and target.state = 'active'
      and message.message_id = (
        select message_id
        from notice_messages as waiting
        join notice_targets as its on its.store_id = waiting.store_id and its.target_id = waiting.target_id
        where waiting.store_id = ${storeId} and waiting.state = 'waiting' and due_at <= ${at}
          and (claimed_until is null or claimed_until <= ${at}) and its.state = 'active' and its.channel <> 'email'
          and (its.waits_until is null or its.waits_until <= ${at})
        order by due_at, message_id
        limit 1
      )
    returning message.message_id, message.target_id, message.facts, target.channel, target.sealed, target.language,
      target.failures`)
  return claimed
}

async function sendOne(dependencies: SendDependencies, store: Store, claimed: Claimed): Promise<void> {
  const { database, clock } = dependencies
  const { store_id: storeId } = store
  const { message_id, target_id } = claimed
  const delivered = await deliverMessage(dependencies, store, claimed)
  const at = new Date(clock())
  await database.transaction(async tx => {
    if (delivered.as === 'sent') await noteSent(tx, storeId, target_id, at)
    if (delivered.as === 'sent' || delivered.as === 'empty') await endMessage(tx, storeId, message_id, at)
    else await noteFailure(tx, dependencies.secrets, storeId, claimed, delivered, at)
  })
}

/** The message waits, and so does all else for its target. A target that is gone, or fails too often, is switched off. */
async function noteFailure(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  { message_id, target_id, failures }: Claimed,
  delivered: Exclude<Delivered, { as: 'sent' }>,
  at: Date,
): Promise<void> {
  const isBusy = delivered.as === 'busy'
  const wait = isBusy ? delivered.wait : (waits[failures] ?? 0) * minute
  await tx.query(sql`
    update notice_messages
    set claimed_until = null
    where store_id = ${storeId} and message_id = ${message_id} and state = 'waiting'`)
  await tx.query(sql`
    update notice_targets
    set failures = failures + ${isBusy ? 0 : 1}, last_error = ${delivered.error},
      waits_until = ${new Date(at.getTime() + wait)}
    where store_id = ${storeId} and target_id = ${target_id}`)
  if (delivered.as === 'gone') await disableTarget(tx, secrets, storeId, target_id, 'gone', at)
  else if (!isBusy && failures >= waits.length)
    await disableTarget(tx, secrets, storeId, target_id, 'failing', at)
}

/** Writes a message and sends it once. `empty`: all that it was about is gone. */
export async function deliverMessage(
  { database, secrets, clock, address, ...delivering }: SendDependencies,
  store: Store,
  { message_id: id, target_id, channel, sealed, language, facts }: Omit<Claimed, 'failures'>,
): Promise<Delivered | { as: 'empty' }> {
  const url = openAddress(secrets, { store_id: store.store_id, target_id }, sealed)
  if (url === undefined) return { as: 'failed', error: 'secret' }
  const now = clock()
  const common = { language: staffLanguage(language, store.locale), address: address() }
  const body = await writeBody(channel, { id, storeId: store.store_id, at: new Date(now) }, quotes =>
    composeMessage(database, store, facts, { ...common, quotes }),
  )
  if (body === undefined) return { as: 'empty' }
  return await deliverBody(channel, url, body, id, now, { ...delivering, address: address() })
}

async function endMessage(tx: Connection, storeId: string, messageId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update notice_messages
    set state = 'sent', sent_at = ${at}, claimed_until = null
    where store_id = ${storeId} and message_id = ${messageId}`)
}

async function noteSent(tx: Connection, storeId: string, targetId: string, at: Date): Promise<void> {
  await tx.query(sql`
    update notice_targets
    set failures = 0, waits_until = null, last_error = null, last_sent_at = ${at}
    where store_id = ${storeId} and target_id = ${targetId}`)
}
