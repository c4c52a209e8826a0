import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { countUpTo } from '../../foundation/database/count-up-to.ts'

/** SQL: a query of the orders, as order_id and due_at, about which a buyer is going to be asked before then. */
export function ordersAskedBefore(storeId: string, until: Date): Sql {
  return sql`
    select order_id, min(due_at) as due_at
    from review_requests
    where store_id = ${storeId} and state = 'scheduled' and mailing_id is null and due_at < ${until}
    group by order_id`
}

/** How many buyers are going to be asked before then, counted up to `most`: each gets one mail. */
export async function countDueBefore(
  db: Connection,
  storeId: string,
  until: Date,
  most: number,
): Promise<number> {
  return await countUpTo(
    db,
    sql`
      select distinct address
      from review_requests
      where store_id = ${storeId} and state = 'scheduled' and mailing_id is null and due_at < ${until}`,
    most,
  )
}
