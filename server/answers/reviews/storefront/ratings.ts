import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import type { ProductFilter } from '../../../foundation/http/input/read-query.ts'
import { productRows, sharingIds, sharingWith } from '../../../tenants/products/sharing.ts'
import { ofProducts, storeItself } from '../../../tenants/products/store-itself.ts'
import { type AnswerCount, answersOfProduct } from '../attributes/sums.ts'

/** The number of reviews with each number of stars. */
export type Stars = { one: number; two: number; three: number; four: number; five: number }

export function totalOf({ one, two, three, four, five }: Stars): number {
  return one + two + three + four + five
}

/** The counts of published reviews of a product, including the products that share with it. */
export type RatingSummary = Stars & {
  product_id: string
  sku: string
  recommended: number
  not_recommended: number
  /** Of a product without a group, if they were asked for by its id. */
  answers?: AnswerCount[]
}

/** Reads a page of summaries by product id. Skips products without reviews. `count` is the number on all pages. */
export async function readRatings(
  pipeline: Pipeline,
  storeId: string,
  products: ProductFilter,
  { limit, offset }: { limit: number; offset: number },
  withAnswers = false,
): Promise<{ summaries: RatingSummary[]; count: number }> {
  if (products) {
    const all = await readRatingsOf(pipeline, storeId, products, withAnswers)
    return { summaries: all.slice(offset, offset + limit), count: all.length }
  }
  const [summaries, [counted]] = await Promise.all([
    pipeline.query<RatingSummary>({ ...ofStore, values: [storeId, limit, offset] }),
    pipeline.query<{ count: number }>({ ...countOfStore, values: [storeId] }),
  ])
  return { summaries, count: counted?.count ?? 0 }
}

/** The counts of published reviews of the store itself. */
export async function readStoreSummary(pipeline: Pipeline, storeId: string): Promise<RatingSummary> {
  const [row] = await pipeline.query<RatingSummary>({ ...ofItself, values: [storeId, storeItself] })
  return row as RatingSummary
}

// Seven counts, in the order of `counts`.
type OwnCounts = [number, number, number, number, number, number, number]

type AnswerRow = [attributeId: string, value: string, count: number]

type OwnRow = [id: string, sku: string, isGrouped: boolean, ...OwnCounts, answers?: AnswerRow[] | null]

// Most products are in no group. For them, two index scans are merged; the sums of groups cost twice as much.
async function readRatingsOf(
  pipeline: Pipeline,
  storeId: string,
  { by, values }: NonNullable<ProductFilter>,
  withAnswers: boolean,
): Promise<RatingSummary[]> {
  if (by === 'product_sku') return await pipeline.query({ ...bySku, values: [storeId, values] })
  const own = withAnswers ? ownWithAnswers : ownByProduct
  const rows = (await pipeline.lookUp({ ...own, values: [storeId] }, values)) as OwnRow[]
  const grouped = rows.filter(([, , isGrouped]) => isGrouped).map(([product_id]) => product_id)
  const shared =
    grouped.length > 0
      ? await pipeline.query<RatingSummary>({ ...byProduct, values: [storeId, grouped] })
      : []
  const byId = new Map(shared.map(summary => [summary.product_id, summary]))
  return rows.flatMap(row => {
    const [product_id, sku, isGrouped, one, two, three, four, five, recommended, not_recommended, counted] =
      row
    if (isGrouped) return byId.get(product_id) ?? []
    const own = { product_id, sku, one, two, three, four, five, recommended, not_recommended }
    if (totalOf(own) === 0) return []
    return withAnswers ? { ...own, answers: (counted ?? []).map(answerCount) } : own
  })
}

const answerCount = ([attribute_id, value, count]: AnswerRow): AnswerCount => ({ attribute_id, value, count })

/** Like `countStars`, for the reviews with one of the ratings. */
export async function countReviews(
  db: Pipeline,
  storeId: string,
  productIds: string[] | undefined,
  ratings: number[],
): Promise<number> {
  const stars = Object.values(await countStars(db, storeId, productIds))
  return ratings.reduce((sum, rating) => sum + (stars[rating - 1] ?? 0), 0)
}

/** Counts the published reviews by stars: of the products and those that share with them, or of all products. */
export async function countStars(
  db: Pipeline,
  storeId: string,
  productIds: string[] | undefined,
): Promise<Stars> {
  const [stars] = await db.query<Stars>(
    productIds ? { ...sumsOfProducts, values: [storeId, productIds] } : { ...sumsOfStore, values: [storeId] },
  )
  return stars ?? { one: 0, two: 0, three: 0, four: 0, five: 0 }
}

