import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import { productsSharing } from '../../../tenants/products/sharing.ts'
import { ofProducts } from '../../../tenants/products/store-itself.ts'
import { mostPinned } from '../pins.ts'
import type { ReviewQuestion } from './page-statement.ts'
import { newest } from './page-statement.ts'
import { columns, type ShownReview } from './review-columns.ts'

type Page = { reviews: ShownReview[]; count: number }

const lastPinned = raw('pinned_at desc, id desc')

/**
 * Reads one page of products with pinned reviews, in the default order: those pinned last, five at most, then the
 * others by date. Each statement reads as many rows as the page displays and skips.
 */
export async function readPinnedPage(
  database: Database,
  storeId: string,
  { productIds, limit, offset, count }: ReviewQuestion & { count: number },
): Promise<Page> {
  const shared = await productsSharing(database.pipeline, storeId, productIds ?? [])
  const pinned = await database.query<ShownReview>(sql`
    select ${raw(columns)}
    from reviews
    where store_id = ${storeId} and product_id = any(${shared}::text[]) and pinned_at is not null
      and state = 'published'
    order by ${lastPinned}
    limit ${mostPinned}`)
  const first = pinned.slice(offset, offset + limit)
  const wanted = limit - first.length
  if (wanted === 0) return { reviews: first, count }
  const skipped = Math.max(0, offset - pinned.length)
  const ids = pinned.map(({ id }) => id)
  const others = await database.query<ShownReview>(sql`
    select merged.*
    from unnest(${shared}::text[]) as of_product (wanted_product)
    cross join lateral (
      select ${raw(columns)}
      from reviews
      where store_id = ${storeId} and product_id = wanted_product and state = 'published'
        and id <> all(${ids}::uuid[])
      order by ${raw(newest)}
      limit ${wanted + skipped}
    ) as merged
    order by ${raw(newest)}
    limit ${wanted} offset ${skipped}`)
  return { reviews: [...first, ...others], count }
}

/**
 * Reads one page of the pinned reviews of products, or of all products, that match the query, those pinned last first.
 */
export async function readPinned(
  database: Database,
  storeId: string,
  { productIds, ratings, limit, offset }: ReviewQuestion,
  query: Sql | undefined,
): Promise<Page> {
  const shared = productIds && (await productsSharing(database.pipeline, storeId, productIds))
  const of = shared ? sql`product_id = any(${shared}::text[])` : raw(ofProducts)
  const which = sql`
    store_id = ${storeId} and ${of} and pinned_at is not null and state = 'published'
    and rating = any(${ratings}::smallint[]) ${query ? sql`and search @@ ${query}` : empty}`
  const [reviews, [counted]] = await Promise.all([
    database.query<ShownReview>(sql`
      select ${raw(columns)}
      from reviews
      where ${which}
      order by ${lastPinned}
      limit ${limit} offset ${offset}`),
    database.query<{ count: number }>(sql`
      select count(*)::integer as count
      from reviews
      where ${which}`),
  ])
  return { reviews, count: counted?.count ?? 0 }
}
