import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { eachSpan } from '../days/spans.ts'
import type { Bounds } from '../lib/time/days.ts'
import { requestOutcome } from '../requests/requests.ts'

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

/** Counts each span from the index of the store's orders by arrival. */
export async function countOrderDays(db: Connection, storeId: string, spans: Bounds[]): Promise<OrderDay[]> {
  return await db.query<OrderDay>(sql`
    select orders, requested, waiting, asked, reviewed
    from ${eachSpan(spans)}
    cross join lateral (
      select count(*)::integer as orders,
        count(requests.asked)::integer as requested,
        count(*) filter (where requests.waiting and not requests.asked)::integer as waiting,
        count(*) filter (where requests.asked)::integer as asked,
        count(*) filter (where requests.reviewed)::integer as reviewed
      from orders
      left join lateral (${requestOutcome(storeId, sql`orders.order_id`)}) as requests on true
      where orders.store_id = ${storeId} and received_at >= begins and received_at < ends
    ) as counted
    order by turn`)
}
