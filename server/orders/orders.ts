import sql from 'sql-template-tag'
import { Temporal } from 'temporal-polyfill'
import type { Connection, Database } from '../database/connect.ts'
import { createGroupCommit, type GroupCommit } from '../database/group-commit.ts'
import { ApiError } from '../errors/errors.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readInstant } from '../lib/time/instant.ts'
import { uuid } from '../lib/uuid.ts'
import { seenProducts } from '../products/products.ts'
import { listRequests, type ReviewRequest, requestsFor, requestsOf } from '../requests/requests.ts'
import { type ScheduleSettings, scheduleRequest } from '../requests/schedule.ts'
import { customersIn, productsIn } from './stored-json.ts'

/** An order as sent to `POST /orders`. Source: sections 2.1 to 2.3 of the specification. */
export type Order = {
  order_id: string
  order_date: string
  delivery_date: string
  request_review_at?: string | undefined
  products: OrderProduct[]
  customers: Customer[]
}

export type OrderProduct = {
  product_id: string
  sku: string
  name: string
  price: number
  url: string
  pictures?: string[] | undefined
  gtin?: string | undefined
  mpn?: string | undefined
}

export type Customer = { name: string; email: string; phone: string; origin?: string | undefined }

type Answer = { id: string } | 'duplicate' | 'limit'

export type Orders = {
  /** Stores an order and schedules its requests. Throws `order_duplicate` or `order_limit`. */
  create: (storeId: string, settings: ScheduleSettings, order: Order) => Promise<{ id: string }>
  queued: () => number
}

export function createOrders(db: Database, clock: Clock, onGroup?: (size: number) => void): Orders {
  const writes: GroupCommit<ScheduleSettings, NewOrder, Answer> = createGroupCommit({
    write: (storeId, settings, orders) => writeOrders(db, clock, storeId, settings, orders),
    keyOf: order => order.order_id,
    sizeOf: order => order.json.length,
    repeat: (first: Answer): Answer => (first === 'limit' ? 'limit' : 'duplicate'),
    ...(onGroup && { onGroup }),
  })
  return {
    create: async (storeId, settings, order) => {
      const answer = await writes.submit(storeId, settings, newOrder(order, settings, clock()))
      if (answer === 'duplicate') throw new ApiError('order_duplicate')
      if (answer === 'limit') throw new ApiError('order_limit')
      return answer
    },
    queued: writes.queued,
  }
}

export type StoredOrder = {
  id: string
  order_id: string
  order_date: Date
  delivery_date: Date
  request_review_at: Date | null
  products: OrderProduct[]
  customers: Customer[]
  received_at: Date
  requests: ReviewRequest[]
  /** Why no buyer will be asked; null if one will be. */
  no_request: string | null
}

/** An order with its requests and their mails. Throws `order_unknown`. */
export async function readOrder(db: Connection, storeId: string, orderId: string): Promise<StoredOrder> {
  const [order] = await db.query<Omit<StoredOrder, 'requests' | 'no_request'>>(sql`
    select id, order_id, order_date, delivery_date, request_review_at, products, customers, received_at
    from orders
    where store_id = ${storeId} and order_id = ${orderId}`)
  if (!order) throw new ApiError('order_unknown')
  const lists = { products: productsIn(order.products), customers: customersIn(order.customers) }
  const requests = await listRequests(db, storeId, orderId)
  return { ...order, ...lists, requests, no_request: requests.length === 0 ? 'no usable address' : null }
}

/** A product of an order, with the fields that a verified review needs. */
export type OrderedProduct = OrderProduct & { order_id: string; order_date: Date }

/**
 * The products of the orders of one mail and its form: each product once, in the order of `orderIds`, at most `most`.
 * Unknown orders are skipped.
 */
export async function readOrderProducts(
  db: Connection,
  storeId: string,
  orderIds: string[],
  most: number,
): Promise<OrderedProduct[]> {
  const orders = await readProductsOfOrders(db, storeId, orderIds)
  return productsToReview(
    orderIds.flatMap(orderId => orders.get(orderId) ?? []),
    most,
  )
}

