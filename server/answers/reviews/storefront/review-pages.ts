import sql from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { productsSharing, sharingIds } from '../../../tenants/products/sharing.ts'
import { matchAll, numbersAreShown } from '../../../tenants/stores/searching.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { countReviews } from './ratings.ts'
import { columns, reviewAt, type ShownReview } from './review-columns.ts'
import { type Search, searchProducts, searchStore } from './search.ts'

/** The sort orders of a page. */
export const reviewOrders = [
  'most_recent',
  'oldest',
  'most_positive',
  'most_negative',
  'most_voted',
  'with_pictures',
] as const

export type ReviewOrder = (typeof reviewOrders)[number]

export type ReviewQuestion = {
  /** Products that share reviews with these are included. Undefined: all products. */
  productIds: string[] | undefined
  /** 1 to 5. All five are no filter. */
  ratings: number[]
  order: ReviewOrder
  terms: string
  limit: number
  offset: number
}

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

const newest = 'created_at desc, id'

// The first page of one product, without a filter: most reads. Nearly all products are in no group, and their page is
// one range of an index; the ranges of a group are merged for twice the cost.
type PlainOrder = 'most_recent' | 'oldest'

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
  const statement = { ...ownPages[order], values: [storeId, limit], most: Math.ceil(mostRows / limit) }
  const rows = await database.pipeline.lookUp(statement, productIds)
  const [, count, isGrouped] = rows[0] ?? []
  if (isGrouped !== false) return undefined
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
      select wanted.*, ${columns.replaceAll(/\w+/g, 'review.$&')}
      from (
        select wanted_id as product_id,
          (
            select (one + two + three + four + five)::integer
            from rating_summaries
            where store_id = $1 and product_id = wanted_id
          ) as count,
          (select group_id is not null from products where store_id = $1 and product_id = wanted_id) as is_grouped
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

/**
 * `within`: the order inside one range of the index. `takes`: the columns that a range fixes. `keys`: the columns of
 * `by` and no others, so that an index-only scan is possible.
 */
const orders: Record<
  ReviewOrder,
  { by: string; within: string; keys: string; takes: ('rating' | 'pictured')[] }
> = {
  most_recent: { by: newest, within: newest, keys: 'id, created_at', takes: [] },
  oldest: { by: 'created_at, id', within: 'created_at, id', keys: 'id, created_at', takes: [] },
  most_positive: {
    by: `rating desc, ${newest}`,
    within: newest,
    keys: 'id, rating, created_at',
    takes: ['rating', 'pictured'],
  },
  most_negative: {
    by: `rating, ${newest}`,
    within: newest,
    keys: 'id, rating, created_at',
    takes: ['rating', 'pictured'],
  },
  most_voted: {
    by: `votes desc, ${newest}`,
    within: `votes desc, ${newest}`,
    keys: 'id, votes, created_at',
    takes: ['rating'],
  },
  with_pictures: {
    by: `(pictures <> '[]'::jsonb) desc, ${newest}`,
    within: newest,
    keys: 'id, pictures, created_at',
    takes: ['rating', 'pictured'],
  },
}

/**
 * Merges the first rows of each range of the order's index. Each range costs as many rows as the page displays and
 * skips, regardless of the number of reviews. A product has at most ten ranges.
 */
function pageStatement(question: ReviewQuestion) {
  const { order, ratings, productIds, offset } = question
  const { by } = orders[order]
  const isFiltered = ratings.length < 5
  const { takesRatings, products, merged } = rangesOf(question, isFiltered)
  // Pages without a filter are read most. They include the count, which saves a statement.
  const counted = isFiltered ? '' : `, (${countOf(products)}) as count`
  const isFirst = offset === 0
  const isOne = productIds?.length === 1
  const shared = products && `with shared as materialized (${sharingIds(products, isOne)})`
  const whose = isOne ? 'of product' : productIds ? 'of products' : 'of store'
  const name = `reviews ${order} ${whose}${isFiltered ? ' by rating' : ''}`
  const merges = takesRatings && !isFirst && !productIds
  return {
    // A statement that merges has one subquery for each range.
    name: `${name}${isFirst ? '' : ' further'}${merges ? ` ${ratings.length}` : ''}`,
    takesRatings,
    isFiltered,
    // Skipped rows are merged by their keys, without texts. For a whole store by votes at offset 10,000, this reduced
    // the time from 165 to 26 ms. The first page skips nothing: without the second read, its throughput is a quarter
    // higher.
    text: isFirst
      ? `${shared ?? ''}${merged(columns, `${columns}${counted}`)}`
      : `
        ${shared ?? ''}
        select review.*${counted}
        from (${merges ? idsOfFurtherPage(question) : merged(orders[order].keys, 'range.id')}) as page
        cross join lateral (
          select ${columns}
          from reviews
          where store_id = $1 and id = page.id
          limit 1
        ) as review
        order by ${by}`,
  }
}

const pictured = [`pictures <> '[]'::jsonb`, `pictures = '[]'::jsonb`]

function rangesOf({ order, productIds }: ReviewQuestion, isFiltered: boolean) {
  const { by, within, takes } = orders[order]
  const ranges: string[] = takes.length === 0 && isFiltered ? ['rating', 'pictured'] : takes
  const takesRatings = ranges.length > 0
  const products = productIds && (takesRatings ? '$5' : '$4')
  const isPictured = ranges.includes('pictured')
  const from = [
    ...(productIds ? [`unnest((select ids from shared)) as of_product (wanted_product)`] : []),
    ...(takesRatings ? ['unnest($4::smallint[]) as of_rating (wanted_rating)'] : []),
    ...(isPictured && productIds ? ['(values (true), (false)) as of_pictures (wanted_pictured)'] : []),
  ]
  const where = [
    'store_id = $1',
    ...(productIds ? ['product_id = wanted_product'] : []),
    ...(takesRatings ? ['rating = wanted_rating'] : []),
    ...(isPictured && productIds ? [`(pictures <> '[]'::jsonb) = wanted_pictured`] : []),
    `state = 'published'`,
  ]
  const range = (read: string, more: string[] = []) => `
      select ${read}
      from reviews
      where ${[...where, ...more].join(' and ')}
      order by ${within}
      limit $2::integer + $3::integer`
  // The pages of a store have an index for reviews with pictures, and one for the others.
  const both = (read: string) =>
    pictured.map(condition => `(${range(read, [condition])})`).join(' union all ')
  const merged = (read: string, selected: string) => `
    select ${selected}
    from ${['(values (1)) as one', ...from].join(' cross join ')}
    cross join lateral (${isPictured && !productIds ? both(read) : range(read)}) as range
    order by ${by}
    limit $2::integer offset $3::integer`
  return { takesRatings, products, merged }
}

/**
 * The ids of a further page of a store. Ranges are merged, or read one after the other where the order allows, and only
 * up to the last wanted row. A join with a list of ranges reads each of them that far: with four ratings at offset
 * 10,000, 80,000 rows.
 */
function idsOfFurtherPage({ order, ratings }: ReviewQuestion): string {
  const { within, keys } = orders[order]
  const wanted = 'limit $2::integer + $3::integer'
  // Pictures are only in the conditions of the indexes: a column that is not in them prevents an index-only scan.
  const read = keys.replace('pictures, ', '')
  const range = (place: number, condition?: string) => `(
    select ${read}
    from reviews
    where store_id = $1 and rating = ($4::smallint[])[${place}] and state = 'published'
      ${condition ? `and ${condition}` : ''}
    order by ${within}
    ${wanted})`
  const merge = (ranges: string[]) =>
    `(select * from (${ranges.join(' union all ')}) as merged order by ${within} ${wanted})`
  const both = (place: number) => pictured.map(condition => range(place, condition))
  const places = ratings.map((_, index) => index + 1)
  const parts: Record<ReviewOrder, () => string[]> = {
    most_recent: () => [merge(places.flatMap(both))],
    oldest: () => [merge(places.flatMap(both))],
    most_positive: () => places.reverse().map(place => merge(both(place))),
    most_negative: () => places.map(place => merge(both(place))),
    most_voted: () => [merge(places.map(place => range(place)))],
    with_pictures: () => pictured.map(condition => merge(places.map(place => range(place, condition)))),
  }
  return `
    select id
    from (${parts[order]().join(' union all ')}) as range
    limit $2::integer offset $3::integer`
}

function countOf(products: string | undefined): string {
  return `
    select sum(one + two + three + four + five)::integer
    from rating_summaries
    where store_id = $1 ${products ? 'and product_id = any((select ids from shared)::text[])' : ''}`
}
