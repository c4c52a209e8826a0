import { orderEvents } from '../../foundation/events/event-types.ts'
import { mostAhead } from '../../foundation/lib/time/minutes.ts'
import { seenProducts } from '../../tenants/products/seen-products.ts'
import { insertRequestsSql } from '../requests/requests.ts'
import { formerOrder } from './former-orders.ts'

/**
 * The row of `insertAll`. `is_free` is false if nothing was written, because the store needs `insertSome`. `is_reported`:
 * it has endpoints for the events of orders. Then neither statement writes anything unless $7 is true.
 */
export type InsertResult = {
  is_free: boolean
  is_reported: boolean
  duplicates: string[] | null
  /** The orders that have nothing to ask about. */
  silent: string[] | null
  remaining: number | null
}

/** `remaining` is what was left of the minute's limit before the group; null if there is none. */
export type Outcome = {
  order_id: string
  outcome: 'taken' | 'duplicate' | 'limit' | 'minute'
  /** The order has nothing to ask about. */
  is_silent: boolean
  remaining: number | null
  is_free: boolean
  is_reported: boolean
}

// Locked before the statements below start, so that their snapshot sees every order of the store that other instances
// accepted. The limit is then exact, and duplicates are reported as such. The lock allows references to the store's
// row, and blocks changes of its settings until the commit.
export const lockStore = `
  select
  from stores
  where store_id = $1
  for no key update`

// $1 store, $2 orders, $3 now, $4 month, $5 minute, $6 number of orders, $7 whether events are reported, or need not be.
// A store is free if its limits have room for all orders, and no order of it was ever deleted.
const remaining = `
  remaining as materialized (
    select of_month, of_minute, order_salt, is_reported, all_asked, $7::boolean or not is_reported as may_write,
      order_salt is null and ($7::boolean or not is_reported) and coalesce(least(of_month, of_minute) >= $6::integer, true) as is_free
    from (
      select order_limit - coalesce(orders, 0) as of_month,
        (limits ->> 'orders_per_minute')::integer - case when minute - $5::integer between 0 and ${mostAhead} then minute_orders else 0 end
          as of_minute,
        order_salt,
        not exists (
          select from products
          where products.store_id = $1 and not asks_for_reviews
        ) as all_asked,
        webhook_events is not null and webhook_events && '{${orderEvents.join(',')}}' as is_reported
      from stores
      left join order_usage as used on used.store_id = $1 and used.month = $4
      where stores.store_id = $1
    ) as left_over
  )`

const isSameMinute = `used.minute - excluded.minute between 0 and ${mostAhead}`

const own = '(select store_id from stores where store_id = $1) as own'

// Orders of nothing but products that are not asked about. `recognised` are the ids of those that the catalogue may lack and
// that are no products by their names. While a store asks about everything, this costs one look-up per group.
const silentOrders = `
  silent as (
    select order_id
    from accepted
    where not ((select all_asked from remaining) and recognised is null) and not exists (
      select
      from jsonb_to_recordset(accepted.products) as line(product_id text)
      left join lateral (
        select asks_for_reviews
        from products
        where store_id = $1 and products.product_id = line.product_id
        limit 1
      ) as known on true
      where coalesce(asks_for_reviews, recognised is null or not recognised ? line.product_id)
    )
  )`

/** The columns of an order as it arrives, besides its store and time: every statement below writes all of them. */
const stored = {
  order_id: 'text',
  id: 'uuid',
  order_date: 'timestamptz',
  delivery_date: 'timestamptz',
  request_review_at: 'timestamptz',
  products: 'jsonb',
  customers: 'jsonb',
}

const storedNames = Object.keys(stored).join(', ')

const nameAndType = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')

