import { createWaitingOrders, readOrderProgress } from '../../../asking/orders/later/waiting-orders.ts'
import { ordersOfMonth } from '../../../asking/orders/order-usage.ts'
import { createOrders, type Orders } from '../../../asking/orders/orders.ts'
import { knownOrders } from '../../../asking/orders/reads/known-orders.ts'
import type { Answer } from '../../../asking/orders/write-orders.ts'
import type { Connection, Database } from '../../../foundation/database/connect.ts'
import { Busy } from '../../../foundation/database/group-commit.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Clock } from '../../../foundation/lib/time/clock.ts'
import { secondsLeft } from '../../../foundation/lib/time/minutes.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { WholeOrder } from './order-draft.ts'
import { applyChange, changeOf, type OrderChange, storedIds } from './update-orders.ts'

/** `updated`: the store has it, and now has what the file says. `later`: it can be stored after that many seconds. */
export type Outcome = 'imported' | 'updated' | 'skipped' | 'over limit' | { later: number }

/** Stores orders, and says what became of each, in their order. What it changes is part of `tx`; new orders may not be. */
export type WriteOrders = (tx: Connection, orders: WholeOrder[]) => Promise<Outcome[]>

/** Writes orders as `POST /orders` does, many in one commit, and changes those that the store has. */
export function createOrderWriter(db: Database, clock: Clock, store: Store): WriteOrders {
  const orders = createOrders(db, clock, { isQuiet: true })
  return async (tx, batch) => {
    const known = await readKnown(tx, store, batch)
    const isNew = (one: WholeOrder) => !known.has(one)
    const whole = batch.filter(one => isNew(one) && one.waiting.length === 0)
    const part = batch.filter(one => isNew(one) && one.waiting.length > 0)
    // Those in other transactions come first: the store is locked by those that wait.
    const outcomes = new Map([
      ...(await createWhole(orders, store, whole)),
      ...(await changeKnown(tx, store, known, clock())),
      ...(await createParts(tx, store, part, clock())),
    ])
    return batch.map(one => outcomes.get(one) as Outcome)
  }
}

type Outcomes = [WholeOrder, Outcome][]

async function createWhole(orders: Orders, store: Store, whole: WholeOrder[]): Promise<Outcomes> {
  const written = await Promise.allSettled(
    whole.map(({ order }) => orders.create(store.store_id, store, order)),
  )
  return written.map((one, index) => [
    whole[index] as WholeOrder,
    one.status === 'fulfilled' ? 'imported' : outcomeOf(one.reason),
  ])
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Busy) return { later: error.retryAfter }
  if (!(error instanceof ApiError)) throw error
  if (error.errorName === 'orders_often') return { later: Number(error.headers['retry-after']) }
  if (error.errorName === 'order_duplicate') return 'skipped'
  if (error.errorName === 'order_limit') return 'over limit'
  throw error
}

/** Stores orders of which something waits: first all of it, then what is already delivered. */
async function createParts(
  tx: Connection,
  store: Store,
  parts: WholeOrder[],
  now: number,
): Promise<Outcomes> {
  const orders = parts.map(({ order }) => order)
  const answers = await createWaitingOrders(tx, store, orders, now)
  for (const [index, { order, waiting }] of parts.entries()) {
    if (typeof answers[index] !== 'object') continue
    const deliver = order.products.map(({ product_id }) => product_id).filter(id => !waiting.includes(id))
    await applyChange(tx, store, order, { deliver, refund: [] }, new Date(now))
  }
  return parts.map((one, index) => [one, outcomeOfAnswer(answers[index] as Answer, now)])
}

function outcomeOfAnswer(answer: Answer, now: number): Outcome {
  if (answer === 'duplicate') return 'skipped'
  if (answer === 'limit') return 'over limit'
  return answer === 'minute' ? { later: secondsLeft(now) } : 'imported'
}

/** The change of each order that the store has; null for none. */
type Known = Map<WholeOrder, { storedId: string; change: OrderChange | undefined }>

async function readKnown(tx: Connection, store: Store, batch: WholeOrder[]): Promise<Known> {
  const ids = await storedIds(
    tx,
    store.store_id,
    batch.map(({ order }) => order.order_id),
  )
  const stored = await readOrderProgress(tx, store.store_id, [...ids.values()])
  return new Map(
    batch.flatMap(one => {
      const storedId = ids.get(one.order.order_id) as string
      const known = stored.get(storedId)
      // One that it has deleted under another spelling is known too.
      if (!known && storedId === one.order.order_id) return []
      return [[one, { storedId, change: known && changeOf(known, one) }] as const]
    }),
  )
}

async function changeKnown(tx: Connection, store: Store, known: Known, now: number): Promise<Outcomes> {
  for (const [{ order }, { storedId, change }] of known)
    if (change) await applyChange(tx, store, { ...order, order_id: storedId }, change, new Date(now))
  return [...known].map(([one, { change }]) => [one, change ? 'updated' : 'skipped'])
}

/** Says what a writer would do, and writes nothing. */
export function createOrderTrial(clock: Clock, store: Store): WriteOrders {
  let left: number | undefined
  return async (tx, batch) => {
    left ??= await leftOfMonth(tx, clock, store)
    const known = await readKnown(tx, store, batch)
    const ids = batch.map(({ order }) => order.order_id)
    const everKnown = await knownOrders(tx, store.store_id, ids)
    return batch.map(one => {
      if (known.get(one)?.change) return 'updated'
      if (known.has(one) || everKnown.has(one.order.order_id)) return 'skipped'
      if (left === 0) return 'over limit'
      left = (left as number) - 1
      return 'imported'
    })
  }
}

async function leftOfMonth(db: Connection, clock: Clock, store: Store): Promise<number> {
  if (store.order_limit === null) return Number.POSITIVE_INFINITY
  const { orders } = await ordersOfMonth(db, store, clock())
  return Math.max(0, store.order_limit - orders)
}
