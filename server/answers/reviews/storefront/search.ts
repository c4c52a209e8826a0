import { hash } from 'node:crypto'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Database } from '../../../foundation/database/connect.ts'
import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { productsSharing, sharingRows } from '../../../tenants/products/sharing.ts'
import { ofProducts } from '../../../tenants/products/store-itself.ts'
import { newest } from './page-statement.ts'
import { columns, type ShownReview } from './review-columns.ts'

export type Search = {
  storeId: string
  /** A `tsquery`. */
  query: Sql
  /** A condition on the texts, from `numbersAreShown`. */
  shown: Sql
  ratings: number[]
  /** The sort order of the page. */
  by: string
  limit: number
  offset: number
}

type Page = { reviews: ShownReview[]; count: number }

/**
 * Reads one page of the matches in these products and those that share with them, and their exact count. Few reviews are
 * compared one by one: in 100 of 100,000, an answer that one in five gave is found in 0.08 ms. The index of words takes
 * 0.45 ms, and 1.1 ms for two.
 */
export async function searchProducts(
  database: Database,
  search: Search,
  productIds: string[],
  hasTerms: boolean,
): Promise<Page> {
  const { storeId } = search
  // PostgreSQL keeps the plan, because the list is a result of the statement: it plans one that is a parameter anew.
  // Answers, five at most, are compared in little time. Terms do not use the pipeline, where other reads would wait behind.
  const few = await read(hasTerms ? database : database.pipeline, search, {
    products: sql`
      select ids, (
        select coalesce(sum(one + two + three + four + five), 0)
        from rating_summaries
        where store_id = ${storeId} and product_id = any(ids)
      ) as total
      from (select array(${sharingRows(storeId, productIds)}) as ids) as shared`,
    found: matches(search, sql`product_id = any(${ids}) and ${isFew}`, raw('is true')),
    isComplete: isFew,
  })
  if (few.isComplete) return few
  const shared = await productsSharing(database.pipeline, storeId, productIds)
  return await read(database, search, {
    found: matches(search, sql`product_id = any(${shared})`),
    isComplete: sql`true`,
  })
}

const ids = raw('(select ids from products_of_page)::text[]')

const isFew = raw('(select total <= 1000 from products_of_page)')

/**
 * Reads one page of the newest 1,000 matches in a store, or of the newest 10,000 if the page ends beyond those, and
 * their count. An index finds all matches of a word before they can be sorted. So a frequent word is looked up in the
 * newest reviews only, or in the newest days or weeks. A sample shows how frequent it is in this store, because
 * PostgreSQL's statistics are about all stores (docs/decisions/0043).
 */
export async function searchStore(database: Database, search: Search): Promise<Page> {
  const wanted = search.offset + search.limit <= 1_000 ? 1_000 : 10_000
  const sample = await read(database, search, inNewest(search, sampleSize, wanted))
  if (sample.isComplete) return sample
  const isKnown = sample.reviews.length > 0
  const { reviews, count } = await searchFurther(
    database,
    isKnown ? { ...search, limit: 0 } : search,
    sample,
    wanted,
  )
  return { reviews: isKnown ? sample.reviews : reviews, count }
}

/** `limit` 0: only counts. That takes the first matches that the index finds, and sorts none. */
async function searchFurther(
  database: Database,
  search: Search,
  sample: Found,
  wanted: number,
): Promise<Page> {
  // The reviews with enough matches, if these are as frequent there as in the sample, and a third more.
  const needed = (1.33 * wanted * sampleSize) / sample.count
  if (needed <= mostRead) {
    const found = await read(database, search, inNewest(search, Math.ceil(needed), wanted))
    if (found.isComplete) return found
  }
  let span = (needed * daysOf(sample)) / sampleSize
  while (span <= mostDays) {
    const found = await read(database, search, inSpan(search, sample.newest, span, wanted))
    if (found.isComplete) return found
    span = Math.max(1, span) * Math.max(2, (1.5 * wanted) / found.count)
  }
  return await read(database, search, {
    found: sql`${matches(search)} ${orderOf(search)} limit ${wanted}`,
    isComplete: sql`true`,
  })
}

const sampleSize = 500
// To read and compare a review costs a third of finding a match by the index.
const mostRead = 4_000
const mostDays = 182
const mostSingleDays = 21

const keys = raw('id, rating, pictures, votes, created_at')
const newestFirst = raw(`order by ${newest}`)
const orderOf = ({ limit }: Search) => (limit === 0 ? empty : newestFirst)

