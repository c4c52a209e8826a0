import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { countUpTo } from '../../../foundation/database/count-up-to.ts'
import type { Customer } from '../orders.ts'

/** An order as a campaign to earlier buyers decides about it. */
export type EarlierOrder = {
  order_id: string
  order_date: Date
  customers: Customer[]
  isCancelled: boolean
  /** A product of it waits for its delivery. */
  isWaiting: boolean
}

const ordersWhere = (storeId: string, condition: Sql) => sql`
  select order_id, order_date, customers, cancelled_at is not null as "isCancelled", exists (
      select
      from order_lines
      where order_lines.store_id = ${storeId} and order_lines.order_id = orders.order_id
        and part is null and refunded_at is null
    ) as "isWaiting"
  from orders
  where store_id = ${storeId} and ${condition}
  order by order_id`

/** At most `most` orders of any date, by id, after `after`: by the primary key, because no index has their dates. */
export async function ordersAfter(
  db: Connection,
  storeId: string,
  after: string,
  most: number,
): Promise<EarlierOrder[]> {
  return await db.query<EarlierOrder>(sql`${ordersWhere(storeId, sql`order_id > ${after}`)} limit ${most}`)
}

/** The orders with these ids that exist. */
export async function earlierOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<EarlierOrder[]> {
  return await db.query<EarlierOrder>(ordersWhere(storeId, sql`order_id = any(${orderIds}::text[])`))
}

const mostCounted = 10_000_000

/** How many orders the store has. */
export async function countOrders(db: Connection, storeId: string): Promise<number> {
  return await countUpTo(db, sql`select from orders where store_id = ${storeId}`, mostCounted)
}
