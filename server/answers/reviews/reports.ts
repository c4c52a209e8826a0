import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { countUpTo } from '../../foundation/database/count-up-to.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { notifyContentChanged } from '../moderation/content-changes.ts'
import { keepReporter, type Reporter } from './receipts.ts'
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

/** A report as moderators see it. Who sent it is not for them. */
export type ShownReport = Report & { decided_at: Date | null }

/**
 * Stores a visitor's report on a published review, for moderators to read. Reports change nothing by themselves,
 * regardless of their number. Mails a receipt to `reporter`, who may have left an address. Throws `review_unknown`
 * unless the review is published.
 */
export async function reportReview(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  reviewId: string,
  { reason, text, at, reporter }: Report & { reporter?: Reporter | undefined },
): Promise<void> {
  const review = await readReview(tx, storeId, reviewId)
  if (review.state !== 'published') throw new ApiError('review_unknown')
  const id = uuid()
  const kept = await tx.query(sql`
    insert into review_reports (store_id, review_id, id, reason, text, at)
    select ${storeId}, ${reviewId}, ${id}, ${reason}, ${text}, ${at}::timestamptz
    where (
      select count(*)
      from review_reports
      where store_id = ${storeId} and review_id = ${reviewId}
    ) < ${mostKept}
    returning id`)
  await tx.query(sql`
    update reviews
    set reported = true
    where store_id = ${storeId} and id = ${reviewId} and not reported`)
  // After the review: forms lock it before their network, too.
  if (reporter && kept.length > 0) await keepReporter(tx, secrets, storeId, { reviewId, id, at }, reporter)
  await notifyContentChanged(tx, storeId)
}

// Reports beyond the first hundred add nothing.
const mostKept = 100

/** The number of published reviews with reports since the given date that nobody decided about, at most `most`. */
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
    where review_reports.store_id = ${storeId} and at >= ${since} and decided_at is null and state = 'published'`
  return await countUpTo(db, rows, most)
}

/** A report with dates, which JSON has as texts. */
export function datedReport(report: ShownReport): ShownReport {
  const { at, decided_at } = report
  return { ...report, at: new Date(at), decided_at: decided_at && new Date(decided_at) }
}

/** For a statement that lists reviews: the reports of the review `reviewId`; null without any. */
export function reportsOf(storeId: string, reviewId: Sql): Sql {
  return sql`(
    select jsonb_agg(
      jsonb_build_object('reason', reason, 'text', text, 'at', at, 'decided_at', decided_at)
      order by at, review_reports.id
    )
    from review_reports
    where review_reports.store_id = ${storeId} and review_id = ${reviewId})`
}
