import sql from 'sql-template-tag'
import { ownStore } from '../../foundation/database/citus/own-store.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { type NewEvent, recordEvents } from '../../foundation/events/record.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { readInstant } from '../../foundation/lib/time/instant.ts'
import { minuteOf } from '../../foundation/lib/time/minutes.ts'
import { newLine } from '../../tenants/products/seen-products.ts'
import { requestEvents } from '../requests/request-events.ts'
import { noFacts } from '../rules/choose.ts'
import { planParts, type RuledSettings } from '../rules/plan.ts'
import {
  type InsertResult,
  insertAll,
  insertSome,
  insertSomeWithProducts,
  lockStore,
  type Outcome,
} from './insert-orders.ts'
import { linesOfPart, noLines, type PartOfLine, requestsOfPart } from './new-requests.ts'
import type { Order, OrderProduct } from './orders.ts'

/**
 * `limit`: the plan's orders of the month are used up; `minute`: those of the minute. `left` is what the group left of
 * the minute's limit, null if there is none. `isSilent`: nobody is asked about any of its products.
 */
export type Answer = Taken | 'duplicate' | 'limit' | 'minute'

type Taken = { id: string; left: number | null; isSilent: boolean }

/**
 * An order waiting for its group. `json` is the row in the form that the statements read. `new_products` are the
 * ids of the products that the catalogue may lack. `events` report it and its requests.
 */
export type NewOrder = {
  order_id: string
  id: string
  json: string
  new_products: string[]
  /** Its products that are in another part than the first. */
  lines: PartOfLine[]
  events: (isSilent: boolean) => NewEvent[]
}

/** `isOldAsked`: even a long time after it was placed, as the specification of `POST /orders` has it. */
export type OrderRules = { isOldAsked: boolean }

export function newOrder(
  order: Order,
  unknown: OrderProduct[],
  settings: RuledSettings,
  now: number,
  { isOldAsked }: OrderRules,
  facts = noFacts,
): NewOrder {
  const requestedAt = order.request_review_at === undefined ? undefined : readInstant(order.request_review_at)
  const dates = {
    deliveredAt: Date.parse(order.delivery_date),
    requestedAt,
    orderedAt: isOldAsked ? undefined : Date.parse(order.order_date),
  }
  const stored = order.hasForeignPrices ? withForeignPrices(order) : order
  const parts = planParts(stored, dates, settings, facts, now)
  const id = uuid()
  const [first] = parts
  const isWhole = parts.length === 1 && first !== undefined
  const requests = isWhole ? requestsOfPart(order, first) : parts.flatMap(part => requestsOfPart(order, part))
  const new_products = newLines(order, unknown)
  const recognised = new_products.filter(({ recognised_as }) => recognised_as !== null)
  const row = {
    ...stored,
    ...(requestedAt !== undefined && { request_review_at: new Date(requestedAt).toISOString() }),
    id,
    new_products,
    requests,
    ...(recognised.length > 0 && { recognised: recognised.map(({ product_id }) => product_id) }),
  }
  return {
    order_id: order.order_id,
    id,
    json: JSON.stringify(row),
    new_products: unknown.map(({ product_id }) => product_id),
    lines: isWhole ? noLines : parts.flatMap(linesOfPart),
    events: isSilent => [
      receivedEvent(order, id, new Date(now)),
      ...(isSilent ? [] : requests).flatMap(one =>
        requestEvents({ part: 0, ...one, order_id: order.order_id, due_at: new Date(one.due_at) }),
      ),
    ],
  }
}

const withForeignPrices = (order: Order): Order => ({
  ...order,
  products: order.products.map(product => ({ ...product, price_is_foreign: true })),
})

/** An order without requests: its products wait for their delivery. */
export function waitingOrder(order: Order): NewOrder {
  const stored = order.hasForeignPrices ? withForeignPrices(order) : order
  const id = uuid()
  const new_products = newLines(order, order.products)
  return {
    order_id: order.order_id,
    id,
    json: JSON.stringify({ ...stored, id, new_products, requests: [] }),
    new_products: order.products.map(({ product_id }) => product_id),
    lines: noLines,
    events: () => [],
  }
}

// Prices of the catalogue are in the store's currency.
const newLines = ({ hasForeignPrices }: Order, products: OrderProduct[]) =>
  products.map(product => newLine(hasForeignPrices ? { ...product, price: 0 } : product))

function receivedEvent(order: Order, id: string, received_at: Date): NewEvent {
  const { order_id, order_date, delivery_date, products } = order
  const product_ids = [...new Set(products.map(({ product_id }) => product_id))]
  const data = { order_id, id, order_date, delivery_date, received_at, product_ids }
  return { type: 'order.received', subject: order_id, data }
}

/** Writes the orders of one store. `month` is that of `now` in the store's time zone, `YYYY-MM-DD`. */
export type WriteOrders = (
  storeId: string,
  orders: NewOrder[],
  now: number,
  month: string,
) => Promise<Answer[]>

export type OrderWriterOptions = {
  /** Reports nothing to webhooks: an import is reported as a whole. */
  isQuiet?: boolean
}

type Run = <Row>(statement: { name: string; text: string; values: unknown[] }) => Promise<Row[]>

/** `isReported`: the store has endpoints for the events of orders. Without answers, nothing was written. */
type Attempt = { answers?: Answer[]; isReported: boolean }

/**
 * Writes a group of orders in one transaction. Nearly every group has room within the plan's limits, and its store has
 * deleted no orders: then the shorter statement accepts all of them that are new. It says so if the store needs the
 * longer one, which is then used until the store needs it no more.
 *
 * The statements also say whether the store has endpoints for these events. Only then is the transaction not one round
 * trip, because the events need the answers.
 */