/**
 * Tables of the statement. `isComplete`: whether `found` has as many matches as wanted, or all. Otherwise a page is
 * read only if it is by date and among those found.
 */
type Way = { products?: Sql; newest?: Sql; found: Sql; isComplete: Sql }

function matches({ storeId, ratings, query, shown }: Search, of = raw(ofProducts), isTrue = empty): Sql {
  return sql`
    select ${keys}
    from reviews
    where store_id = ${storeId} and ${of} and state = 'published' and (search @@ (select ${query})) ${isTrue}
      ${ratings.length === 5 ? empty : sql`and rating = any(${ratings}::smallint[])`} ${shown}`
}

function inNewest({ storeId, ratings, query, shown }: Search, reviews: number, wanted: number): Way {
  return {
    newest: sql`
      select ${keys}, search @@ (select ${query}) and rating = any(${ratings}::smallint[]) ${shown} as is_match
      from reviews
      where store_id = ${storeId} and ${raw(ofProducts)} and state = 'published'
      ${newestFirst}
      limit ${reviews}`,
    found: sql`
      select ${keys}
      from newest
      where is_match
      ${newestFirst}
      limit ${wanted}`,
    isComplete: sql`count(*) >= ${wanted} or (select count(*) from newest) < ${reviews}`,
  }
}

function inSpan(search: Search, last: Date, span: number, wanted: number): Way {
  return {
    found: sql`
      ${matches(search)} and ${raw(periods)} && ${periodsOf(last, span)}::integer[]
      ${orderOf(search)}
      limit ${wanted}`,
    isComplete: sql`count(*) >= ${wanted}`,
  }
}

// The day and the week of a review, as in the index. Weeks have numbers that no day has.
const dayOf = `(created_at at time zone 'UTC')::date - date '1970-01-01'`
const firstWeek = 10_000_000
const periods = `array[${dayOf}, ${firstWeek} + (${dayOf}) / 7]`

/** The days, or else weeks, that end with the newest review and have at least `span` days before it. */
function periodsOf(last: Date, span: number): number[] {
  const now = last.getTime() / dayLength
  const today = Math.floor(now)
  const week = Math.floor(today / 7)
  // Today and this week have only begun.
  const days = 1 + Math.max(0, Math.ceil(span - (now - today)))
  if (days <= mostSingleDays) return Array.from({ length: days }, (_, past) => today - past)
  const weeks = 1 + Math.max(0, Math.ceil((span - (now - 7 * week)) / 7))
  return Array.from({ length: weeks }, (_, past) => firstWeek + week - past)
}

const dayLength = 86_400_000 // ms

function daysOf({ oldest, newest }: Found): number {
  return (newest.getTime() - oldest.getTime()) / dayLength
}

type Found = Page & { isComplete: boolean; newest: Date; oldest: Date }

type Row = ShownReview & { count: number; is_complete: boolean; newest: Date; oldest: Date }

// Reads the keys of all matches once, for both the count and the page, and texts only for the page.
async function read(database: Database | Pipeline, search: Search, way: Way): Promise<Found> {
  const { storeId, by, limit, offset } = search
  const hasPage = by === newest ? sql`is_complete or count >= ${offset + limit}` : sql`is_complete`
  const statement = sql`
    with products_of_page as materialized (${way.products ?? sql`select 0 where false`}),
    newest as materialized (${way.newest ?? sql`select null::timestamptz as created_at where false`}),
    found as materialized (${way.found})
    select review.*, counted.*, dates.*
    from (
      select count(*)::integer as count, ${way.isComplete} as is_complete
      from found
    ) as counted
    cross join lateral (
      select min(created_at) as oldest, max(created_at) as newest
      from newest
      where not is_complete
    ) as dates
    left join lateral (
      select id as page_id
      from found
      where ${hasPage}
      order by ${raw(by)}
      limit ${limit} offset ${offset}
    ) as page on true
    left join lateral (
      select ${raw(columns)}
      from reviews
      where store_id = ${storeId} and id = page_id
      limit 1
    ) as review on true
    order by ${raw(by)}`
  const rows = await database.query<Row>(prepared(statement))
  const [{ count, is_complete, newest: last, oldest }] = rows as [Row]
  return {
    // A page beyond the last has one row, with only the counts.
    reviews: rows.filter(({ id }) => id !== null),
    count,
    isComplete: is_complete,
    newest: last,
    oldest,
  }
}

// Planning the statement anew takes 0.2 to 0.4 ms.
function prepared({ text, values }: Sql) {
  return { name: hash('sha1', text), text, values }
}
