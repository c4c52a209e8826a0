import sql, { type Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import { addressesAskedOn, type NewRequestMail, queueRequestMails } from '../../foundation/mailings/asking.ts'
import { countMails } from '../../foundation/mailings/daily-limit.ts'
import { suppressedAmong } from '../../foundation/mailings/suppressions.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { chooseChannels } from '../channels/choose.ts'
import { queueMessages } from '../channels/messages.ts'
import { languagesOfBuyers } from '../orders/later/buyer-language.ts'
import { channelOfRule } from '../requests/by-rule.ts'
import type { DueRequest } from '../requests/pending.ts'
import { andReason, type Reason } from '../requests/reasons.ts'
import { type ReportedRequest, reportedColumns, reportRequests } from '../requests/request-events.ts'
import { markDaysOf } from '../requests/requests.ts'
import { isSendingHour, lateAfter, nextSendingTime } from '../requests/schedule.ts'
import { promiseRewards } from '../rewards/promises.ts'
import { type Left, leftToAsk } from './left-to-ask.ts'

/** The input of one batch at one store: its current settings, and the time. */
export type Batch = { secrets: Secrets; store: Store; now: number; most: number }

/** What to do with a due request: mail it now without the products of `leftOut`, move it, or drop it. */
type Decision =
  | { action: 'ask'; leftOut: string[] }
  | { action: 'move'; to: number; why: Reason }
  | { action: 'expired' | 'suppressed' | 'cancelled'; why: Reason }

/** A condition for a statement about `stores`: a request of the store is due. */
export function hasDueRequests(now: Date): Sql {
  return sql`exists (
    select from review_requests
    where review_requests.store_id = stores.store_id
      and review_requests.state = 'scheduled' and mailing_id is null and due_at <= ${now})`
}

/**
 * Gathers at most `most` due requests of the store into mailings, one per buyer, with their jobs, in one transaction.
 * Returns how many it read: fewer than `most` means that none is left.
 */
export async function gatherRequests(database: Database, batch: Batch): Promise<number> {
  return await database.transaction(async tx => {
    const due = await lockDue(tx, batch)
    if (due.length === 0) return 0
    const looked = due.filter(({ due_at }) => due_at.getTime() <= batch.now).length
    const decisions = await decide(tx, batch, due)
    await postponeBeyondLimit(tx, batch, decisions)
    const asked = await queueRequests(
      tx,
      batch,
      due.filter(request => decisions.get(request)?.action === 'ask'),
    )
    const tomorrow = onAnotherDay(batch)
    await settleDue(
      tx,
      batch.store.store_id,
      due.map(request => {
        const decision = decisions.get(request) as Decision
        const mailing = asked.get(request)
        return { request, mailing, decision: decision.action === 'ask' && !mailing ? tomorrow : decision }
      }),
      new Date(batch.now),
    )
    return looked
  })
}

// Lock due requests, and others of the same buyers that fall due before the day ends: they share a mail.
async function lockDue(tx: Connection, batch: Batch): Promise<DueRequest[]> {
  const { store, now, most } = batch
  const due = await tx.query<DueRequest>(sql`
    select ${columns}
    from review_requests
    where store_id = ${store.store_id} and state = 'scheduled' and mailing_id is null
      and due_at <= ${new Date(now)}
    order by due_at
    limit ${most}
    for update skip locked`)
  if (due.length === 0) return []
  return [...due, ...(await lockSharing(tx, batch, due))]
}

/** Locks the other pending requests of the same buyers that fall due before the day ends. */
export async function lockSharing(
  tx: Connection,
  { store, now }: Batch,
  due: DueRequest[],
): Promise<DueRequest[]> {
  const addresses = [...new Set(due.map(({ address }) => address))]
  const known = new Set(due.map(keyOf))
  const sharing = await tx.query<DueRequest>(sql`
    select ${columns}
    from review_requests
    where store_id = ${store.store_id} and address = any(${addresses}::text[])
      and (state = 'scheduled' and mailing_id is null) is true and due_at < ${dayAround(now, store).ends}
    for update skip locked`)
  return sharing.filter(request => !known.has(keyOf(request)))
}

const columns = sql`order_id, part, address, email, name, due_at, created_at, ${channelOfRule}`

function keyOf({ order_id, part, address }: DueRequest): string {
  return `${address} ${part} ${order_id}`
}

async function decide(tx: Connection, batch: Batch, due: DueRequest[]): Promise<Map<DueRequest, Decision>> {
  const { store, now } = batch
  const { suppressed, asked } = await findExempt(tx, batch, due)
  const left = await leftToAsk(tx, store, now, due)
  const tomorrow = onAnotherDay(batch)
  const isOpen = isSendingHour(now, store)
  const open = nextSendingTime(now, store)
  const decideOne = (request: DueRequest): Decision => {
    const why = suppressed.get(request.address)
    if (why) return { action: 'suppressed', why: { name: 'not_sent', values: { why } } }
    const late = now - Math.max(request.due_at.getTime(), request.created_at.getTime())
    if (late > oldest) return { action: 'expired', why: { name: 'expired' } }
    const { leftOut, why: nothing } = left.get(request) as Left
    if (nothing) return { action: nothing.name === 'period_over' ? 'expired' : 'cancelled', why: nothing }
    if (late > lateAfter && !isOpen) return { action: 'move', to: open, why: { name: 'late' } }
    return asked.has(request.address) ? tomorrow : { action: 'ask', leftOut }
  }
  return new Map(due.map(request => [request, decideOne(request)]))
}

// One mail asks a buyer about all requests of the same address.
async function postponeBeyondLimit(
  tx: Connection,
  batch: Batch,
  decisions: Map<DueRequest, Decision>,
): Promise<void> {
  const asked = [...decisions].filter(([, { action }]) => action === 'ask').map(([request]) => request)
  const addresses = [...new Set(asked.map(({ address }) => address))]
  const allowed = new Set(addresses.slice(0, await countMailsToday(tx, batch, addresses.length)))
  const postponed: Decision = { action: 'move', to: afterToday(batch), why: { name: 'mail_limit' } }
  for (const request of asked) if (!allowed.has(request.address)) decisions.set(request, postponed)
}

/** Counts mails towards `mails_per_day`, and returns how many of them may be sent today. */
export async function countMailsToday(
  tx: Connection,
  { store, now }: Batch,
  wanted: number,
): Promise<number> {
  const limit = store.limits.mails_per_day
  return await countMails(tx, store.store_id, { day: dateOf(now, store), wanted, limit })
}

/** Finds the buyers that are suppressed, with the reason, and those that already have a mail today. */
export async function findExempt(tx: Connection, { store, secrets, now }: Batch, due: DueRequest[]) {
  const addresses = [...new Set(due.map(({ address }) => address))]
  return {
    suppressed: await suppressedAmong(tx, secrets, store.store_id, addresses),
    asked: await addressesAskedOn(tx, store.store_id, addresses, {
      date: dateOf(now, store),
      begins: dayAround(now, store).begins,
    }),
  }
}

const oldest = 30 * 24 * 60 * 60 * 1000 // ms; older requests are not mailed, whether after a pause or a backfill

/** The first sending time after the store's current day. */
export function afterToday({ now, store }: Pick<Batch, 'now' | 'store'>): number {
  return nextSendingTime(dayAround(now, store).ends.getTime(), store)
}

function onAnotherDay(batch: Batch): Decision {
  return { action: 'move', to: afterToday(batch), why: { name: 'one_a_day' } }
}

/**
 * Queues one mailing per buyer, led by a message where the buyer can be asked so, and promises rewards if the store gives
 * any. Returns the mailing of each request that has one now.
 */
export async function queueRequests(
  tx: Connection,
  { store, secrets, now }: Batch,
  requests: DueRequest[],
): Promise<Map<DueRequest, string>> {
  const orderIds = requests.map(({ order_id }) => order_id)
  const languages = await languagesOfBuyers(tx, store.store_id, orderIds)
  const choices = await chooseChannels(tx, { secrets, store, now }, requests)
  const mailings = new Map<string, NewRequestMail>()
  for (const { address, email, name } of requests) {
    if (mailings.has(address)) continue
    const id = uuid()
    const language = languages.get(address) ?? store.locale
    const channel = choices.get(address)?.channel ?? null
    mailings.set(address, {
      id,
      kind: 'request',
      address,
      email,
      name,
      language,
      firstMailingId: id,
      channel,
    })
  }
  const made = await queueRequestMails(tx, store.store_id, [...mailings.values()], {
    secrets,
    now: new Date(now),
    day: dateOf(now, store),
    linkDays: store.link_days,
  })
  const led = [...choices].flatMap(([address, choice]) => {
    const mailing = mailings.get(address)
    return mailing && made.has(mailing.id) ? [{ ...choice, mailingId: mailing.id }] : []
  })
  await queueMessages(tx, store, led, now)
  const mailingOf = ({ address }: DueRequest) => (mailings.get(address) as NewRequestMail).id
  const asking = [...mailings.values()].filter(({ id }) => made.has(id))
  const ordersOf = Map.groupBy(requests, ({ address }) => address)
  await promiseRewards(
    tx,
    store,
    asking.map(({ id, address, language }) => ({
      ...{ mailingId: id, address, language },
      orderIds: [...new Set(ordersOf.get(address)?.map(({ order_id }) => order_id))],
    })),
    new Date(now),
  )
  return new Map(
    requests.filter(request => made.has(mailingOf(request))).map(request => [request, mailingOf(request)]),
  )
}

type Settled = { request: DueRequest; mailing: string | undefined; decision: Decision }

/** Writes the new states of due requests. */
export async function settleDue(
  tx: Connection,
  storeId: string,
  settled: Settled[],
  at: Date,
): Promise<void> {
  const rows = settled.map(({ request: { order_id, part, address, due_at }, mailing, decision }) => ({
    order_id,
    part,
    address,
    mailing,
    state: decision.action === 'move' || mailing ? 'scheduled' : decision.action,
    due_at: decision.action === 'move' && !mailing ? new Date(decision.to) : due_at,
    ...(!mailing && decision.action !== 'ask' && { why: decision.why }),
    ...(decision.action === 'ask' && decision.leftOut.length > 0 && { left_out: decision.leftOut }),
  }))
  const written = await tx.query<ReportedRequest & { mailing_id: string | null }>(sql`
    update review_requests
    set mailing_id = new.mailing, state = new.state, due_at = new.due_at, left_out = new.left_out,
      -- A request that is postponed again for the same reason says so once.
      reasons = case when coalesce(review_requests.reasons -> -1 = new.why, new.why is null)
        then review_requests.reasons else ${andReason(sql`new.why`)} end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      order_id text, part integer, address text, mailing uuid, state text, due_at timestamptz, why jsonb,
      left_out text[]
    )
    where review_requests.store_id = ${storeId}
      and review_requests.order_id = new.order_id and review_requests.part = new.part
      and review_requests.address = new.address
    returning ${reportedColumns}, review_requests.mailing_id`)
  const over = settled.filter(({ mailing, decision }) => decision.action !== 'move' && !mailing)
  await markDaysOf(
    tx,
    storeId,
    over.map(({ request }) => request),
  )
  const unasked = written.filter(({ mailing_id }) => mailing_id === null)
  await reportRequests(tx, storeId, unasked, at)
}
