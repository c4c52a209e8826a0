import sql from 'sql-template-tag'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import type { AppliedRule } from '../../../tenants/stores/settings/request-rules.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { isSilenced, isSilencedSql, scheduleByRule } from '../../requests/by-rule.ts'
import { requestsFor } from '../../requests/requests.ts'
import {
  addPart,
  isPending,
  isUnasked,
  type PartRequest,
  reschedulePart,
} from '../../requests/requests-of-order.ts'
import type { Schedule } from '../../requests/schedule.ts'
import { lockLines, type OrderWithLines } from '../later/locked-lines.ts'
import { logOrder, type OrderBy } from '../later/order-changes.ts'
import { isAskedIn, type OrderLine, writeLines } from '../later/order-lines.ts'
import { groupByRule, type RuledGroup } from '../later/ruled-lines.ts'

/** How far the rules of a store were applied: `next` is where to continue, null at the end. */
type Applied = { checked: number; changed: number; next: string | null }

/**
 * Applies the rules of a store, as they are now, to pending requests of up to `most` orders, and to those that an earlier
 * rule cancelled. Dates that a user chose stay, and so does what was mailed. Each order has a transaction: repeating all
 * of it after a kill changes the rest. Throws `store_unknown`.
 */
export async function applyRules(
  database: Database,
  storeId: string,
  { after, most }: { after: string; most: number },
  by: OrderBy,
): Promise<Applied> {
  const orderIds = await ordersWithPending(database, storeId, after, most)
  let changed = 0
  for (const orderId of orderIds) {
    const isChanged = await database.transaction(async tx =>
      replanOrder(tx, await readStore(tx, storeId), orderId, by),
    )
    if (isChanged) changed++
  }
  const next = orderIds.length < most ? null : (orderIds.at(-1) ?? null)
  return { checked: orderIds.length, changed, next }
}

async function ordersWithPending(
  db: Connection,
  storeId: string,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db.query<{ order_id: string }>(sql`
    select distinct order_id
    from review_requests
    where store_id = ${storeId} and order_id > ${after}
      and ((state = 'scheduled' and mailing_id is null) is true or ${isSilencedSql})
    order by order_id
    limit ${most}`)
  return rows.map(({ order_id }) => order_id)
}

/** Applies the rules of the store to one order. Returns whether that changed anything. Throws `order_unknown`. */
export async function replanOrder(
  tx: Connection,
  store: Store,
  orderId: string,
  by: OrderBy,
): Promise<boolean> {
  const order = await lockLines(tx, store.store_id, orderId)
  if (order.isCancelled) return false
  const parts = [...new Set(order.requests.map(({ part }) => part))].sort((a, b) => a - b)
  let isChanged = false
  for (const part of parts) {
    const requests = order.requests.filter(request => request.part === part)
    const lines = order.lines.filter(line => isAskedIn(part, line))
    if (lines.length === 0 || !isReplanned(requests)) continue
    const groups = await groupByRule(tx, store, order, lines)
    if (groups.length === 1 && isSameRule(groups[0]?.rule, requests[0]?.rule)) continue
    await divide(tx, store, order, { part, requests, groups, at: by.at })
    isChanged = true
  }
  if (isChanged) await logOrder(tx, store.store_id, orderId, by, 'move', ['requests'])
  return isChanged
}

// Not one that somebody moved, that is too old, or that a mail has gathered.
function isReplanned(requests: PartRequest[]): boolean {
  const isFree = ({ reasons }: PartRequest) =>
    !reasons.some(({ name }) => name === 'chosen' || name === 'at_once' || name === 'old_order')
  if (requests.some(isSilenced)) return true
  return isUnasked(requests) && requests.some(({ state }) => state === 'scheduled') && requests.every(isFree)
}

// PostgreSQL orders the keys of an object by itself.
const isSameRule = (one: AppliedRule | null | undefined, other: AppliedRule | null | undefined) =>
  textOf(one) === textOf(other)

const textOf = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, one) =>
    one instanceof Object && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

type Dividing = { part: number; requests: PartRequest[]; groups: RuledGroup[]; at: Date }

// The first group keeps the part, and each other one gets a new one.
async function divide(
  tx: Connection,
  store: Store,
  order: OrderWithLines,
  { part, requests, groups, at }: Dividing,
): Promise<void> {
  const { store_id: storeId } = store
  const { order_id: orderId, received_at: receivedAt } = order
  const open = requests.filter(request => isPending(request) || isSilenced(request))
  const addresses = new Set(open.map(({ address }) => address))
  const buyers = () => requestsFor(order.customers).filter(({ address }) => addresses.has(address))
  for (const [index, { rule, lines }] of groups.entries()) {
    const schedule = scheduleOf(store, order, lines, { rule, isSilent: requests.some(isSilenced), at })
    if (index === 0) {
      await reschedulePart(tx, storeId, orderId, part, schedule, at)
      continue
    }
    const next = nextPart(order)
    for (const line of lines) line.part = next
    await writeLines(tx, storeId, orderId, lines)
    await addPart(tx, storeId, { orderId, part: next, receivedAt }, buyers(), schedule, at)
  }
}

const nextPart = ({ lines, requests }: OrderWithLines) =>
  Math.max(...[...lines, ...requests].map(({ part }) => part ?? 0)) + 1

function scheduleOf(
  store: Store,
  order: OrderWithLines,
  lines: OrderLine[],
  { rule, isSilent, at }: { rule: AppliedRule | undefined; isSilent: boolean; at: Date },
): Schedule {
  const [line] = lines
  const dates = {
    deliveredAt: (line?.delivered_at ?? order.delivery_date).getTime(),
    requestedAt: order.isDateGiven ? order.request_review_at?.getTime() : undefined,
    // Whether the order was too old when it arrived is not known of one that a rule had cancelled.
    orderedAt: isSilent ? order.order_date.getTime() : undefined,
  }
  const schedule = scheduleByRule(dates, store, rule, at.getTime())
  if (!line?.is_estimated || schedule.state === 'cancelled') return schedule
  return { ...schedule, reasons: [...schedule.reasons, { name: 'estimated' }] }
}
