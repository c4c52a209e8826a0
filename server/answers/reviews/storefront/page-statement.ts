import { sharingIds } from '../../../tenants/products/sharing.ts'
import { ofProducts } from '../../../tenants/products/store-itself.ts'
import type { AnswerFilter } from '../attributes/filter.ts'
import { columns } from './review-columns.ts'

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
  /** Products that share reviews with these are included. Undefined: all products, but not the store itself. */
  productIds: string[] | undefined
  /** 1 to 5. All five are no filter. */
  ratings: number[]
  order: ReviewOrder
  terms: string
  /** Only reviews with these answers. */
  answers?: AnswerFilter[]
  /** The visitor's language tag, if it is known. */
  locale?: string | undefined
  limit: number
  offset: number
  /** Only those that the store pinned. */
  isPinned?: boolean
  /** Only those with pictures: then there is no other filter, and the newest come first. */
  isPictured?: boolean
}

// In the direction of the dashboard's lists, so that both read the same indexes.
export const newest = 'created_at desc, id desc'

/**
 * `within`: the order inside one range of the index. `takes`: the columns that a range fixes. `keys`: the columns of
 * `by` and no others, so that an index-only scan is possible.
 */
type Order = { by: string; within: string; keys: string; takes: ('rating' | 'pictured')[] }

const byStars: Pick<Order, 'within' | 'takes'> = { within: newest, takes: ['rating', 'pictured'] }

export const orders: Record<ReviewOrder, Order> = {
  most_recent: { by: newest, within: newest, keys: 'id, created_at', takes: [] },
  oldest: { by: 'created_at, id', within: 'created_at, id', keys: 'id, created_at', takes: [] },
  most_positive: { ...byStars, by: `rating desc, ${newest}`, keys: 'id, rating, created_at' },
  most_negative: { ...byStars, by: `rating, ${newest}`, keys: 'id, rating, created_at' },
  most_voted: {
    by: `votes desc, ${newest}`,
    within: `votes desc, ${newest}`,
    keys: 'id, votes, created_at',
    takes: ['rating'],
  },
  with_pictures: {
    ...byStars,
    by: `(pictures <> '[]'::jsonb) desc, ${newest}`,
    keys: 'id, pictures, created_at',
  },
}

/**
 * A prepared statement that reads one page. It merges the first rows of each range of the order's index. Each range costs
 * as many rows as the page displays and skips, regardless of the number of reviews. A product has at most ten ranges.
 */
export function pageStatement(question: ReviewQuestion) {
  const { order, ratings, productIds, offset } = question
  const { by, keys, takes } = orders[order]
  const isFiltered = ratings.length < 5
  // Only the indexes by rating leave out reviews of the store itself. The first page skips those that it meets.
  const merges = !productIds && offset > 0
  const takesRatings = isFiltered || takes.includes('rating') || merges
  const products = productIds && (takesRatings ? '$5' : '$4')
  // Pages without a filter are read most. They include the count, which saves a statement.
  const counted = isFiltered ? '' : `, (${countOf(products, order)}) as count`
  const shared = products && `with shared as materialized (${sharingIds(products, productIds.length === 1)})`
  const name = `reviews ${order} ${whose(productIds)}${isFiltered ? ' by rating' : ''}`
  // Skipped rows are merged by their keys, without texts. For a whole store by votes at offset 10,000, this reduced the
  // time from 165 to 26 ms. The first page skips nothing: without the second read, its throughput is a quarter higher.
  const further = () => `
    select review.*${counted}
    from (${merges ? idsOfFurtherPage(question) : mergedPage(question, keys, 'id')}) as page
    cross join lateral (
      select ${columns}
      from reviews
      where store_id = $1 and id = page.id
      limit 1
    ) as review
    order by ${by}`
  return {
    // A statement that merges has one subquery for each range.
    name: `${name}${offset === 0 ? '' : ' further'}${merges ? ` ${ratings.length}` : ''}`,
    takesRatings,
    isFiltered,
    text: `${shared ?? ''}${offset === 0 ? mergedPage(question, columns, `*${counted}`) : further()}`,
  }
}

function whose(productIds: string[] | undefined): string {
  if (!productIds) return 'of store'
  return productIds.length === 1 ? 'of product' : 'of products'
}

/**
 * Selects one page of the merged ranges. Most reviews have no votes and are in no index by votes. They follow those that
 * have some, by date, so that fewer rows with votes than the page skips and displays are read for them.
 */
