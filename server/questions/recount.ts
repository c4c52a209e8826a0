import sql from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { notifyProductsChanged } from '../products/changes.ts'

/** The products whose count differs from a recount of their published questions, by id. */
export async function findWrongCounts(db: Connection, storeId: string): Promise<string[]> {
  const wrong = await db.query<{ product_id: string }>(sql`
    with recount as (
      select product_id, count(*)::integer as published
      from questions
      where store_id = ${storeId} and state = 'published'
      group by product_id
    ),
    kept as (
      select product_id, published
      from question_counts
      where store_id = ${storeId}
    )
    select product_id
    from recount
    full join kept using (product_id)
    where coalesce(recount.published, 0) <> coalesce(kept.published, 0)
    order by product_id`)
  return wrong.map(({ product_id }) => product_id)
}

/** Recounts the questions of the products, as `rebuildSummaries` recounts reviews. */
export async function rebuildCounts(tx: Connection, storeId: string, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await tx.query(sql`
    insert into question_counts (store_id, product_id, published)
    select ${storeId}::uuid, product_id, 0
    from unnest(${productIds}::text[]) as product_id
    order by product_id
    on conflict (store_id, product_id) do nothing`)
  await tx.query(sql`
    select
    from question_counts
    where store_id = ${storeId} and product_id = any (${productIds}::text[])
    order by product_id
    for update`)
  await tx.query(sql`
    update question_counts
    set published = recount.published
    from (
      select wanted.product_id, count(questions.id) as published
      from unnest(${productIds}::text[]) as wanted(product_id)
      left join questions on questions.store_id = ${storeId}
        and questions.product_id = wanted.product_id and questions.state = 'published'
      group by wanted.product_id
    ) as recount
    where question_counts.store_id = ${storeId} and question_counts.product_id = recount.product_id`)
  await notifyProductsChanged(tx, storeId, productIds)
}
