import sql, { raw, type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { answersWithin, eachSpan, onStoredDays, type StoredDays } from '../../../foundation/events/spans.ts'
import type { Bounds } from '../../../foundation/lib/time/days.ts'
import { ofProducts } from '../../../tenants/products/store-itself.ts'

/** The current counts of the reviews of products that were written in a span. */
export type ReviewDay = {
  /** Published or pending. */
  reviews: number
  /** Published reviews by stars, from one to five. */
  stars: number[]
  recommended: number
  not_recommended: number
  /** Published reviews with a reply, by reply time in the buckets of foundation/events/spans.ts. */
  review_answers: number[]
}

/** The fields of a review that these counts depend on. */
export const countedFields = ['rating', 'recommended', 'state', 'created_at', 'reply', 'reply_created_at']

/** Counts each span separately, with the index of the store's reviews by state and date. */
export async function countReviewDays(
  db: Connection,
  storeId: string,
  spans: Bounds[],
): Promise<ReviewDay[]> {
  return await db.query<ReviewDay>(sql`
    select reviews, stars, recommended, not_recommended, review_answers
    from ${eachSpan(spans)}
    cross join lateral (
      select ${counts}
      from reviews
      where store_id = ${storeId} and created_at >= begins and created_at < ends
        and ${isCounted}
    ) as counted
    order by turn`)
}

const isCounted = sql`state in ('pending', 'published') and ${raw(ofProducts)}`

const waited = sql`extract(epoch from reply_created_at - created_at)`

const counts = sql`count(*)::integer as reviews,
  array[
    count(*) filter (where rating = 1 and state = 'published'),
    count(*) filter (where rating = 2 and state = 'published'),
    count(*) filter (where rating = 3 and state = 'published'),
    count(*) filter (where rating = 4 and state = 'published'),
    count(*) filter (where rating = 5 and state = 'published')
  ]::integer[] as stars,
  count(*) filter (where recommended and state = 'published')::integer as recommended,
  count(*) filter (where not recommended and state = 'published')::integer as not_recommended,
  ${answersWithin(sql`case when state = 'published' then ${waited} end`)} as review_answers`

/** SQL: `ReviewDay` of the reviews on stored days. */
export function reviewsOnDays(days: StoredDays): Sql {
  return sql`
    select stored.store_id, stored.day, ${counts}
    from ${onStoredDays(days, 'reviews', 'created_at')}
    where ${isCounted}
    group by stored.store_id, stored.day`
}
