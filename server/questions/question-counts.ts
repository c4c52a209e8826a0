import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'

/** How many published questions each of the products has itself; those without any are absent. */
export async function countQuestionsOf(
  db: Connection,
  storeId: string,
  productIds: string[],
): Promise<Map<string, number>> {
  const rows = await db.query<{ product_id: string; published: number }>(sql`
    select product_id, published
    from question_counts
    where store_id = ${storeId} and product_id = any(${productIds}::text[])`)
  return new Map(rows.map(({ product_id, published }) => [product_id, published]))
}
