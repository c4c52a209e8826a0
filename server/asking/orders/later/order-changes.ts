import sql, { empty } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type Actor, logChanges } from '../../../foundation/events/audit/audit.ts'
import { recordEvents } from '../../../foundation/events/record.ts'
import { dateOf } from '../../../foundation/lib/time/days.ts'
import { readInstant } from '../../../foundation/lib/time/instant.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { scheduleByRule } from '../../requests/by-rule.ts'
import { lockPending } from '../../requests/pending.ts'
import type { Reason } from '../../requests/reasons.ts'
import { cancelRequests } from '../../requests/requests.ts'
import { reschedulePart, rulesOfPending } from '../../requests/requests-of-order.ts'
import { type Schedule, type ScheduleSettings, sendingTimeOn } from '../../requests/schedule.ts'
import { type Customer, type OrderProduct, readOrder, type StoredOrder } from '../orders.ts'

/** The user who changes an order, and the time. `isShop`: a connected shop, which can take it back. */
export type OrderBy = { at: Date; actor: Actor; isShop?: boolean; why?: 'deleted_in_shop' }

/** Instants as in `POST /orders`. Absent fields stay unchanged. */
export type OrderMove = { delivery_date?: string | undefined; request_review_at?: string | undefined }

/**
 * Cancels the order's requests and reminders, for example after a return. A mail that was already sent cannot be
 * recalled, but its form no longer lists this order. Throws `order_unknown`.
 */
export async function cancelOrder(
  tx: Connection,
  storeId: string,
  orderId: string,
  by: OrderBy,
): Promise<StoredOrder> {
  const { cancelled_at, cancelled_by_shop } = await lockOrder(tx, storeId, orderId)
  const cancelled = await cancelRequests(tx, storeId, orderId, by.at, by.why)
  // What the store decides, the shop cannot take back.
  if (cancelled_at === null || (cancelled_by_shop && !by.isShop))
    await tx.query(sql`
      update orders
      set cancelled_at = coalesce(cancelled_at, ${by.at}), cancelled_by_shop = ${by.isShop ?? null}::boolean
      where store_id = ${storeId} and order_id = ${orderId}`)
  if (cancelled_at === null) {
    const data = { order_id: orderId, cancelled_at: by.at }
    await recordEvents(tx, storeId, [{ type: 'order.cancelled', subject: orderId, data }], by.at)
  }
  if (cancelled > 0 || cancelled_at === null) await logOrder(tx, storeId, orderId, by, 'cancel', ['requests'])
  return await readOrder(tx, storeId, orderId)
}

/** Changes the delivery date, or the date of the review request, and moves pending requests. Throws `order_unknown`. */
export async function rescheduleOrder(
  tx: Connection,
  storeId: string,
  orderId: string,
  settings: ScheduleSettings,
  move: OrderMove,
  by: OrderBy,
): Promise<StoredOrder> {
  const fields = (['delivery_date', 'request_review_at'] as const).filter(name => move[name] !== undefined)
  const before = await lockOrder(tx, storeId, orderId)
  if (fields.length === 0) return await readOrder(tx, storeId, orderId)
  const deliveredAt = readInstant(move.delivery_date ?? '') ?? before.delivery_date.getTime()
  const requestedAt = readInstant(move.request_review_at ?? '') ?? before.request_review_at?.getTime()
  const now = by.at.getTime()
  await tx.query(sql`
    update orders
    set delivery_date = ${new Date(deliveredAt)}
      ${requestedAt === undefined ? empty : sql`, request_review_at = ${new Date(requestedAt)}`}
    where store_id = ${storeId} and order_id = ${orderId}`)
  const rules = await rulesOfPending(tx, storeId, orderId)
  if (move.delivery_date !== undefined) await moveLines(tx, storeId, orderId, [...rules.keys()], deliveredAt)
  const why: Reason = { name: move.request_review_at === undefined ? 'changed' : 'chosen' }
  for (const [part, rule] of rules) {
    const schedule = scheduleByRule({ deliveredAt, requestedAt }, settings, rule, now)
    await reschedulePart(tx, storeId, orderId, part, moved(schedule, why, now), by.at)
  }
  await logOrder(tx, storeId, orderId, by, 'move', fields)
  return await readOrder(tx, storeId, orderId)
}

/** Products with a day of their own that are still to be asked about have that of the order now. */
async function moveLines(
  tx: Connection,
  storeId: string,
  orderId: string,
  parts: number[],
  deliveredAt: number,
): Promise<void> {
  await tx.query(sql`
    update order_lines
    set delivered_at = ${new Date(deliveredAt)}
    where store_id = ${storeId} and order_id = ${orderId} and part = any(${parts}::integer[])
      and delivered_at is not null`)
}

/**
 * A past date is due now and does not count as late. Only requests that were delayed for long are held until the sending
 * hours. Of a chosen date, only the rule is left of the other reasons.
 */
function moved(schedule: Schedule, why: Reason, now: number): Schedule {
  const dueAt = schedule.state === 'scheduled' ? Math.max(schedule.dueAt, now) : schedule.dueAt
  const kept =
    why.name === 'chosen' ? schedule.reasons.filter(({ name }) => name === 'rule') : schedule.reasons
  return { ...schedule, dueAt, reasons: [...kept, why] }
}

/**
 * Moves the order's pending requests to the store's sending time on a day (`YYYY-MM-DD`), even a closed one. Throws
 * `body_invalid` for a past or impossible day. Throws the reason if no request is pending: `order_unknown`,
 * `request_none`, `request_sent`, `request_cancelled` or `buyer_suppressed`.
 */
export async function rescheduleOrderToDay(
  tx: Connection,
  store: Store,
  orderId: string,
  day: string,
  by: OrderBy,
): Promise<StoredOrder> {
  const dueAt = sendingTimeOn(day, store)
  if (dueAt === undefined) throw refused('date')
  if (day < dateOf(by.at.getTime(), store)) throw refused('past')
  await lockOrder(tx, store.store_id, orderId)
  await lockPending(tx, store.store_id, orderId)
  const move = { request_review_at: new Date(dueAt).toISOString() }
  return await rescheduleOrder(tx, store.store_id, orderId, store, move, by)
}

function refused(problem: 'date' | 'past'): ApiError {
  return new ApiError('body_invalid', { problems: [{ path: 'date', problem }] })
}

type LockedOrder = {
  order_date: Date
  delivery_date: Date
  request_review_at: Date | null
  received_at: Date
  cancelled_at: Date | null
  cancelled_by_shop: boolean | null
  products: OrderProduct[]
  customers: Customer[]
}

/** Locks the order's row. Throws `order_unknown`. */
export async function lockOrder(tx: Connection, storeId: string, orderId: string): Promise<LockedOrder> {
  const [order] = await tx.query<LockedOrder>(sql`
    select order_date, delivery_date, request_review_at, received_at, cancelled_at, cancelled_by_shop, products,
      customers
    from orders
    where store_id = ${storeId} and order_id = ${orderId}
    for update`)
  if (!order) throw new ApiError('order_unknown')
  return order
}

/** Logs a change of an order, whose row then says when it was changed. */
export async function logOrder(
  tx: Connection,
  storeId: string,
  recordId: string,
  { at, actor }: OrderBy,
  action: string,
  fields: string[],
): Promise<void> {
  await tx.query(sql`
    update orders
    set updated_at = ${at}
    where store_id = ${storeId} and order_id = ${recordId}`)
  await logChanges(tx, storeId, [{ at, actor, action, record: 'order', recordId, fields }])
}
