import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { countUpTo } from '../../foundation/database/count-up-to.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { notifyContentChanged } from '../moderation/content-changes.ts'
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
 * Stores a visitor's report on a published review, for moderators to read. Reports change nothing by themselves,
 * regardless of their number. Throws `review_unknown` unless the review is published.
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
  await notifyContentChanged(tx, storeId)
}

// Reports beyond the first hundred add nothing.
const mostKept = 100

/** The number of published reviews that were reported since the given date, at most `most`. */
export async function countReportedReviews(
  db: Connection,
  storeId: string,
  since: Date,
  most: number,
): Promise<number> {
  const rows = sql`
    select distinct review_id
    from review_reports
    join reviews on reviews.store_id = review_reports.store_id and reviews.id = review_id
    where review_reports.store_id = ${storeId} and at >= ${since} and state = 'published'`
  return await countUpTo(db, rows, most)
}

/** For a statement that lists reviews: the reports of the review `reviewId`; null without any. */
export function reportsOf(storeId: string, reviewId: Sql): Sql {
  return sql`(
    select jsonb_agg(jsonb_build_object('reason', reason, 'text', text, 'at', at) order by at, review_reports.id)
    from review_reports
    where review_reports.store_id = ${storeId} and review_id = ${reviewId})`
}
