import sql, { type Sql } from 'sql-template-tag'

/** SQL: a query of the orders, as order_id and due_at, about which a buyer is going to be asked before then. */
export function ordersAskedBefore(storeId: string, until: Date): Sql {
  return sql`
    select order_id, min(due_at) as due_at
    from review_requests
    where store_id = ${storeId} and state = 'scheduled' and mailing_id is null and due_at < ${until}
    group by order_id`
}
