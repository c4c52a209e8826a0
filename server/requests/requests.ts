import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { markDaysChanged } from '../days/changed-days.ts'
import { comparableAddress } from '../lib/text/email-address.ts'
import { uuid } from '../lib/uuid.ts'
import { type MailState, mailStates } from '../mailings/mail-states.ts'
import type { Schedule } from './schedule.ts'

/** Waits; mailed; answered; too old when it came; taken back; not mailed to this address; could not be mailed. */
export const requestStates = [
  'scheduled',
  'sent',
  'reviewed',
  'expired',
  'cancelled',
  'suppressed',
  'failed',
] as const

export type RequestState = (typeof requestStates)[number]

/** One review request: whom it goes to, when, why then, and the mail it went into. */
export type ReviewRequest = {
  id: string
  email: string
  name: string
  state: RequestState
  due_at: Date
  reason: string
  /** Null until it is gathered into one. */
  mail: MailState | null
}

export type NewRequest = { id: string; address: string; email: string; name: string }

/** One request per distinct usable address among the customers; the first of equal ones counts. */
export function requestsFor(customers: { name: string; email: string }[]): NewRequest[] {
  const requests = new Map<string, NewRequest>()
  for (const { name, email } of customers) {
    const address = comparableAddress(email)
    if (address && !requests.has(address))
      requests.set(address, { id: uuid(), address, email: email.trim(), name })
  }
  return [...requests.values()]
}

/**
 * For the statement that stores orders: a CTE that writes the requests of `accepted`, a set of rows with
 * the columns order_id and requests (jsonb). $1 is the store, $3 the time.
 */
export function requestsOf(accepted: string): string {
  return `
    insert into review_requests (
      store_id, order_id, address, id, email, name, state, due_at, reason, created_at
    )
    select $1::uuid, order_id, address, request.id, email, name, state, due_at, reason, $3::timestamptz
    from ${accepted}, jsonb_to_recordset(requests) as request(
      address text, id uuid, email text, name text, state text, due_at timestamptz, reason text
    )`
}

/** For a statement that counts orders: a row with what became of the requests of one; all null when it has none. */
export function askedAbout(storeId: string, orderId: Sql): Sql {
  return sql`
    select bool_or(state in ('sent', 'reviewed')) as asked, bool_or(state = 'reviewed') as reviewed,
      bool_or(state = 'scheduled') as waiting
    from review_requests
    where review_requests.store_id = ${storeId} and review_requests.order_id = ${orderId}`
}

/** The requests of an order, by due date. */
export async function listRequests(
  db: Connection,
  storeId: string,
  orderId: string,
): Promise<ReviewRequest[]> {
  return (await requestsOfOrders(db, storeId, [orderId])).get(orderId) ?? []
}

/** The same of several orders; one without requests is left out. */
export async function requestsOfOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, ReviewRequest[]>> {
  type Row = Omit<ReviewRequest, 'mail'> & { order_id: string; mailing_id: string | null }
  const rows = await db.query<Row>(sql`
    select order_id, id, email, name, state, due_at, reason, mailing_id
    from review_requests
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    order by due_at, id`)
  const mails = await mailStates(
    db,
    storeId,
    rows.flatMap(({ mailing_id }) => mailing_id ?? []),
  )
  const requests = new Map<string, ReviewRequest[]>()
  for (const { order_id, mailing_id, ...request } of rows) {
    const mail = (mailing_id && mails.get(mailing_id)) || null
    requests.set(order_id, [...(requests.get(order_id) ?? []), { ...request, mail }])
  }
  return requests
}

/** Nobody is asked for the order any more: not now, and not again. Resolves with how many requests that changed. */
export async function cancelRequests(tx: Connection, storeId: string, orderId: string): Promise<number> {
  const cancelled = await tx.query<Begun>(sql`
    update review_requests
    set state = 'cancelled', reason = left(reason || ', cancelled', 500)
    where store_id = ${storeId} and order_id = ${orderId} and state in ('scheduled', 'sent', 'expired')
    returning created_at`)
  await markDaysOf(tx, storeId, cancelled)
  return cancelled.length
}

/** Moves what of the order is not on its way yet. Resolves with how many requests that changed. */
export async function moveRequests(
  tx: Connection,
  storeId: string,
  orderId: string,
  { state, dueAt, reason }: Schedule,
): Promise<number> {
  const moved = await tx.query<Begun>(sql`
    update review_requests
    set state = ${state}, due_at = ${new Date(dueAt)}, reason = ${reason}
    where store_id = ${storeId} and order_id = ${orderId}
      and state in ('scheduled', 'expired') and mailing_id is null
    returning created_at`)
  await markDaysOf(tx, storeId, moved)
  return moved.length
}