const insertOrders = (rows: string) => `
  inserted as (
    insert into orders (
      store_id, ${storedNames}, received_at
    )
    select store_id, ${storedNames}, $3::timestamptz
    from ${own}, ${rows}
    on conflict (store_id, order_id) do nothing
    returning order_id
  ),
  accepted as (
    select ${rows}.*
    from ${own}, ${rows}
    where (order_id in (select order_id from inserted)) is true
  ),
  counted as (
    insert into order_usage as used (store_id, month, orders, minute, minute_orders)
    select store_id, $4::date, count(*), $5::integer, count(*)
    from ${own}, inserted
    group by store_id
    on conflict (store_id, month) do update
    set orders = used.orders + excluded.orders,
      minute = case when ${isSameMinute} then used.minute else excluded.minute end,
      minute_orders = excluded.minute_orders + case when ${isSameMinute} then used.minute_orders else 0 end
  ),
  ${silentOrders},
  scheduled as (${insertRequestsSql('accepted', 'silent')})`

const columns = `${nameAndType(stored)}, requests jsonb, recognised jsonb`

/**
 * Inserts all orders of a group that are new, without their products. For a store that is not free, inserts nothing.
 * Costs a quarter less than `insertSome` for a group of 32.
 */
export const insertAll = {
  name: 'insert-all-orders',
  text: `
    with ${remaining},
    sent as (
      select orders_of_group.*
      from ${own}, jsonb_to_recordset($2::jsonb) as orders_of_group(${columns})
      where (select is_free from remaining)
    ),
    ${insertOrders('sent')}
    select is_free, is_reported, of_minute as remaining,
      (select array_agg(order_id) from sent where (order_id in (select order_id from inserted)) is not true)
        as duplicates,
      (select array_agg(order_id) from silent) as silent
    from ${own}, remaining`,
}

// New orders count towards the limit in the order of their arrival, and duplicates do not, so they are looked up first
// if there is a limit; otherwise `on conflict` finds them. The lateral look-up is one index probe per order, whatever
// statistics the planner had when it prepared the statement. As a plain `not exists` it was planned over the empty
// table of a new store's first order, as a scan; a group of 64 then went from 8 ms to 28 ms within 20,000 orders.
// `is true` above keeps the planner from a nested loop (it expects one row of fresh), which cost 4 ms of 33 in a group
// of 256.
const insertWithin = (catalogue: string) => `
  with ${remaining},
  sent as (
    select sent.*, known
    from ${own}
    cross join rows from (
      jsonb_to_recordset($2::jsonb) as (${columns}, new_products jsonb)
    ) with ordinality as sent(
      ${storedNames}, requests, recognised, new_products, turn
    )
    left join lateral (
      select true as known
      from orders
      where (select coalesce(of_month, of_minute) is not null from remaining)
        and store_id = $1 and orders.order_id = sent.order_id
      union all
      ${formerOrder('(select order_salt from remaining)', 'sent.order_id')}
      limit 1
    ) as earlier on true
  ),
  fresh as (
    select sent.*
    from ${own}, sent
    where known is null and (select may_write from remaining)
    order by turn
    limit (
      select case when coalesce(of_month, of_minute) is not null then greatest(0, least(of_month, of_minute)) end
      from remaining
    )
  ),
  ${insertOrders('fresh')}${catalogue}
  select sent.order_id,
    case
      when inserted.order_id is not null then 'taken'
      when sent.known or fresh.order_id is not null then 'duplicate'
      when (select of_minute < coalesce(of_month, of_minute + 1) from remaining) then 'minute'
      else 'limit'
    end as outcome,
    silent.order_id is not null as is_silent,
    (select of_minute from remaining) as remaining,
    (select is_free from remaining) as is_free,
    (select is_reported from remaining) as is_reported
  from ${own}
  cross join sent
  left join fresh using (order_id)
  left join inserted using (order_id)
  left join silent using (order_id)`

/** Inserts as many orders of a group as the limits allow, without those that the store deleted. */
export const insertSome = { name: 'insert-orders', text: insertWithin('') }

/**
 * The same, with the products that the catalogue may lack. As a part of the statements above it would cost as much for
 * known products: its plan is set up for each group.
 */
export const insertSomeWithProducts = {
  name: 'insert-orders-and-products',
  text: insertWithin(`,
    catalogue as (${seenProducts('accepted')})`),
}
