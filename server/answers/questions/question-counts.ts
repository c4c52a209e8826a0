import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import type { Difference } from '../moderation/content/content-kind.ts'
import type { Question } from './questions.ts'

/** The number of published questions of each product, without shared ones. Products without questions may be absent. */
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

/** Adds the differences to the products' counts, so that each equals the number of published questions. */
export async function changeCounts(
  tx: Connection,
  storeId: string,
  differences: Difference<Pick<Question, 'product_id' | 'state'>>[],
): Promise<void> {
  const sums = new Map<string, number>()
  for (const { before, after } of differences) {
    if (before?.state === 'published') sums.set(before.product_id, (sums.get(before.product_id) ?? 0) - 1)
    if (after?.state === 'published') sums.set(after.product_id, (sums.get(after.product_id) ?? 0) + 1)
  }
  const changes = [...sums].filter(([, sum]) => sum !== 0)
  if (changes.length === 0) return
  await tx.query(sql`
    insert into question_counts (store_id, product_id, published)
    select ${storeId}::uuid, product_id, difference
    from unnest(
      ${changes.map(([productId]) => productId)}::text[], ${changes.map(([, sum]) => sum)}::integer[]
    ) as change(product_id, difference)
    order by product_id
    on conflict (store_id, product_id) do update
    set published = question_counts.published + excluded.published`)
}
