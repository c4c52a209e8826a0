import type { Database } from '../database/connect.ts'
import { readInstant } from '../lib/time/instant.ts'
import { minuteOf } from '../lib/time/minutes.ts'
import { uuid } from '../lib/uuid.ts'
import { requestsFor } from '../requests/requests.ts'
import { type ScheduleSettings, scheduleRequest } from '../requests/schedule.ts'
import {
  insertAll,
  insertSome,
  insertSomeWithProducts,
  lockStore,
  type Outcome,
  type Written,
} from './insert-orders.ts'
import type { Order, OrderProduct } from './orders.ts'

/**
 * `limit`: the plan's orders of the month are used up; `minute`: those of the minute. `left` is what the group left of
 * the minute's limit, null if there is none.
 */
export type Answer = { id: string; left: number | null } | 'duplicate' | 'limit' | 'minute'

/**
 * An order waiting for its group. `json` is the row in the form that the statements read. `new_products` are the
 * ids of the products that the catalogue may lack.
 */
export type NewOrder = { order_id: string; id: string; json: string; new_products: string[] }

export function newOrder(
  order: Order,
  unknown: OrderProduct[],
  settings: ScheduleSettings,
  now: number,
): NewOrder {
  const requestedAt = order.request_review_at === undefined ? undefined : readInstant(order.request_review_at)
  const { state, dueAt, reason } = scheduleRequest(
    { deliveredAt: Date.parse(order.delivery_date), requestedAt },
    settings,
    now,
  )
  const due_at = new Date(dueAt).toISOString()
  const id = uuid()
  const row = {
    ...order,
    ...(requestedAt !== undefined && { request_review_at: new Date(requestedAt).toISOString() }),
    id,
    new_products: unknown.map(product => ({ ...product, id: uuid() })),
    requests: requestsFor(order.customers).map(request => ({ ...request, state, due_at, reason })),
  }
  return {
    order_id: order.order_id,
    id,
    json: JSON.stringify(row),
    new_products: unknown.map(({ product_id }) => product_id),
  }
}

/** Writes the orders of one store. `month` is that of `now` in the store's time zone, `YYYY-MM-DD`. */
export type WriteOrders = (
  storeId: string,
  orders: NewOrder[],
  now: number,
  month: string,
) => Promise<Answer[]>

/**
 * Writes a group of orders in one transaction. Nearly every group has room within the plan's limits, and its store has
 * deleted no orders: then the shorter statement accepts all of them that are new. It says so if the store needs the
 * longer one, which is then used until the store needs it no more.
 */
export function createOrderWriter(db: Database): WriteOrders {
  const restricted = new Set<string>()

  return async (storeId, orders, now, month) => {
    const values = [
      storeId,
      `[${orders.map(({ json }) => json).join(',')}]`,
      new Date(now),
      month,
      minuteOf(now),
      orders.length,
    ]
    const write = async <Row>(statement: { name: string; text: string }) => {
      const [, rows] = await db.writes.transaction([
        { name: 'lock-store', text: lockStore, values: [storeId] },
        { ...statement, values },
      ])
      return rows as Row[]
    }
    const areKnown = orders.every(({ new_products }) => new_products.length === 0)
    if (areKnown && !restricted.has(storeId)) {
      const [written] = await write<Written>(insertAll)
      if (written?.is_free) return answersOfAll(orders, written)
    }
    const outcomes = await write<Outcome>(areKnown ? insertSome : insertSomeWithProducts)
    if (outcomes[0]?.is_free) restricted.delete(storeId)
    else restricted.add(storeId)
    return answersOfSome(orders, outcomes)
  }
}

function answersOfAll(orders: NewOrder[], { duplicates, room }: Written): Answer[] {
  const known = new Set(duplicates)
  const left = room === null ? null : room - (orders.length - known.size)
  return orders.map(({ order_id, id }) => (known.has(order_id) ? 'duplicate' : { id, left }))
}

function answersOfSome(orders: NewOrder[], outcomes: Outcome[]): Answer[] {
  const byId = new Map(outcomes.map(({ order_id, outcome }) => [order_id, outcome]))
  const room = outcomes[0]?.room ?? null
  const left = room === null ? null : room - outcomes.filter(({ outcome }) => outcome === 'taken').length
  return orders.map(({ order_id, id }) => {
    const outcome = byId.get(order_id) as Outcome['outcome']
    return outcome === 'taken' ? { id, left } : outcome
  })
}
