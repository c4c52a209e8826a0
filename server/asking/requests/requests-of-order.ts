import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import type { AppliedRule } from '../../tenants/stores/settings/request-rules.ts'
import { isSilencedSql } from './by-rule.ts'
import { mostReasons, type Reason } from './reasons.ts'
import { type ReportedRequest, reportedColumns, reportRequests } from './request-events.ts'
import {
  cancelledBecause,
  changeRequests,
  isCancellable,
  isPendingSql,
  markDaysOf,
  type NewRequest,
  type RequestState,
} from './requests.ts'
import type { Schedule } from './schedule.ts'

/** One of the requests of a part of an order. A part has one for each buyer. */
export type PartRequest = {
  part: number
  address: string
  email: string
  name: string
  state: RequestState
  due_at: Date
  reasons: Reason[]
  /** What the store's rule said that decided about it. */
  rule: AppliedRule | null
  mailing_id: string | null
}

/** The requests of an order, locked, so that no mail gathers them meanwhile. */
export async function lockParts(tx: Connection, storeId: string, orderId: string): Promise<PartRequest[]> {
  return await tx.query<PartRequest>(sql`
    select part, address, email, name, state, due_at, reasons, rule, mailing_id
    from review_requests
    where store_id = ${storeId} and order_id = ${orderId}
    order by address, part
    for update`)
}

/** Replaces requests that the caller has locked. Their parts stay. Reports those whose state changed. */
export async function rewriteRequests(
  tx: Connection,
  storeId: string,
  orderId: string,
  changes: { from: PartRequest; to: PartRequest }[],
  at: Date,
): Promise<void> {
  const rows = changes.map(({ from, to }) => ({
    ...to,
    reasons: to.reasons.slice(0, mostReasons),
    earlier: from.address,
  }))
  const written = await tx.query<Changed>(sql`
    update review_requests
    set address = new.address, email = new.email, name = new.name, state = new.state, due_at = new.due_at,
      reasons = new.reasons, mailing_id = new.mailing_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      earlier text, part integer, address text, email text, name text, state text, due_at timestamptz, reasons jsonb,
      mailing_id uuid
    )
    where review_requests.store_id = ${storeId} and review_requests.order_id = ${orderId}
      and review_requests.part = new.part and review_requests.address = new.earlier
    returning ${reportedColumns}, review_requests.address as address`)
  // A mail that had left is not reported again.
  const isNews = ({ from, to }: (typeof changes)[number]) => from.state !== to.state && to.state !== 'sent'
  const moved = new Set(changes.filter(isNews).map(({ to }) => `${to.part} ${to.address}`))
  await markDaysOf(tx, storeId, written)
  const reported = written.filter(({ part, address }) => moved.has(`${part} ${address}`))
  await reportRequests(tx, storeId, reported, at)
}

/** Whether nobody was asked about the part yet, and somebody may be. `requests` are those of the part. */
export function isUnasked(requests: PartRequest[]): boolean {
  const isAsked = ({ state, mailing_id }: PartRequest) =>
    mailing_id !== null || state === 'sent' || state === 'reviewed'
  return requests.length === 0 || (requests.some(isPending) && !requests.some(isAsked))
}

/** Not gathered by a mail, and not decided. */
export const isPending = ({ state, mailing_id }: PartRequest) =>
  (state === 'scheduled' || state === 'expired') && mailing_id === null

/** Creates requests of a part. They count on the day of the order. */
export async function addPart(
  tx: Connection,
  storeId: string,
  { orderId, part, receivedAt }: { orderId: string; part: number; receivedAt: Date },
  requests: NewRequest[],
  { state, dueAt, reasons, rule }: Schedule,
  at: Date,
): Promise<void> {
  // The alias keeps the table's name for `returning`: Citus names a table without an alias itself.
  const added = await tx.query<Changed>(sql`
    insert into review_requests as review_requests (
      store_id, order_id, part, address, id, email, name, state, due_at, reasons, rule, created_at
    )
    select own.store_id, ${orderId}::text, ${part}::integer, address, id, email, name, ${state}::text,
      ${new Date(dueAt)}::timestamptz, ${JSON.stringify(reasons)}::jsonb, ${jsonOf(rule)}::jsonb,
      ${receivedAt}::timestamptz
    from ${ownStore(storeId)} as own, jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as request(
      address text, id uuid, email text, name text
    )
    returning ${reportedColumns}`)
  await markDaysOf(tx, storeId, [{ created_at: receivedAt }])
  await reportRequests(tx, storeId, added, at)
}

type Changed = ReportedRequest & { created_at: Date; address?: string }

/** The parts of an order with pending requests, each with the rule that decided about it. */
export async function rulesOfPending(
  tx: Connection,
  storeId: string,
  orderId: string,
): Promise<Map<number, AppliedRule | null>> {
  const rows = await tx.query<{ part: number; rule: AppliedRule | null }>(sql`
    select part, rule
    from review_requests
    where store_id = ${storeId} and order_id = ${orderId} and ${isPendingSql}
    order by part`)
  return new Map(rows.map(({ part, rule }) => [part, rule]))
}

const jsonOf = (rule: AppliedRule | undefined) => (rule ? JSON.stringify(rule) : null)

/** Reschedules the pending requests of a part, and those that a rule of the store had cancelled. */
export async function reschedulePart(
  tx: Connection,
  storeId: string,
  orderId: string,
  part: number,
  { state, dueAt, reasons, rule }: Schedule,
  at: Date,
): Promise<void> {
  await changeRequests(tx, storeId, at, {
    set: sql`state = ${state}, due_at = ${new Date(dueAt)}, reasons = ${JSON.stringify(reasons)}::jsonb,
      rule = ${jsonOf(rule)}::jsonb`,
    where: sql`order_id = ${orderId} and part = ${part} and (${isPendingSql} or ${isSilencedSql})`,
  })
}

/** Deletes the requests of parts that no product is in any more, which nobody was asked about. */
export async function dropParts(
  tx: Connection,
  storeId: string,
  orderId: string,
  parts: number[],
  at: Date,
): Promise<void> {
  const dropped = await tx.query<Changed>(sql`
    delete from review_requests
    where store_id = ${storeId} and order_id = ${orderId} and part = any(${parts}::integer[])
      and ${isPendingSql}
    returning ${reportedColumns}`)
  await markDaysOf(tx, storeId, dropped)
  const gone = dropped.map(request => ({ ...request, state: 'cancelled' as const }))
  await reportRequests(tx, storeId, gone, at)
}

/** Cancels the requests of parts whose products all went back, for good. */
export async function cancelParts(
  tx: Connection,
  storeId: string,
  orderId: string,
  parts: number[],
  at: Date,
): Promise<void> {
  await changeRequests(tx, storeId, at, {
    set: cancelledBecause('went_back'),
    where: sql`order_id = ${orderId} and part = any(${parts}::integer[]) and ${isCancellable}`,
  })
}
