import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import { type Secrets, signatures } from '../../foundation/lib/secret.ts'
import { notifyProductsChanged } from '../../tenants/products/changes.ts'
import { type Review, readReview } from './reviews.ts'

/** A visitor's vote that a review is helpful. `visitorId` is a random id from the visitor's browser. */
export type Vote = { reviewId: string; visitorId: string; at: Date }

/**
 * Counts a visitor's vote for a published review, once per UTC day. Throws `review_unknown` unless the review is
 * published. Votes do not change content, so the audit log omits them.
 */
export async function vote(tx: Connection, secrets: Secrets, storeId: string, cast: Vote): Promise<void> {
  const review = await lockPublished(tx, storeId, cast.reviewId)
  const [current, ...former] = visitorsOf(secrets, storeId, cast)
  const added = await tx.query(sql`
    insert into review_votes (store_id, review_id, visitor, day)
    select ${storeId}, ${cast.reviewId}, ${current}, ${dayOf(cast.at)}::date
    where not exists (
      select
      from review_votes
      where store_id = ${storeId} and review_id = ${cast.reviewId}
        and visitor = any(${former}::bytea[]) and day = ${dayOf(cast.at)}
    )
    on conflict (store_id, review_id, visitor, day) do nothing
    returning day`)
  if (added.length > 0) await changeVotes(tx, storeId, review, 1)
}

/** Withdraws the visitor's latest vote, if any. Throws like `vote`. */
export async function withdrawVote(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  cast: Vote,
): Promise<void> {
  const review = await lockPublished(tx, storeId, cast.reviewId)
  const visitors = visitorsOf(secrets, storeId, cast)
  const removed = await tx.query(sql`
    delete from review_votes
    where store_id = ${storeId} and review_id = ${cast.reviewId} and (visitor, day) in (
      select visitor, day
      from review_votes
      where store_id = ${storeId} and review_id = ${cast.reviewId} and visitor = any(${visitors}::bytea[])
      order by day desc
      limit 1
    )
    returning day`)
  if (removed.length > 0) await changeVotes(tx, storeId, review, -1)
}

// The row stays locked until the transaction ends, so concurrent votes of one visitor count once.
async function lockPublished(tx: Connection, storeId: string, reviewId: string): Promise<Review> {
  const review = await readReview(tx, storeId, reviewId, true)
  if (review.state !== 'published') throw new ApiError('review_unknown')
  return review
}

async function changeVotes(
  tx: Connection,
  storeId: string,
  review: Review,
  difference: 1 | -1,
): Promise<void> {
  await tx.query(sql`
    update reviews
    set votes = votes + ${difference}
    where store_id = ${storeId} and id = ${review.id}`)
  await notifyProductsChanged(tx, storeId, [review.product_id])
}

/** The purpose of the HMACs that stand for visitors. */
export const voterPurpose = 'visitor who votes'

/** The visitor's fingerprints: with the current secret first, then with earlier ones. */
function visitorsOf(secrets: Secrets, storeId: string, { reviewId, visitorId }: Vote): Buffer[] {
  const text = `${storeId} ${reviewId.toLowerCase()} ${visitorId}`
  return signatures(secrets, voterPurpose, text)
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
