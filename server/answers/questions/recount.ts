import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { notifyProductsChanged } from '../../tenants/products/changes.ts'
import { findWrongAnswerCounts, rebuildAnswerCounts } from './answers/answer-counts.ts'

/** A product of a store whose count differs from its questions, or those of its questions from their answers. */
type WrongProduct = { store_id: string; product_id: string }

/** The products whose counts differ from a recount of their published questions and answers, by store and id. */
export async function findWrongCounts(db: Connection, storeIds: string[]): Promise<WrongProduct[]> {
  const ofAnswers = await findWrongAnswerCounts(db, storeIds)
  const ofQuestions = await db.query<WrongProduct>(sql`
    select store_id, product_id
    from (
      select store_id, product_id, 1 as published
      from questions
      where store_id = any(${storeIds}::uuid[]) and state = 'published'
      union all
      select store_id, product_id, -published
      from question_counts
      where store_id = any(${storeIds}::uuid[])
    ) as difference
    group by store_id, product_id
    having sum(published) <> 0
    order by store_id, product_id`)
  const byKey = new Map([...ofQuestions, ...ofAnswers].map(one => [JSON.stringify(one), one]))
  return [...byKey.values()]
}

/** Recounts the questions of the products and their answers, as `rebuildSummaries` recounts reviews. */
export async function rebuildCounts(tx: Connection, storeId: string, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await rebuildAnswerCounts(tx, storeId, productIds)
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
