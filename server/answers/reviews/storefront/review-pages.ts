import sql from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { productsSharing } from '../../../tenants/products/sharing.ts'
import { matchAll, numbersAreShown } from '../../../tenants/stores/searching.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { newest, orders, pageStatement, type ReviewQuestion } from './page-statement.ts'
import { countReviews } from './ratings.ts'
import { columns, type ShownReview } from './review-columns.ts'
import { type Search, searchProducts, searchStore } from './search.ts'

/**
 * Reads one page of the published reviews and their count. The count is exact, but stops at 1,000 for a search in a
 * whole store, or at 10,000 on pages beyond those.
 */
export async function readReviewPage(
  database: Database,
  store: KnownStore,
  question: ReviewQuestion,
): Promise<{ reviews: ShownReview[]; count: number }> {
  const { store_id } = store
  const { productIds, ratings, limit, offset } = question
  if (productIds?.length === 0) return { reviews: [], count: 0 }
  const query = matchAll(store, question.terms)
  if (query) {
    const shown = numbersAreShown(question.terms, sql`title || ' ' || body`)
    const { by } = orders[question.order]
    const found: Search = { storeId: store_id, query, shown, ratings, by, limit, offset }
    if (!productIds) return await searchStore(database, found)
    const shared = await productsSharing(database.pipeline, store_id, productIds)
    return await searchProducts(database, found, shared)
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
  const page = database.pipeline.query<ShownReview & { count?: number }>({
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
  // A page beyond the last has no row that carries the count.
  return { reviews, count: reviews[0]?.count ?? (await counting()) }
}

// The first page of one product, without a filter: most reads. Nearly all products are in no group, and their page is
// one range of an index; the ranges of a group are merged for twice the cost.
type PlainOrder = 'most_recent' | 'oldest'

type OwnReview = ShownReview & { count: number; is_grouped: boolean }

type PlainQuestion = ReviewQuestion & { order: PlainOrder; productIds: [string] }

function isPlain(question: ReviewQuestion): question is PlainQuestion {
  const { productIds, ratings, order, offset } = question
  return productIds?.length === 1 && ratings.length === 5 && offset === 0 && order in ownPages
}

/** Undefined if the product is in a group, has no reviews, or is unknown. */
async function readOwnPage(
  database: Database,
  storeId: string,
  { productIds, order, limit }: PlainQuestion,
): Promise<{ reviews: ShownReview[]; count: number } | undefined> {
  const rows = await database.pipeline.query<OwnReview>({
    ...ownPages[order],
    values: [storeId, limit, productIds[0]],
  })
  const [first] = rows
  if (first?.is_grouped !== false) return undefined
  return { reviews: rows.map(({ is_grouped: _, ...review }) => review), count: first.count }
}

const ownPages: Record<PlainOrder, { name: string; text: string }> = {
  most_recent: ownPage('most_recent', newest),
  oldest: ownPage('oldest', 'created_at, id'),
}

function ownPage(order: PlainOrder, by: string) {
  return {
    name: `reviews ${order} of product alone`,
    text: `
      select ${columns},
        (
          select (one + two + three + four + five)::integer
          from rating_summaries
          where store_id = $1 and product_id = $3
        ) as count,
        (select group_id is not null from products where store_id = $1 and product_id = $3) as is_grouped
      from reviews
      where store_id = $1 and product_id = $3 and state = 'published'
      order by ${by}
      limit $2::integer`,
  }
}