/** The published reviews of each product by stars, without shared ones. Products without reviews may be absent. */
export async function starsOf(
  db: Connection,
  storeId: string,
  productIds: string[],
): Promise<Map<string, Stars>> {
  const rows = await db.query<Stars & { product_id: string }>(sql`
    select product_id, one, two, three, four, five
    from rating_summaries
    where store_id = ${storeId} and product_id = any(${productIds}::text[])`)
  return new Map(rows.map(({ product_id, ...stars }) => [product_id, stars]))
}

const total = 'one + two + three + four + five'

const counts = [...'one two three four five recommended not_recommended'.split(' ')] as const

const summed = counts.map(name => `coalesce(sum(${name}), 0)::integer as ${name}`).join(', ')

// A product without a group is a group of one here. That costs the same lookups as its own row.
const select = `
  select product_id, sku, ${counts.join(', ')}
  from ${productRows}
  cross join lateral (
    select ${summed}
    from rating_summaries
    where store_id = $1 and product_id = any(${sharingWith})
  ) as shared
  where product_rows.store_id = $1 and ${total} > 0`

// The ids are given for both tables, so that each is read in one pass over its index.
const ownRatings = (more = '') => `
  select product_rows.product_id, sku, group_id is not null as is_grouped,
    ${counts.map(name => `coalesce(${name}, 0) as ${name}`).join(', ')}${more}
  from ${productRows}
  left join rating_summaries as own
    on own.store_id = $1 and own.product_id = product_rows.product_id and own.product_id = any($2)
  where product_rows.store_id = $1 and product_rows.product_id = any($2)
  order by product_rows.product_id`

const ownByProduct = { name: 'own-ratings-by-product', text: ownRatings() }

const ownWithAnswers = {
  name: 'own-ratings-by-product with answers',
  text: ownRatings(`, (${answersOfProduct('product_rows.product_id')}) as answers`),
}

const byProduct = {
  name: 'ratings-by-product',
  text: `${select} and product_id = any($2) order by product_id`,
}
const bySku = { name: 'ratings-by-sku', text: `${select} and sku = any($2) order by product_id` }

// Merges the first products without a group and the first products in groups, whose sums are rows. The lateral look-up
// keeps the order of the products, so that the page ends the scan; a join of both tables sorted all of them first.
const ofStore = {
  name: 'ratings-of-store',
  text: `
    select *
    from (
      (
        select product_id, sku, ${counts.join(', ')}
        from rating_summaries
        join ${productRows} using (store_id, product_id)
        where store_id = $1 and ${total} > 0 and group_id is null
        order by product_id
        limit $2::bigint + $3::bigint
      )
      union all
      (
        select product_id, sku, ${counts.join(', ')}
        from ${productRows}
        cross join lateral (
          select ${counts.join(', ')}
          from group_summaries
          where store_id = $1 and group_id = product_rows.group_id and ${total} > 0
          limit 1
        ) as shared
        where store_id = $1 and group_id is not null
        order by product_id
        limit $2::bigint + $3::bigint
      )
    ) as rated
    order by product_id
    limit $2::bigint offset $3::bigint`,
}

// All products with reviews of their own, and those that only their group has reviews for.
const countOfStore = {
  name: 'count-ratings-of-store',
  text: `
    select (
      (
        select count(*)
        from rating_summaries
        where store_id = $1 and ${total} > 0 and ${ofProducts}
      ) + (
        select count(*)
        from ${productRows}
        join group_summaries as shared on shared.store_id = $1 and shared.group_id = product_rows.group_id
        where product_rows.store_id = $1 and not rated and ${total} > 0
      )
    )::integer as count`,
}

const sums = `
  select ${summed}
  from rating_summaries
  where store_id = $1`

const ofItself = {
  name: 'rating-of-store-itself',
  text: `
    select $2::text as product_id, '' as sku, ${summed}
    from rating_summaries
    where store_id = $1 and product_id = $2`,
}

const sumsOfStore = { name: 'sum-reviews-of-store', text: `${sums} and ${ofProducts}` }
const sumsOfProducts = {
  name: 'sum-reviews-of-products',
  text: `${sums} and product_id = any((${sharingIds('$2')})::text[])`,
}
