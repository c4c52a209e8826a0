import sql, { raw } from 'sql-template-tag'
import { testOrders } from '../../asking/orders/test-orders.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ofProducts } from '../../tenants/products/store-itself.ts'
import { columns, type ShownReview } from './storefront/review-columns.ts'

/** A published review with what other services ask about. */
export type PublishedReview = ShownReview & { language: string; order_id: string | null }

const leastId = '00000000-0000-0000-0000-000000000000'

/**
 * A batch of the published reviews of the store's products by id, without those of test orders and of insiders, whom no
 * other service marks: after one review, and up to another if `until` is given.
 */
export async function readPublished(
  db: Connection,
  storeId: string,
  { after, until, limit }: { after: string | null; until: string | null; limit: number },
): Promise<PublishedReview[]> {
  return await db.query<PublishedReview>(sql`
    select ${raw(columns)}, language, order_id
    from reviews
    where store_id = ${storeId} and id > ${after ?? leastId} and (${until}::uuid is null or id <= ${until}::uuid)
      and insider is not true and state = 'published' and ${raw(ofProducts)} and (order_id is null or order_id not like ${testOrders})
    order by id
    limit ${limit}`)
}
