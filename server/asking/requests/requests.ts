import sql, { empty, type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { markDaysChanged } from '../../foundation/events/changed-days.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { comparableAddress } from '../../foundation/lib/text/email-address.ts'
import { type MailState, mailStates } from '../../foundation/mailings/mail-states.ts'
import { isMailed } from '../../foundation/mailings/old-mails.ts'
import { cutoff, type Retention } from '../../foundation/personal-data/retention.ts'
import type { AppliedRule } from '../../tenants/stores/settings/request-rules.ts'
import { andNamed, knownReasons, type Reason, type ReasonName } from './reasons.ts'
import { type ReportedRequest, reportedColumns, reportRequests } from './request-events.ts'

/**
 * `expired`: too old when the order arrived. `suppressed`: the address gets no mail. `failed`: the mail could not be
 * delivered.
 */
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

/** Some products of an order, which its requests ask about together. Part 0 is all that no line says otherwise of. */
export type OrderPart = { order_id: string; part: number }

/**
 * A part, without the products that its requests leave out because the buyer has reviewed them. `rule`: what the store's
 * rule said that decided about them.
 */
export type AskedPart = OrderPart & { left_out?: string[] | null; rule?: AppliedRule | null }

/** One review request: its recipient, its due date and the reasons for it, and its mail. */
export type ReviewRequest = {
  id: string
  part: number
  email: string
  name: string
  state: RequestState
  due_at: Date
  reasons: Reason[]
  /** Null until a mail has gathered the request. */
  mail: MailState | null
  /** The products that it does not ask about, because its buyer has reviewed them. */
  left_out: string[] | null
}

export type NewRequest = { id: string; address: string; email: string; name: string }

/** One request per distinct usable address among the customers. Of equal addresses, the first counts. */
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
 * For the statement that stores orders: the text of a CTE that writes the requests of `accepted`, a set of rows with
 * the columns order_id and requests (jsonb), except those of orders that are in `silent`. $1 is the store, $3 the time.
 */
export function insertRequestsSql(accepted: string, silent: string): string {
  return `
    insert into review_requests (
      store_id, order_id, part, address, id, email, name, state, due_at, reasons, rule, created_at
    )
    select store_id, order_id, coalesce(part, 0), address, request.id, email, name, state, due_at, reasons, rule, $3::timestamptz
    from (select store_id from stores where store_id = $1) as own, ${accepted}, jsonb_to_recordset(requests) as request(
      address text, id uuid, email text, name text, state text, due_at timestamptz, reasons jsonb, part integer, rule jsonb
    )
    where (order_id in (select order_id from ${silent})) is not true`
}

/** For a statement about orders: the orders that requests name, of one store or of all. */
export function ordersOfRequests(storeId?: string): Sql {
  return sql`
    select store_id, order_id
    from review_requests
    where ${storeId === undefined ? sql`true` : sql`store_id = ${storeId}`}`
}

/** For a statement that counts orders: one row with the states of an order's requests; all null if it has none. */
export function requestOutcome(storeId: string | Sql, orderId: Sql): Sql {
  return sql`
    select bool_or(state in ('sent', 'reviewed')) as asked, bool_or(state = 'reviewed') as reviewed,
      bool_or(state = 'scheduled') as waiting
    from review_requests
    where review_requests.store_id = ${storeId} and review_requests.order_id = ${orderId}`
}

/**
 * SQL: the order has a request that is due within the period, or a mail whose link still works. A mail counts until it
 * is old itself. An overdue request, as those of a paused store, is never mailed (`gatherRequests`).
 */
export function isOrderInUse(storeId: Sql, orderId: Sql, retention: Retention, at: Date): Sql {
  return sql`exists (
    select from review_requests as request
    where request.store_id = ${storeId} and request.order_id = ${orderId} and (
      request.due_at > ${cutoff(retention, at)}
      or ${isMailed(storeId, { address: sql`request.address`, mailingId: sql`request.mailing_id` }, retention, at)}
    )
  )`
}

/**
 * Locks the requests of orders that the caller has locked. Returns the orders of which no other transaction holds a
 * request.
 */
export async function lockRequests(tx: Connection, storeId: string, orderIds: string[]): Promise<string[]> {
  const count = async (lock: Sql) => {
    const rows = await tx.query<{ order_id: string }>(sql`
      select order_id
      from review_requests
      where store_id = ${storeId} and order_id = any(${orderIds}::text[])
      ${lock}`)
    const counts = new Map<string, number>()
    for (const { order_id } of rows) counts.set(order_id, (counts.get(order_id) ?? 0) + 1)
    return counts
  }
  const locked = await count(sql`for update skip locked`)
  const all = await count(empty)
  return orderIds.filter(orderId => locked.get(orderId) === all.get(orderId))
}

/**
 * Deletes the requests of orders that are deleted too. The days of the home count the orders by their hashes, and none
 * of them as waiting.
 */
export async function forgetRequests(tx: Connection, storeId: string, orderIds: string[]): Promise<void> {
  const forgotten = await tx.query<Begun & { state: RequestState }>(sql`
    delete from review_requests
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])
    returning state, created_at`)
  await markDaysOf(
    tx,
    storeId,
    forgotten.filter(({ state }) => state === 'scheduled'),
  )
}

/** The requests of an order, by due date. */
export async function listRequests(
  db: Connection,
  storeId: string,
  orderId: string,
): Promise<ReviewRequest[]> {
  return (await requestsOfOrders(db, storeId, [orderId])).get(orderId) ?? []
}

/** Like `listRequests` for several orders. Orders without requests are absent. */
export async function requestsOfOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, ReviewRequest[]>> {
  type Row = Omit<ReviewRequest, 'mail'> & { order_id: string; mailing_id: string | null }
  const rows = await db.query<Row>(sql`
    select order_id, part, id, email, name, state, due_at, reasons, mailing_id, left_out
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
    requests.set(order_id, [
      ...(requests.get(order_id) ?? []),
      { ...request, reasons: knownReasons(request.reasons), mail },
    ])
  }
  return requests
}

/** Cancels the order's requests for good. Returns how many changed. */
export async function cancelRequests(
  tx: Connection,
  storeId: string,
  orderId: string,
  at: Date,
  why: ReasonName = 'cancelled',
): Promise<number> {
  return await changeRequests(tx, storeId, at, {
    set: cancelledBecause(why),
    where: sql`order_id = ${orderId} and ${isCancellable}`,
  })
}

/** A request behind a link. */
export type AskedRequest = AskedPart & { state: 'scheduled' | 'sent' | 'reviewed' }

/** The requests of a mailing, without those that are cancelled, suppressed or failed. */
export async function requestsOfMailing(
  db: Connection,
  storeId: string,
  mailingId: string,
): Promise<AskedRequest[]> {
  return await db.query<AskedRequest>(sql`
    select order_id, part, state, left_out, rule
    from review_requests
    where store_id = ${storeId} and mailing_id = ${mailingId} and state in ('scheduled', 'sent', 'reviewed')
    order by due_at, order_id, part`)
}

/** Sets which products the requests of mailings leave out. */
export async function leaveOut(
  tx: Connection,
  storeId: string,
  requests: { id: string; order_id: string; part: number; left_out: string[] }[],
): Promise<void> {
  if (requests.length === 0) return
  await tx.query(sql`
    update review_requests
    set left_out = nullif(new.left_out, '{}')
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as new(
      id uuid, order_id text, part integer, left_out text[]
    )
    where store_id = ${storeId} and mailing_id = new.id
      and review_requests.order_id = new.order_id and review_requests.part = new.part
      and review_requests.left_out is distinct from nullif(new.left_out, '{}')`)
}

/** Fails the sent requests of a mailing, because it bounced. */
export async function failRequests(
  tx: Connection,
  storeId: string,
  mailingId: string,
  at: Date,
): Promise<void> {
  await changeRequests(tx, storeId, at, {
    set: sql`state = 'failed'`,
    where: sql`mailing_id = ${mailingId} and state = 'sent'`,
  })
}

/** Makes the requests of a mailing scheduled again, because it bounced or failed and is sent once more. */
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

/**
 * Marks the requests of these parts as `reviewed`, because something was reviewed through a link of the mailing
 * (`findMailing` returns its `firstMailingId`). No reminder follows, even for products that are not reviewed yet.
 * Idempotent.
 */
export async function markReviewed(
  tx: Connection,
  storeId: string,
  firstMailingId: string,
  parts: OrderPart[],
): Promise<void> {
  const reviewed = await tx.query<Begun>(sql`
    update review_requests
    set state = 'reviewed'
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as reviewed(order_id text, part integer)
    where store_id = ${storeId} and mailing_id = ${firstMailingId} and state in ('scheduled', 'sent')
      and review_requests.order_id = reviewed.order_id and review_requests.part = reviewed.part
    returning created_at`)
  await markDaysOf(tx, storeId, reviewed)
}

/**
 * Changes the requests of the store that fit `where`, marks their days for recounting, and reports them. Returns how many
 * changed.
 */
export async function changeRequests(
  tx: Connection,
  storeId: string,
  at: Date,
  { set, where }: { set: Sql; where: Sql },
): Promise<number> {
  const changed = await tx.query<Changed>(sql`
    update review_requests
    set ${set}
    where store_id = ${storeId} and ${where}
    returning ${reportedColumns}`)
  await markDaysOf(tx, storeId, changed)
  await reportRequests(tx, storeId, changed, at)
  return changed.length
}

/** SQL for `changeRequests`: cancels for a reason, which is added to the earlier one. */
export const cancelledBecause = (why: ReasonName): Sql => sql`state = 'cancelled', reasons = ${andNamed(why)}`

/** SQL: the request can still be cancelled. */
export const isCancellable = sql`state in ('scheduled', 'sent', 'expired')`

/** SQL: no mail has gathered the request, and it is not decided. */
export const isPendingSql = sql`state in ('scheduled', 'expired') and mailing_id is null`

/** A request counts on the day its order was created. */
type Begun = { created_at: Date }

type Changed = Begun & ReportedRequest

/** Marks the days of these requests for recounting. Every change of a request's state must call it. */
export async function markDaysOf(tx: Connection, storeId: string, requests: Begun[]): Promise<void> {
  await markDaysChanged(
    tx,
    storeId,
    requests.map(({ created_at }) => created_at),
  )
}