export function createOrderWriter(db: Database, { isQuiet = false }: OrderWriterOptions = {}): WriteOrders {
  const restricted = new Set<string>()
  const reported = new Set<string>()

  return async (storeId, orders, now, month) => {
    const group = { storeId, orders, now, month }
    const isWhole = orders.every(({ lines }) => lines.length === 0)
    if (isWhole && (isQuiet || !reported.has(storeId))) {
      const { answers } = await insert(inOneRoundTrip(db, storeId), group, isQuiet)
      if (answers) return answers
    }
    return await db.transaction(async tx => {
      await tx.query({ name: 'lock-store', text: lockStore, values: [storeId] })
      const { answers = [], isReported } = await insert(statement => tx.query(statement), group, true)
      await divide(tx, group, answers)
      if (!isQuiet) await recordTaken(tx, group, answers)
      if (isReported) reported.add(storeId)
      else reported.delete(storeId)
      return answers
    })
  }

  async function insert(
    run: Run,
    { storeId, orders, now, month }: Group,
    mayWrite: boolean,
  ): Promise<Attempt> {
    const values = valuesOf({ storeId, orders, now, month }, mayWrite)
    const areKnown = orders.every(({ new_products }) => new_products.length === 0)
    if (areKnown && !restricted.has(storeId)) {
      const [written] = await run<InsertResult>({ ...insertAll, values })
      const isReported = written?.is_reported === true
      if (written?.is_free) return { answers: answersOfAll(orders, written), isReported }
      if (isReported && !mayWrite) return { isReported }
    }
    return await insertWithin({ run, storeId, orders, values, areKnown, mayWrite })
  }

  async function insertWithin({
    run,
    storeId,
    orders,
    values,
    areKnown,
    mayWrite,
  }: Within): Promise<Attempt> {
    const outcomes = await run<Outcome>({ ...(areKnown ? insertSome : insertSomeWithProducts), values })
    const [first] = outcomes
    const isReported = first?.is_reported === true
    if (isReported && !mayWrite) return { isReported }
    if (first?.is_free) restricted.delete(storeId)
    else restricted.add(storeId)
    return { answers: answersOfSome(orders, outcomes), isReported }
  }
}

type Within = {
  run: Run
  storeId: string
  orders: NewOrder[]
  values: unknown[]
  areKnown: boolean
  mayWrite: boolean
}

/** `month` is that of `now` in the store's time zone, `YYYY-MM-DD`. */
type Group = { storeId: string; orders: NewOrder[]; now: number; month: string }

/** Writes a group of orders in the caller's transaction, until whose end the store is locked. */
export async function writeOrdersIn(tx: Connection, group: Group): Promise<Answer[]> {
  await tx.query({ name: 'lock-store', text: lockStore, values: [group.storeId] })
  const statement = { ...insertSomeWithProducts, values: valuesOf(group, true) }
  const answers = answersOfSome(group.orders, await tx.query<Outcome>(statement))
  await divide(tx, group, answers)
  await recordTaken(tx, group, answers)
  return answers
}

/** Writes which products of new orders are in other parts than the first. */
async function divide(tx: Connection, { storeId, orders }: Group, answers: Answer[]): Promise<void> {
  const lines = orders.flatMap(({ order_id, lines }, index) => {
    const answer = answers[index]
    const isAsked = typeof answer === 'object' && !answer.isSilent
    return isAsked ? lines.map(line => ({ ...line, order_id })) : []
  })
  if (lines.length === 0) return
  await tx.query(sql`
    insert into order_lines (store_id, order_id, product_id, part, is_estimated)
    select own.store_id, order_id, product_id, part, false
    from ${ownStore(storeId)} as own,
      jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(order_id text, product_id text, part integer)`)
}

async function recordTaken(
  tx: Connection,
  { storeId, orders, now }: Group,
  answers: Answer[],
): Promise<void> {
  const events = orders.flatMap((order, index) => {
    const answer = answers[index]
    return typeof answer === 'object' ? order.events(answer.isSilent) : []
  })
  await recordEvents(tx, storeId, events, new Date(now))
}

function valuesOf({ storeId, orders, now, month }: Group, mayWrite: boolean): unknown[] {
  const json = `[${orders.map(({ json }) => json).join(',')}]`
  return [storeId, json, new Date(now), month, minuteOf(now), orders.length, mayWrite]
}

function inOneRoundTrip(db: Database, storeId: string): Run {
  return async <Row>(statement: { name: string; text: string; values: unknown[] }) => {
    const [, rows] = await db.writes.transaction([
      { name: 'lock-store', text: lockStore, values: [storeId] },
      statement,
    ])
    return rows as Row[]
  }
}

function answersOfAll(orders: NewOrder[], { duplicates, silent, remaining }: InsertResult): Answer[] {
  const known = new Set(duplicates)
  const left = remaining === null ? null : remaining - (orders.length - known.size)
  const isSilent = (orderId: string) => silent?.includes(orderId) ?? false
  return orders.map(({ order_id, id }) =>
    known.has(order_id) ? 'duplicate' : { id, left, isSilent: isSilent(order_id) },
  )
}

function answersOfSome(orders: NewOrder[], outcomes: Outcome[]): Answer[] {
  const byId = new Map(outcomes.map(one => [one.order_id, one]))
  const remaining = outcomes[0]?.remaining ?? null
  const left =
    remaining === null ? null : remaining - outcomes.filter(({ outcome }) => outcome === 'taken').length
  return orders.map(({ order_id, id }) => {
    const { outcome, is_silent } = byId.get(order_id) as Outcome
    return outcome === 'taken' ? { id, left, isSilent: is_silent } : outcome
  })
}
