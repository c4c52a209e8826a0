import type { Database } from '../../database/connect.ts'
import { Busy } from '../../database/group-commit.ts'
import { ApiError } from '../../errors/errors.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { knownOrders } from '../../orders/known-orders.ts'
import { ordersOfMonth } from '../../orders/order-usage.ts'
import { createOrders, type Order } from '../../orders/orders.ts'
import type { Store } from '../../stores/stores.ts'

/** `later`: the order can be stored after that many seconds. */
export type Outcome = 'imported' | 'skipped' | 'over limit' | { later: number }

/** Stores orders, and says what became of each, in their order. */
export type WriteOrders = (orders: Order[]) => Promise<Outcome[]>

/** Writes orders as `POST /orders` does, many in one commit. */
export function createOrderWriter(db: Database, clock: Clock, store: Store): WriteOrders {
  const orders = createOrders(db, clock, { isQuiet: true })
  return async batch => {
    const written = await Promise.allSettled(batch.map(order => orders.create(store.store_id, store, order)))
    return written.map(one => (one.status === 'fulfilled' ? 'imported' : outcomeOf(one.reason)))
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Busy) return { later: error.retryAfter }
  if (!(error instanceof ApiError)) throw error
  if (error.errorName === 'orders_often') return { later: Number(error.headers['retry-after']) }
  if (error.errorName === 'order_duplicate') return 'skipped'
  if (error.errorName === 'order_limit') return 'over limit'
  throw error
}

/** Says what a writer would do, and writes nothing. */
export function createOrderTrial(db: Database, clock: Clock, store: Store): WriteOrders {
  let left: number | undefined
  return async orders => {
    left ??= await leftOfMonth(db, clock, store)
    const ids = orders.map(({ order_id }) => order_id)
    const known = await knownOrders(db, store.store_id, ids)
    return ids.map(id => {
      if (known.has(id)) return 'skipped'
      if (left === 0) return 'over limit'
      left = (left as number) - 1
      return 'imported'
    })
  }
}

async function leftOfMonth(db: Database, clock: Clock, store: Store): Promise<number> {
  if (store.order_limit === null) return Number.POSITIVE_INFINITY
  const { orders } = await ordersOfMonth(db, store, clock())
  return Math.max(0, store.order_limit - orders)
}