/** A request that a link asks about. */
export type AskedRequest = { order_id: string; state: 'scheduled' | 'sent' | 'reviewed' }

/** The requests a mailing gathered, without those that were cancelled or went to nobody. */
export async function requestsOfMailing(
  db: Connection,
  storeId: string,
  mailingId: string,
): Promise<AskedRequest[]> {
  return await db.query<AskedRequest>(sql`
    select order_id, state
    from review_requests
    where store_id = ${storeId} and mailing_id = ${mailingId} and state in ('scheduled', 'sent', 'reviewed')
    order by due_at, order_id`)
}

/** The orders that each of the mailings still asks about, where its requests are in this state. */
export async function ordersOfMailings(
  db: Connection,
  storeId: string,
  mailingIds: string[],
  state: 'scheduled' | 'sent',
): Promise<Map<string, string[]>> {
  if (mailingIds.length === 0) return new Map()
  const rows = await db.query<{ mailing_id: string; orders: string[] }>(sql`
    select mailing_id, array_agg(order_id order by due_at, order_id) as orders
    from review_requests
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[]) and state = ${state}
    group by mailing_id`)
  return new Map(rows.map(({ mailing_id, orders }) => [mailing_id, orders]))
}

/** Which of the mailings still ask for all they asked for: something was sent, and nothing reviewed. */
export async function unreviewedAmong(
  db: Connection,
  storeId: string,
  mailingIds: string[],
): Promise<Set<string>> {
  if (mailingIds.length === 0) return new Set()
  const rows = await db.query<{ mailing_id: string }>(sql`
    select mailing_id
    from review_requests
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[])
      and state in ('sent', 'reviewed')
    group by mailing_id
    having bool_and(state = 'sent')`)
  return new Set(rows.map(({ mailing_id }) => mailing_id))
}

/** What became of the mailings' requests that were on their way, or (`from` sent) had arrived. */
export async function settleRequests(
  tx: Connection,
  storeId: string,
  mailingIds: string[],
  state: 'sent' | 'failed' | 'suppressed',
  from: 'scheduled' | 'sent' = 'scheduled',
): Promise<void> {
  if (mailingIds.length === 0) return
  const settled = await tx.query<Begun>(sql`
    update review_requests
    set state = ${state}
    where store_id = ${storeId} and mailing_id = any(${mailingIds}::uuid[]) and state = ${from}
    returning created_at`)
  await markDaysOf(tx, storeId, settled)
}

/** The mailing came back, or failed, and goes out once more: its requests are on their way again. */
export async function reopenRequests(
  tx: Connection,
  storeId: string,
  mailingId: string,
  from: 'sent' | 'failed' = 'sent',
): Promise<void> {
  const reopened = await tx.query<Begun>(sql`
    update review_requests
    set state = 'scheduled'
    where store_id = ${storeId} and mailing_id = ${mailingId} and state = ${from}
    returning created_at`)
  await markDaysOf(tx, storeId, reopened)
}

/** Moves the requests of a mailing to another one. */
export async function moveToMailing(
  tx: Connection,
  storeId: string,
  mailingId: string,
  newId: string,
): Promise<void> {
  await tx.query(sql`
    update review_requests
    set mailing_id = ${newId}
    where store_id = ${storeId} and mailing_id = ${mailingId}`)
}

/**
 * Something was reviewed through the link of a mailing (`findMailing` gives its `requestsOf`): the requests
 * of these orders become `reviewed`, and no reminder follows, whatever is left unreviewed. Doing it again
 * changes nothing.
 */
export async function markReviewed(
  tx: Connection,
  storeId: string,
  requestsOf: string,
  orderIds: string[],
): Promise<void> {
  const reviewed = await tx.query<Begun>(sql`
    update review_requests
    set state = 'reviewed'
    where store_id = ${storeId} and mailing_id = ${requestsOf} and order_id = any(${orderIds}::text[])
      and state in ('scheduled', 'sent')
    returning created_at`)
  await markDaysOf(tx, storeId, reviewed)
}

/** A request is as old as its order: that is the day it is counted on. */
type Begun = { created_at: Date }

/** Says that these requests have another state now; whoever changes one calls it. */
export async function markDaysOf(tx: Connection, storeId: string, requests: Begun[]): Promise<void> {
  await markDaysChanged(
    tx,
    storeId,
    requests.map(({ created_at }) => created_at),
  )
}