/** The products of each order, by its id. */
export async function readProductsOfOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderedProduct[]>> {
  const orders = await db.query<{ order_id: string; order_date: Date; products: unknown }>(sql`
    select order_id, order_date, products
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
  return new Map(
    orders.map(({ order_id, order_date, products }) => [
      order_id,
      productsIn(products).map(product => ({ ...product, order_id, order_date })),
    ]),
  )
}

/** Each product once, at most `most`: the products of a mail and its form. */
export function productsToReview(ordered: OrderedProduct[], most: number): OrderedProduct[] {
  const distinct = new Map<string, OrderedProduct>()
  for (const product of ordered)
    if (!distinct.has(product.product_id)) distinct.set(product.product_id, product)
  return [...distinct.values()].slice(0, most)
}

/** An order waiting for its group. `json` is the row in the form that the statement below reads. */
type NewOrder = { order_id: string; id: string; json: string }

function newOrder(order: Order, settings: ScheduleSettings, now: number): NewOrder {
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
    // The ids for products that are new in the catalogue.
    product_ids: order.products.map(() => uuid()),
    requests: requestsFor(order.customers).map(request => ({ ...request, state, due_at, reason })),
  }
  return { order_id: order.order_id, id, json: JSON.stringify(row) }
}

// Locked before the statement below starts, so that its snapshot sees every order of the store that other instances
// accepted. The limit is then exact, and duplicates are reported as such. The lock allows references to the store's
// row, and blocks changes of its settings until the commit.
const lockStore = `
  select
  from stores
  where store_id = $1
  for no key update`

// $1 store, $2 orders, $3 now, $4 month. New orders count towards the limit in the order of their arrival. The
// lateral look-up is one index probe per order, whatever statistics the planner had when it prepared the statement.
// As a plain `not exists` it was planned over the empty table of a new store's first order, as a scan; a group of 64
// then went from 8 ms to 28 ms within 20,000 orders. `is true` keeps the planner from a nested loop (it expects one
// row of fresh), which cost 4 ms of 33 in a group of 256.
const insertOrders = `
  with sent as (
    select row_number() over () as turn, sent.*, known
    from jsonb_to_recordset($2::jsonb) as sent(
      order_id text, id uuid, order_date timestamptz, delivery_date timestamptz, request_review_at timestamptz,
      products jsonb, customers jsonb, product_ids jsonb, requests jsonb
    )
    left join lateral (
      select true as known
      from orders
      where store_id = $1 and orders.order_id = sent.order_id
      limit 1
    ) as earlier on true
  ),
  fresh as (
    select *
    from sent
    where known is null
    order by turn
    limit (
      select case
        when order_limit is not null
          then greatest(0, order_limit - coalesce(
            (select orders from order_usage where store_id = $1 and month = $4), 0))
      end
      from stores
      where store_id = $1
    )
  ),
  inserted as (
    insert into orders (
      store_id, order_id, id, order_date, delivery_date, request_review_at, products, customers, received_at
    )
    select $1, order_id, id, order_date, delivery_date, request_review_at, products, customers, $3::timestamptz
    from fresh
    on conflict (store_id, order_id) do nothing
    returning order_id
  ),
  accepted as (
    select *
    from fresh
    where (order_id in (select order_id from inserted)) is true
  ),
  counted as (
    insert into order_usage as used (store_id, month, orders)
    select $1, $4::date, count(*)
    from inserted
    having count(*) > 0
    on conflict (store_id, month) do update set orders = used.orders + excluded.orders
  ),
  catalogue as (${seenProducts('accepted')}),
  scheduled as (${requestsOf('accepted')})
  select sent.order_id,
    case
      when inserted.order_id is not null then 'taken'
      when sent.known or fresh.order_id is not null then 'duplicate'
      else 'limit'
    end as outcome
  from sent
  left join fresh using (order_id)
  left join inserted using (order_id)`

type Outcome = { order_id: string; outcome: 'taken' | 'duplicate' | 'limit' }

async function writeOrders(
  db: Database,
  clock: Clock,
  storeId: string,
  settings: ScheduleSettings,
  orders: NewOrder[],
): Promise<Answer[]> {
  const now = clock()
  const month = monthOf(now, settings.time_zone)
  const [, rows] = await db.writes.transaction([
    { name: 'lock-store', text: lockStore, values: [storeId] },
    {
      name: 'insert-orders',
      text: insertOrders,
      values: [storeId, `[${orders.map(({ json }) => json).join(',')}]`, new Date(now), month],
    },
  ])
  const outcomes = new Map((rows as Outcome[]).map(({ order_id, outcome }) => [order_id, outcome]))
  return orders.map(({ order_id, id }) => {
    const outcome = outcomes.get(order_id) as Outcome['outcome']
    return outcome === 'taken' ? { id } : outcome
  })
}

/** Whether the store has ever received an order. */
export async function hasOrders(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from orders
    where store_id = ${storeId}
    limit 1`)
  return found.length > 0
}

/** How many orders were accepted in the calendar month of `now`, in the store's time zone. */
export async function ordersOfMonth(
  db: Connection,
  { store_id, time_zone }: { store_id: string; time_zone: string },
  now: number,
): Promise<{ month: string; orders: number }> {
  const month = monthOf(now, time_zone)
  const [used] = await db.query<{ orders: number }>(sql`
    select orders
    from order_usage
    where store_id = ${store_id} and month = ${month}::date`)
  return { month, orders: used?.orders ?? 0 }
}

/** The first day of the calendar month, `YYYY-MM-DD`. */
function monthOf(instant: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .with({ day: 1 })
    .toString()
}
