import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { eachSpan, onStoredDays, type StoredDays } from '../../../foundation/events/spans.ts'
import type { Bounds } from '../../../foundation/lib/time/days.ts'
import { requestOutcome } from '../../requests/requests.ts'

/** The number of orders received in a span, and their current states. */
export type OrderDay = {
  orders: number
  /** Orders with at least one review request. */
  requested: number
  /** Orders with a scheduled request and no sent one. */
  waiting: number
  asked: number
  reviewed: number
}

/** Counts each span from the index of the store's orders by arrival, and from that of its deleted ones. */
export async function countOrderDays(db: Connection, storeId: string, spans: Bounds[]): Promise<OrderDay[]> {
  return await db.query<OrderDay>(sql`
    select counted.orders + former.orders as orders, counted.requested + former.requested as requested, waiting,
      counted.asked + former.asked as asked, counted.reviewed + former.reviewed as reviewed
    from ${eachSpan(spans)}
    cross join lateral (
      select ${ofOrders}
      from orders
      left join lateral (${requestOutcome(storeId, sql`orders.order_id`)}) as requests on true
      where orders.store_id = ${storeId} and received_at >= begins and received_at < ends
    ) as counted
    cross join lateral (
      select ${ofFormerOrders}
      from former_orders
      where former_orders.store_id = ${storeId} and received_at >= begins and received_at < ends
    ) as former
    order by turn`)
}

const ofOrders = sql`count(*)::integer as orders,
  count(requests.asked)::integer as requested,
  count(*) filter (where requests.waiting and not requests.asked)::integer as waiting,
  count(*) filter (where requests.asked)::integer as asked,
  count(*) filter (where requests.reviewed)::integer as reviewed`

const ofFormerOrders = sql`count(*)::integer as orders,
  count(*) filter (where former_orders.requested)::integer as requested,
  count(*) filter (where former_orders.asked)::integer as asked,
  count(*) filter (where former_orders.reviewed)::integer as reviewed`

/** SQL: `OrderDay` of the orders on stored days, and that of deleted ones, which are never waiting. */
export function ordersOnDays(days: StoredDays): { orders: Sql; former: Sql } {
  const outcome = requestOutcome(sql`orders.store_id`, sql`orders.order_id`)
  return {
    orders: sql`
      select stored.store_id, stored.day, ${ofOrders}
      from ${onStoredDays(days, 'orders', 'received_at')}
      left join lateral (${outcome}) as requests on true
      group by stored.store_id, stored.day`,
    former: sql`
      select stored.store_id, stored.day, ${ofFormerOrders}
      from ${onStoredDays(days, 'former_orders', 'received_at')}
      group by stored.store_id, stored.day`,
  }
}

// With 5,000 orders a month, a first count of two years takes about a quarter of a second.
const manyOrders = 5_000

/** A condition for a statement about `stores`: counting the store's orders takes long. */
export const hasManyOrders: Sql = sql`exists (
  select from order_usage
  where order_usage.store_id = stores.store_id and orders >= ${manyOrders})`
