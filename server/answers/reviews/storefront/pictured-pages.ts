import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { sharingIds } from '../../../tenants/products/sharing.ts'
import { ofProducts as ofProductsAlone } from '../../../tenants/products/store-itself.ts'
import { newest, type ReviewQuestion } from './page-statement.ts'
import { columns, type ShownReview } from './review-columns.ts'

/**
 * Reads one page of the published reviews with pictures, newest first, and their count, which stops at 1,000, or at
 * 10,000 on pages beyond those. Those of a store are one range of an index; those of a product one for each number of
 * stars. Nothing else is read, however many reviews have no picture.
 */
export async function readPicturedPage(
  pipeline: Pipeline,
  storeId: string,
  { productIds, limit, offset }: ReviewQuestion,
): Promise<{ reviews: ShownReview[]; count: number }> {
  if (productIds?.length === 0) return { reviews: [], count: 0 }
  const most = offset + limit <= 1_000 ? 1_000 : 10_000
  const { page, count } = productIds ? ofProducts : ofStore
  const products = productIds ? [productIds] : []
  const [reviews, [counted]] = await Promise.all([
    pipeline.query<ShownReview>({ ...page, values: [storeId, limit, offset, ...products] }),
    pipeline.query<{ count: number }>({ ...count, values: [storeId, most, ...products] }),
  ])
  return { reviews, count: counted?.count ?? 0 }
}

const isPictured = `store_id = $1 and state = 'published' and pictures <> '[]'::jsonb`

// reviews_with_pictures
const ofStore = {
  page: {
    name: 'pictured reviews of store',
    text: `
      select ${columns}
      from reviews
      where ${isPictured} and ${ofProductsAlone}
      order by ${newest}
      limit $2::integer offset $3::integer`,
  },
  count: {
    name: 'count pictured reviews of store',
    text: `
      select count(*)::integer as count
      from (select 1 from reviews where ${isPictured} and ${ofProductsAlone} limit $2::integer) as pictured`,
  },
}

// reviews_by_stars. `most`: the rows that are wanted of each range.
const ranges = (products: string, read: string, most: string) => `
  from unnest((${sharingIds(products)})) as of_product (wanted_product)
  cross join generate_series(1, 5) as of_rating (wanted_rating)
  cross join lateral (
    select ${read}
    from reviews
    where product_id = wanted_product and rating = wanted_rating::smallint and ${isPictured}
    order by ${newest}
    limit ${most}
  ) as pictured`

const ofProducts = {
  page: {
    name: 'pictured reviews of products',
    text: `
      select pictured.*
      ${ranges('$4', columns, '$2::integer + $3::integer')}
      order by ${newest}
      limit $2::integer offset $3::integer`,
  },
  count: {
    name: 'count pictured reviews of products',
    text: `
      select least(count(*), $2::integer)::integer as count
      ${ranges('$3', '1', '$2::integer')}`,
  },
}
