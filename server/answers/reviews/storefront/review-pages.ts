import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { matchAll, numbersAreShown } from '../../../tenants/stores/searching.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { queryOf, wordsOfFilters } from '../attributes/filter.ts'
import { newest, orders, pageStatement, type ReviewQuestion } from './page-statement.ts'
import { readPicturedPage } from './pictured-pages.ts'
import { readPinned, readPinnedPage } from './pinned-reviews.ts'
import { countReviews } from './ratings.ts'
import { columnNames, columns, reviewAt, type ShownReview } from './review-columns.ts'
import { type Search, searchProducts, searchStore } from './search.ts'

/**
 * Reads one page of the published reviews and their count. The count is exact, but stops at 1,000 for a search of words
 * or answers in a whole store, or at 10,000 on pages beyond those. Throws `body_invalid` for wrong filters of answers.
 */
export async function readReviewPage(
  database: Database,
  store: KnownStore,
  question: ReviewQuestion,
): Promise<{ reviews: ShownReview[]; count: number }> {
  const { store_id } = store
  const { productIds, ratings, limit, offset } = question
  if (productIds?.length === 0) return { reviews: [], count: 0 }
  if (question.isPictured) return await readPicturedPage(database.pipeline, store_id, question)
  const answers = queryOf(wordsOfFilters(store.attributes, question.answers ?? []))
  if (question.isPinned) return await readPinned(database, store_id, question, answers)
  const query = bothOf(matchAll(store, question.terms, question.locale), answers)
  if (query) {
    const shown = numbersAreShown(question.terms, sql`title || ' ' || body`)
    const { by } = orders[question.order]
    const found: Search = { storeId: store_id, query, shown, ratings, by, limit, offset }
    if (!productIds) return await searchStore(database, found)
    return await searchProducts(database, found, productIds, question.terms !== '')
  }
  const own = isPlain(question) && (await readOwnPage(database, store_id, question))
  if (own) return own
  const statement = pageStatement(question)
  const values = [
    store_id,
    limit,
    offset,
    ...(statement.takesRatings ? [ratings.toSorted()] : []),
    ...(productIds ? [productIds] : []),
  ]
  const page = database.pipeline.query<ShownReview & { count?: number | null }>({
    name: statement.name,
    text: statement.text,
    values,
  })
  const counting = () => countReviews(database.pipeline, store_id, productIds, ratings)
  if (statement.isFiltered) {
    const [reviews, count] = await Promise.all([page, counting()])
    return { reviews, count }
  }
  const reviews = await page
  const count = reviews[0]?.count
  // Products with pinned reviews have no count, and a page beyond the last has no row that carries it.
  if (count === null)
    return await readPinnedPage(database, store_id, { ...question, count: await counting() })
  return { reviews, count: count ?? (await counting()) }
}

const bothOf = (one: Sql | undefined, other: Sql | undefined) =>
  one && other ? sql`(${one} && ${other})` : (one ?? other)

// The first page of one product, without a filter: most reads. Nearly all products are in no group, and their page is
// one range of an index; the ranges of a group are merged for twice the cost.
type PlainOrder = 'most_recent' | 'oldest'

type PlainQuestion = ReviewQuestion & { order: PlainOrder; productIds: [string] }

function isPlain(question: ReviewQuestion): question is PlainQuestion {
  const { productIds, ratings, order, offset } = question
  return productIds?.length === 1 && ratings.length === 5 && offset === 0 && order in ownPages
}

/** Undefined if the product is in a group, has pinned reviews or none, or is unknown. */
async function readOwnPage(
  database: Database,
  storeId: string,
  { productIds, order, limit }: PlainQuestion,
): Promise<{ reviews: ShownReview[]; count: number } | undefined> {
  const statement = { ...ownPages[order], values: [storeId, limit], most: Math.ceil(mostRows / limit) }
  const rows = await database.pipeline.lookUp(statement, productIds)
  const [, count, isGrouped] = rows[0] ?? []
  if (isGrouped !== false || count === null) return undefined
  return { reviews: rows.map(row => reviewAt(row, 3)), count: count as number }
}

// Of the pages that share a statement: a review may be 50,000 characters long.
const mostRows = 200

const ownPages: Record<PlainOrder, { name: string; text: string }> = {
  most_recent: ownPage('most_recent', newest),
  oldest: ownPage('oldest', 'created_at, id'),
}

// `offset 0`: the look-ups of a product are evaluated once, and not for each of its reviews. Only a nested loop can run the
// lateral subquery, so each page keeps the order of its range.
function ownPage(order: PlainOrder, by: string) {
  return {
    name: `reviews ${order} of products alone`,
    text: `
      select wanted.*, ${columnNames.replaceAll(/\w+/g, 'review.$&')}
      from (
        select wanted_id as product_id,
          (
            select case when pinned = 0 then (one + two + three + four + five)::integer end
            from rating_summaries
            where store_id = $1 and product_id = wanted_id
          ) as count,
          coalesce(
            (select group_id is not null from products where store_id = $1 and product_id = wanted_id),
            false
          ) as is_grouped
        from unnest($3::text[]) as wanted_id
        offset 0
      ) as wanted
      cross join lateral (
        select ${columns}
        from reviews
        where store_id = $1 and product_id = wanted.product_id and state = 'published'
        order by ${by}
        limit $2::integer
      ) as review`,
  }
}
