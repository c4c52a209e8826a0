import type { Database } from '../database/connect.ts'
import { readInstant } from '../lib/time/instant.ts'
import { minuteOf } from '../lib/time/minutes.ts'
import { uuid } from '../lib/uuid.ts'
import { seenProducts } from '../products/products.ts'
import { requestsFor, requestsOf } from '../requests/requests.ts'
import { type ScheduleSettings, scheduleRequest } from '../requests/schedule.ts'
import { formerOrder } from './former-orders.ts'
import type { Order, OrderProduct } from './orders.ts'

/**
 * `limit`: the plan's orders of the month are used up; `minute`: those of the minute. `left` is what the group left of
 * the minute's limit, null if there is none.
 */
export type Answer = { id: string; left: number | null } | 'duplicate' | 'limit' | 'minute'

/**
 * An order waiting for its group. `json` is the row in the form that the statement below reads. `new_products` are the
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

// Locked before the statement below starts, so that its snapshot sees every order of the store that other instances
// accepted. The limit is then exact, and duplicates are reported as such. The lock allows references to the store's
// row, and blocks changes of its settings until the commit.
const lockStore = `
  select
  from stores
  where store_id = $1
  for no key update`

// $1 store, $2 orders, $3 now, $4 month, $5 minute. New orders count towards the limit in the order of their arrival, and
// duplicates do not, so they are looked up first if there is a limit; otherwise `on conflict` finds them. The lateral
// look-up is one index probe per order, whatever statistics the planner had when it prepared the statement. As a plain
// `not exists` it was planned over the empty table of a new store's first order, as a scan; a group of 64 then went
// from 8 ms to 28 ms within 20,000 orders. `is true` keeps the planner from a nested loop (it expects one row of
// fresh), which cost 4 ms of 33 in a group of 256.
const insertOrders = (catalogue: string) => `
  with room as materialized (
    select order_limit - coalesce(orders, 0) as of_month,
      (limits ->> 'orders_per_minute')::integer - case when minute >= $5::integer then minute_orders else 0 end
        as of_minute,
      order_salt
    from stores
    left join order_usage as used on used.store_id = $1 and used.month = $4
    where stores.store_id = $1
  ),
  sent as (
    select sent.*, known
    from rows from (
      jsonb_to_recordset($2::jsonb) as (
        order_id text, id uuid, order_date timestamptz, delivery_date timestamptz, request_review_at timestamptz,
        products jsonb, customers jsonb, new_products jsonb, requests jsonb
      )
    ) with ordinality as sent(
      order_id, id, order_date, delivery_date, request_review_at, products, customers, new_products, requests, turn
    )
    left join lateral (
      select true as known
      from orders
      where (select coalesce(of_month, of_minute) is not null from room)
        and store_id = $1 and orders.order_id = sent.order_id
      union all
      ${formerOrder('(select order_salt from room)', 'sent.order_id')}
      limit 1
    ) as earlier on true
  ),
  fresh as (
    select *
    from sent
    where known is null
    order by turn
    limit (
      select case when coalesce(of_month, of_minute) is not null then greatest(0, least(of_month, of_minute)) end
      from room
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
    insert into order_usage as used (store_id, month, orders, minute, minute_orders)
    select $1, $4::date, count(*), $5::integer, count(*)
    from inserted
    having count(*) > 0
    on conflict (store_id, month) do update
    set orders = used.orders + excluded.orders,
      minute = greatest(used.minute, excluded.minute),
      minute_orders = excluded.minute_orders
        + case when used.minute >= excluded.minute then used.minute_orders else 0 end
  ),
  ${catalogue}
  scheduled as (${requestsOf('accepted')})
  select sent.order_id,
    case
      when inserted.order_id is not null then 'taken'
      when sent.known or fresh.order_id is not null then 'duplicate'
      when (select of_minute < coalesce(of_month, of_minute + 1) from room) then 'minute'
      else 'limit'
    end as outcome,
    (select of_minute from room) as room
  from sent
  left join fresh using (order_id)
  left join inserted using (order_id)`

const insertWithProducts = {
  name: 'insert-orders-and-products',
  text: insertOrders(`catalogue as (${seenProducts('accepted')}),`),
}

// For a group of known products. An empty CTE would cost as much as a full one: its plan is set up for each group.
const insertOnlyOrders = { name: 'insert-orders', text: insertOrders('') }

/** `room` is what was left of the minute's limit before the group; null if there is none. */
type Outcome = {
  order_id: string
  outcome: 'taken' | 'duplicate' | 'limit' | 'minute'
  room: number | null
}

/** Writes orders of one store in one transaction. `month` is that of `now` in the store's time zone, `YYYY-MM-DD`. */
export async function writeOrders(
  db: Database,
  storeId: string,
  orders: NewOrder[],
  now: number,
  month: string,
): Promise<Answer[]> {
  const areKnown = orders.every(({ new_products }) => new_products.length === 0)
  const [, rows] = await db.writes.transaction([
    { name: 'lock-store', text: lockStore, values: [storeId] },
    {
      ...(areKnown ? insertOnlyOrders : insertWithProducts),
      values: [storeId, `[${orders.map(({ json }) => json).join(',')}]`, new Date(now), month, minuteOf(now)],
    },
  ])
  const outcomes = new Map((rows as Outcome[]).map(({ order_id, outcome }) => [order_id, outcome]))
  const left = leftOfMinute(rows as Outcome[])
  return orders.map(({ order_id, id }) => {
    const outcome = outcomes.get(order_id) as Outcome['outcome']
    return outcome === 'taken' ? { id, left } : outcome
  })
}

function leftOfMinute(outcomes: Outcome[]): number | null {
  const room = outcomes[0]?.room ?? null
  return room === null ? null : room - outcomes.filter(({ outcome }) => outcome === 'taken').length
}