function mergedPage(question: ReviewQuestion, read: string, selected: string): string {
  const { order, ratings } = question
  const { by, within, takes } = orders[order]
  const filtering = ratings.length < 5 ? byStars : { within: newest, takes: [] }
  const page = 'limit $2::integer offset $3::integer'
  if (order !== 'most_voted') {
    const all = mergedRanges(question, read, takes.length > 0 ? { within, takes } : { ...filtering, within })
    return `select ${selected} from (${all}) as merged order by ${by} ${page}`
  }
  const parts = [
    `${mergedRanges(question, read, { within, takes }, 'votes > 0')} order by ${by} limit $2::integer + $3::integer`,
    `${mergedRanges(question, read, filtering, 'votes = 0')} order by ${newest} limit $2::integer + $3::integer`,
  ]
  return `
    select ${selected}
    from (select * from (${parts.map(part => `(${part})`).join(' union all ')}) as parts ${page}) as page
    order by ${by}`
}

const pictured = [`pictures <> '[]'::jsonb`, `pictures = '[]'::jsonb`]

/** The first rows of each range, in any order. */
function mergedRanges(
  { productIds }: ReviewQuestion,
  read: string,
  { within, takes }: Pick<Order, 'within' | 'takes'>,
  condition?: string,
): string {
  const takesRatings = takes.includes('rating')
  const isPictured = takes.includes('pictured')
  const from = [
    ...(productIds ? ['unnest((select ids from shared)) as of_product (wanted_product)'] : []),
    ...(takesRatings ? ['unnest($4::smallint[]) as of_rating (wanted_rating)'] : []),
    ...(isPictured && productIds ? ['(values (true), (false)) as of_pictures (wanted_pictured)'] : []),
  ]
  const where = [
    'store_id = $1',
    productIds ? 'product_id = wanted_product' : ofProducts,
    ...(takesRatings ? ['rating = wanted_rating'] : []),
    ...(isPictured && productIds ? [`(pictures <> '[]'::jsonb) = wanted_pictured`] : []),
    `state = 'published'`,
    ...(condition ? [condition] : []),
  ]
  const range = (more: string[] = []) => `
      select ${read}
      from reviews
      where ${[...where, ...more].join(' and ')}
      order by ${within}
      limit $2::integer + $3::integer`
  // The pages of a store have an index for reviews with pictures, and one for the others.
  const both = () => pictured.map(one => `(${range([one])})`).join(' union all ')
  return `
    select range.*
    from ${['(values (1)) as one', ...from].join(' cross join ')}
    cross join lateral (${isPictured && !productIds ? both() : range()}) as range`
}

/**
 * The ids of a further page of a store. Ranges are merged, or read one after the other where the order allows, and only
 * up to the last wanted row. A join with a list of ranges reads each of them that far: with four ratings at offset
 * 10,000, 80,000 rows.
 */
function idsOfFurtherPage({ order, ratings }: ReviewQuestion): string {
  const { keys, within } = orders[order]
  const byDate = order === 'oldest' ? within : newest
  const wanted = 'limit $2::integer + $3::integer'
  // Pictures are only in the conditions of the indexes: a column that is not in them prevents an index-only scan.
  const read = keys.replace('pictures, ', '')
  const range = (place: number, condition: string, by = byDate) => `(
    select ${read}
    from reviews
    where store_id = $1 and rating = ($4::smallint[])[${place}] and state = 'published' and ${ofProducts}
      and ${condition}
    order by ${by}
    ${wanted})`
  const merge = (ranges: string[], by = byDate) =>
    `(select * from (${ranges.join(' union all ')}) as merged order by ${by} ${wanted})`
  const both = (place: number) => pictured.map(condition => range(place, condition))
  const voted = (place: number) => range(place, 'votes > 0', within)
  const unvoted = (place: number) => pictured.map(condition => range(place, `${condition} and votes = 0`))
  const places = ratings.map((_, index) => index + 1)
  const parts: Record<ReviewOrder, () => string[]> = {
    most_recent: () => [merge(places.flatMap(both))],
    oldest: () => [merge(places.flatMap(both))],
    most_positive: () => places.reverse().map(place => merge(both(place))),
    most_negative: () => places.map(place => merge(both(place))),
    most_voted: () => [merge(places.map(voted), within), merge(places.flatMap(unvoted))],
    with_pictures: () => pictured.map(condition => merge(places.map(place => range(place, condition)))),
  }
  return `
    select id
    from (${parts[order]().join(' union all ')}) as range
    limit $2::integer offset $3::integer`
}

/** Null for the default order of products with pinned reviews, which come first there. */
function countOf(products: string | undefined, order: ReviewOrder): string {
  const counted = 'sum(one + two + three + four + five)::integer'
  return `
    select ${products && order === 'most_recent' ? `case when sum(pinned) = 0 then ${counted} end` : counted}
    from rating_summaries
    where store_id = $1 and ${products ? 'product_id = any((select ids from shared)::text[])' : ofProducts}`
}
