import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { boundsOf, isDate } from '../../../foundation/lib/time/days.ts'
import { inRange } from '../../../foundation/lib/time/instant.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { scheduleByRule } from '../../requests/by-rule.ts'
import { requestsFor } from '../../requests/requests.ts'
import {
  addPart,
  cancelParts,
  dropParts,
  isPending,
  reschedulePart,
} from '../../requests/requests-of-order.ts'
import type { Schedule } from '../../requests/schedule.ts'
import { readOrder, type StoredOrder } from '../orders.ts'
import { lockLines, type OrderWithLines } from './locked-lines.ts'
import { logOrder, type OrderBy } from './order-changes.ts'
import { isAskedIn, type OrderLine, writeLines } from './order-lines.ts'
import { groupByRule } from './ruled-lines.ts'

/**
 * `deliveredAt` in ms. `isEstimated`: the shop knows only when it was shipped. Absent ids: all products. `isSaidByShop`: in
 * the course of its business, so that an old order which it saves again is not asked about.
 */
export type Delivery = {
  deliveredAt: number
  productIds?: string[] | undefined
  isEstimated?: boolean
  isSaidByShop?: boolean
}

/**
 * Asks about products only after their delivery. What was already mailed stays as it is. Throws `order_unknown`, and
 * `body_invalid` for a product that the order does not have.
 */
export async function holdProducts(
  tx: Connection,
  store: Store,
  orderId: string,
  productIds: string[],
  by: OrderBy,
): Promise<StoredOrder> {
  const order = await lockLines(tx, store.store_id, orderId)
  const held = order.linesOf(productIds).filter(line => line.part !== null && isMovable(order, line))
  if (held.length > 0) {
    for (const line of held) Object.assign(line, { part: null, delivered_at: null, is_estimated: false })
    await writeLines(tx, store.store_id, orderId, held)
    await dropParts(tx, store.store_id, orderId, emptyParts(order), by.at)
    await logOrder(tx, store.store_id, orderId, by, 'hold', ['products'])
  }
  return await readOrder(tx, store.store_id, orderId)
}

/**
 * Asks about products the store's delay after their delivery: in a request of their own, if the rest of the order has
 * another date. Of what was already mailed, only a later day of delivery is noted. A date that a user chose stays, until
 * another delivery is reported. Throws `order_unknown`, and `body_invalid` for a product that the order does not have.
 */
export async function deliverProducts(
  tx: Connection,
  store: Store,
  orderId: string,
  { deliveredAt, productIds, isEstimated = false, isSaidByShop = false }: Delivery,
  by: OrderBy,
): Promise<StoredOrder> {
  const order = await lockLines(tx, store.store_id, orderId)
  const delivered_at = new Date(deliveredAt)
  const delivered = order
    .linesOf(productIds)
    .filter(line => isMovable(order, line) && !isKnown(order, line, delivered_at, isEstimated))
  if (delivered.length > 0) {
    const orderedAt = isSaidByShop ? order.order_date.getTime() : undefined
    for (const { rule, lines } of await groupByRule(tx, store, order, delivered)) {
      const computed = scheduleByRule({ deliveredAt, orderedAt }, store, rule, by.at.getTime())
      const schedule = isEstimated ? estimated(computed) : computed
      await askAboutLines(tx, store.store_id, order, lines, {
        schedule,
        delivered_at,
        isEstimated,
        at: by.at,
      })
    }
    await dropParts(tx, store.store_id, orderId, emptyParts(order), by.at)
  }
  const isNoted = !isEstimated && (await noteLater(tx, store.store_id, order, productIds, delivered_at))
  if (delivered.length > 0 || isNoted) {
    const fields = isEstimated ? ['products', 'estimated'] : ['products']
    await logOrder(tx, store.store_id, orderId, by, 'deliver', fields)
  }
  return await readOrder(tx, store.store_id, orderId)
}

/**
 * Like `deliverProducts`, on a day (`YYYY-MM-DD`) in the store's time zone. Also throws `body_invalid` for an impossible
 * day.
 */
export async function deliverOnDay(
  tx: Connection,
  store: Store,
  orderId: string,
  { date, productIds }: { date: string; productIds?: string[] | undefined },
  by: OrderBy,
): Promise<StoredOrder> {
  const deliveredAt = isDate(date) ? boundsOf(date, store).begins.getTime() : undefined
  if (deliveredAt === undefined || !inRange(deliveredAt))
    throw new ApiError('body_invalid', { problems: [{ path: 'date', problem: 'date' }] })
  return await deliverProducts(tx, store, orderId, { deliveredAt, productIds }, by)
}

/**
 * Never asks about products that went back: mails and forms no longer list them. A request whose products all went
 * back is cancelled. Absent ids: all products. Throws `order_unknown`, and `body_invalid` for a product that the order
 * does not have.
 */
