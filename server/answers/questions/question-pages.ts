import sql, { raw, type Sql } from 'sql-template-tag'
import type { Database } from '../../foundation/database/connect.ts'
import { productsSharing, sharingIds } from '../../tenants/products/sharing.ts'
import { matchAll, numbersAreShown } from '../../tenants/stores/searching.ts'
import type { KnownStore } from '../../tenants/stores/stores.ts'
import type { Question } from './questions.ts'

/** The public fields of a question. Pages read no others. */
export type ShownQuestion = Pick<
  Question,
  'id' | 'body' | 'display_name' | 'created_at' | 'reply' | 'reply_created_at'
> & {
  /** The number of published answers of shoppers. */
  answers: number
}

export type QuestionsAsked = {
  /** Products that share questions with these are included. Undefined: all products. */
  productIds: string[] | undefined
  terms: string
  /** The visitor's language tag, if it is known. */
  locale?: string | undefined
  limit: number
  offset: number
}

/**
 * Reads one page of the published questions, newest first, and their count. The count is exact, but stops at 10,000 for
 * a search in a whole store.
 */
export async function readQuestionPage(
  database: Database,
  store: KnownStore,
  asked: QuestionsAsked,
): Promise<{ questions: ShownQuestion[]; count: number }> {
  const { productIds, limit, offset } = asked
  if (productIds?.length === 0) return { questions: [], count: 0 }
  const query = matchAll(store, asked.terms, asked.locale)
  if (query) {
    const shared = productIds && (await productsSharing(database.pipeline, store.store_id, productIds))
    return await search(database, store.store_id, { ...asked, productIds: shared }, query)
  }
  const products = productIds ? [productIds] : []
  const [questions, [counted]] = await Promise.all([
    database.pipeline.query<ShownQuestion>({
      ...(productIds ? pageOfProducts : pageOfStore),
      values: [store.store_id, limit, offset, ...products],
    }),
    database.pipeline.query<{ count: number }>({
      ...(productIds ? countOfProducts : countOfStore),
      values: [store.store_id, ...products],
    }),
  ])
  return { questions, count: counted?.count ?? 0 }
}

const columns = 'id, body, display_name, created_at, reply, reply_created_at, answers'

const pageOfStore = {
  name: 'questions of store',
  text: `
    select ${columns}
    from questions
    where store_id = $1 and state = 'published'
    order by created_at desc, id
    limit $2::integer offset $3::integer`,
}

const pageOfProducts = {
  name: 'questions of products',
  text: `
    select ${columns}
    from unnest((${sharingIds('$4')})) as of_product (wanted_product)
    cross join lateral (
      select ${columns}
      from questions
      where store_id = $1 and product_id = wanted_product and state = 'published'
      order by created_at desc, id
      limit $2::integer + $3::integer
    ) as range
    order by created_at desc, id
    limit $2::integer offset $3::integer`,
}

const count = `
  select coalesce(sum(published), 0)::integer as count
  from question_counts
  where store_id = $1`

const countOfStore = { name: 'count questions of store', text: count }
const countOfProducts = {
  name: 'count questions of products',
  text: `${count} and product_id = any((${sharingIds('$2')})::text[])`,
}

const newestFound = sql`order by created_at desc, id limit 10000`

async function search(
  database: Database,
  storeId: string,
  { productIds, terms, limit, offset }: QuestionsAsked,
  query: Sql,
): Promise<{ questions: ShownQuestion[]; count: number }> {
  const found = sql`
    select id, created_at
    from questions
    where store_id = ${storeId} and state = 'published' and search @@ ${query} ${numbersAreShown(terms, raw('body'))}
      ${productIds ? sql`and product_id = any(${productIds})` : newestFound}`
  const rows = await database.query<ShownQuestion & { count: number }>(sql`
    with found as materialized (${found})
    select question.*, counted.count
    from (select count(*)::integer as count from found) as counted
    left join lateral (
      select id as page_id
      from found
      order by created_at desc, id
      limit ${limit} offset ${offset}
    ) as page on true
    left join lateral (
      select ${raw(columns)}
      from questions
      where store_id = ${storeId} and id = page_id
      limit 1
    ) as question on true
    order by created_at desc, id`)
  // A page beyond the last has one row, with only the count.
  const questions = rows.filter(({ id }) => id !== null).map(({ count: _, ...question }) => question)
  return { questions, count: rows[0]?.count ?? 0 }
}
