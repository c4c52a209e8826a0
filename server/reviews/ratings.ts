import type { Pipeline } from '../database/pipeline.ts'
import type { ProductFilter } from '../http/read-query.ts'
import { productSkus } from '../products/products.ts'

/** How many reviews have one to five stars. */
export type Stars = { one: number; two: number; three: number; four: number; five: number }

/** The published reviews of one product, counted. */
export type RatingSummary = Stars & {
  product_id: string
  sku: string
  recommended: number
  not_recommended: number
}

/** Counts by product id, of the products that are asked for and have any; `count` is how many there are. */
export async function readRatings(
  db: Pipeline,
  storeId: string,
  products: ProductFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ summaries: RatingSummary[]; count: number }> {
  if (products) {
    const { name, text } = products.by === 'product_id' ? byProduct : bySku
    const all = await db.query<RatingSummary>({ name, text, values: [storeId, products.values] })
    return { summaries: all.slice(offset, offset + limit), count: all.length }
  }
  const [summaries, [counted]] = await Promise.all([
    db.query<RatingSummary>({ ...ofStore, values: [storeId, limit, offset] }),
    db.query<{ count: number }>({ ...countOfStore, values: [storeId] }),
  ])
  return { summaries, count: counted?.count ?? 0 }
}

/** The counts together, under the product that has most; undefined when there are none. */
export function addSummaries(summaries: RatingSummary[]): RatingSummary | undefined {
  const total = ({ one, two, three, four, five }: RatingSummary) => one + two + three + four + five
  const [most] = [...summaries].sort((a, b) => total(b) - total(a))
  if (!most) return undefined
  const add = (count: (summary: RatingSummary) => number) =>
    summaries.reduce((sum, summary) => sum + count(summary), 0)
  return {
    ...most,
    one: add(({ one }) => one),
    two: add(({ two }) => two),
    three: add(({ three }) => three),
    four: add(({ four }) => four),
    five: add(({ five }) => five),
    recommended: add(({ recommended }) => recommended),
    not_recommended: add(({ not_recommended }) => not_recommended),
  }
}

/** How many of the published reviews of the products, or of the store, have one of the ratings. */
export async function countReviews(
  db: Pipeline,
  storeId: string,
  productIds: string[] | undefined,
  ratings: number[],
): Promise<number> {
  const stars = Object.values(await countStars(db, storeId, productIds))
  return ratings.reduce((sum, rating) => sum + (stars[rating - 1] ?? 0), 0)
}

/** How many published reviews of the products, or of the store, have one to five stars. */
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

const select = `
  select product_id, sku, one, two, three, four, five, recommended, not_recommended
  from rating_summaries
  join ${productSkus} using (store_id, product_id)
  where store_id = $1 and one + two + three + four + five > 0`

const byProduct = {
  name: 'ratings-by-product',
  text: `${select} and product_id = any($2) order by product_id`,
}
const bySku = { name: 'ratings-by-sku', text: `${select} and sku = any($2) order by product_id` }
const ofStore = { name: 'ratings-of-store', text: `${select} order by product_id limit $2 offset $3` }

const countOfStore = {
  name: 'count-ratings-of-store',
  text: `
    select count(*)::integer as count
    from rating_summaries
    where store_id = $1 and one + two + three + four + five > 0`,
}

const sums = `
  select coalesce(sum(one), 0)::integer as one, coalesce(sum(two), 0)::integer as two,
    coalesce(sum(three), 0)::integer as three, coalesce(sum(four), 0)::integer as four,
    coalesce(sum(five), 0)::integer as five
  from rating_summaries
  where store_id = $1`

const sumsOfStore = { name: 'sum-reviews-of-store', text: sums }
const sumsOfProducts = { name: 'sum-reviews-of-products', text: `${sums} and product_id = any($2)` }