export async function refundProducts(
  tx: Connection,
  store: Store,
  orderId: string,
  { productIds }: { productIds?: string[] | undefined },
  by: OrderBy,
): Promise<StoredOrder> {
  const order = await lockLines(tx, store.store_id, orderId)
  // What the store decides, the shop cannot take back.
  const refunded = order
    .linesOf(productIds)
    .filter(line => line.refunded_at === null || (line.refunded_by_shop && !by.isShop))
  if (refunded.length > 0) {
    for (const line of refunded)
      Object.assign(line, {
        refunded_at: line.refunded_at ?? by.at,
        refunded_by_shop: by.isShop ? true : null,
      })
    await writeLines(tx, store.store_id, orderId, refunded)
    await cancelParts(tx, store.store_id, orderId, emptyParts(order), by.at)
    await logOrder(tx, store.store_id, orderId, by, 'refund', ['products'])
  }
  return await readOrder(tx, store.store_id, orderId)
}

// A product that nobody was asked about yet, and that is still to be asked about.
function isMovable(order: OrderWithLines, { part, refunded_at }: OrderLine): boolean {
  return refunded_at === null && !order.isCancelled && (part === null || order.isUnasked(part))
}

/** Notes a later day of products that were asked about: their days for a review count from it. Returns whether any has one. */
async function noteLater(
  tx: Connection,
  storeId: string,
  order: OrderWithLines,
  productIds: string[] | undefined,
  delivered_at: Date,
): Promise<boolean> {
  const late = order.linesOf(productIds).filter(line => isLater(order, line, delivered_at))
  for (const line of late) Object.assign(line, { delivered_at, is_estimated: false })
  if (late.length > 0) await writeLines(tx, storeId, order.order_id, late)
  return late.length > 0
}

// A product that was asked about before it arrived.
function isLater(order: OrderWithLines, line: OrderLine, delivered: Date): boolean {
  const { part, refunded_at, delivered_at } = line
  return (
    part !== null &&
    refunded_at === null &&
    !order.isCancelled &&
    !order.isUnasked(part) &&
    delivered > (delivered_at ?? order.delivery_date)
  )
}

// Repeats change nothing. They would postpone an overdue request to the next sending time again and again.
function isKnown(order: OrderWithLines, line: OrderLine, delivered: Date, isEstimated: boolean): boolean {
  if (line.part === null || line.is_estimated !== isEstimated) return false
  if (line.delivered_at) return line.delivered_at.getTime() === delivered.getTime()
  return order.delivery_date.getTime() === delivered.getTime() && !order.isDateGiven
}

/** The parts without a product to ask about. */
function emptyParts({ lines, requests }: OrderWithLines): number[] {
  const parts = new Set(requests.map(({ part }) => part))
  return [...parts].filter(part => !lines.some(line => isAskedIn(part, line)))
}

const estimated = (schedule: Schedule): Schedule =>
  schedule.state === 'cancelled'
    ? schedule
    : { ...schedule, reasons: [...schedule.reasons, { name: 'estimated' }] }

/** The part that is due on the same date by the same rule; or the one that has no other product; or a new one. */
function choosePart(order: OrderWithLines, delivered: OrderLine[], { dueAt, rule }: Schedule): number {
  const { lines, requests } = order
  const used = [...lines, ...requests].flatMap(({ part }) => part ?? []).sort((a, b) => a - b)
  const open = [...new Set(used)].filter(part => order.isUnasked(part))
  const isDue = (part: number) => {
    const pending = requests.filter(request => request.part === part && isPending(request))
    return (
      pending.length > 0 &&
      pending.every(request => request.due_at.getTime() === dueAt && request.rule?.name === rule?.name)
    )
  }
  const isLeft = (part: number) =>
    delivered.some(line => line.part === part) &&
    !lines.some(line => isAskedIn(part, line) && !delivered.includes(line))
  return open.find(isDue) ?? open.find(isLeft) ?? (used.at(-1) ?? -1) + 1
}

type Delivered = { schedule: Schedule; delivered_at: Date; isEstimated: boolean; at: Date }

async function askAboutLines(
  tx: Connection,
  storeId: string,
  order: OrderWithLines,
  lines: OrderLine[],
  { schedule, delivered_at, isEstimated, at }: Delivered,
): Promise<void> {
  const part = choosePart(order, lines, schedule)
  for (const line of lines) Object.assign(line, { part, delivered_at, is_estimated: isEstimated })
  await writeLines(tx, storeId, order.order_id, lines)
  if (order.lines.some(line => isAskedIn(part, line)))
    await askAboutPart(tx, storeId, order, { part, schedule, at })
}

async function askAboutPart(
  tx: Connection,
  storeId: string,
  order: OrderWithLines,
  { part, schedule, at }: { part: number; schedule: Schedule; at: Date },
): Promise<void> {
  const { order_id: orderId, received_at: receivedAt, customers, lines, requests } = order
  if (requests.some(request => request.part === part))
    await reschedulePart(tx, storeId, orderId, part, schedule, at)
  else await addPart(tx, storeId, { orderId, part, receivedAt }, requestsFor(customers), schedule, at)
  // The order's own dates are those of its first part.
  const days = lines.filter(line => isAskedIn(0, line)).map(({ delivered_at }) => delivered_at)
  if (part !== 0 || days.includes(null)) return
  await tx.query(sql`
    update orders
    set delivery_date = ${days[0]}, request_review_at = null
    where store_id = ${storeId} and order_id = ${orderId}`)
}
