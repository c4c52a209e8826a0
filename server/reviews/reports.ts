import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { uuid } from '../lib/uuid.ts'
import { readReview } from './reviews.ts'

export const reportReasons = [
  'spam',
  'offensive',
  'private_data',
  'not_about_product',
  'not_genuine',
  'unlawful',
  'other',
] as const

export type Report = { reason: (typeof reportReasons)[number]; text: string; at: Date }

/**
 * Keeps what a visitor reports about a published review, for a person to look at: it changes nothing by
 * itself, however many there are. Throws `review_unknown` for any other than a published one.
 */
export async function reportReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  { reason, text, at }: Report,
): Promise<void> {
  const review = await readReview(tx, storeId, reviewId)
  if (review.state !== 'published') throw new ApiError('review_unknown')
  await tx.query(sql`
    insert into review_reports (store_id, review_id, id, reason, text, at)
    select ${storeId}, ${reviewId}, ${uuid()}, ${reason}, ${text}, ${at}::timestamptz
    where (
      select count(*)
      from review_reports
      where store_id = ${storeId} and review_id = ${reviewId}
    ) < ${mostKept}`)
  await tx.query(sql`
    update reviews
    set reported = true
    where store_id = ${storeId} and id = ${reviewId} and not reported`)
}

// Whoever sends thousands says no more than the first hundred did.
const mostKept = 100

/** How many reviews that are shown were reported since then, at most `most`. */
export async function countReportedReviews(
  db: Connection,
  storeId: string,
  since: Date,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from (
      select distinct review_id
      from review_reports
      join reviews on reviews.store_id = review_reports.store_id and reviews.id = review_id
      where review_reports.store_id = ${storeId} and at >= ${since} and state = 'published'
      limit ${most}
    ) as reported`)
  return row?.count ?? 0
}

/** For lists of reviews: the reports of the review whose id is `reviewId`, null without any. */
export function reportsOf(storeId: string, reviewId: Sql): Sql {
  return sql`(
    select jsonb_agg(jsonb_build_object('reason', reason, 'text', text, 'at', at) order by at, review_reports.id)
    from review_reports
    where review_reports.store_id = ${storeId} and review_id = ${reviewId})`
}
