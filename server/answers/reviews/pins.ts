import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import { changeReview, type Review, readReview } from './reviews.ts'
import { lockSummaries } from './sums/summaries.ts'

/** A product has at most this many pinned reviews. */
export const mostPinned = 5

/**
 * Pins a published review: it comes first on the page of its product. Nothing else depends on it. Repeating it changes
 * nothing. Reviews that were pinned and are no longer published keep their pins while there is room for them. Throws
 * `review_unknown`, `state_wrong` if it is not published, or `pins_full`.
 */
export async function pinReview(tx: Connection, storeId: string, reviewId: string, by: By): Promise<Review> {
  // The review before its summary, as every other change locks them.
  const { product_id } = await readReview(tx, storeId, reviewId, true)
  // Of two requests at once, the second counts the pin of the first.
  await lockSummaries(tx, storeId, [product_id])
  const [kept] = await tx.query<{ pinned: number }>(sql`
    select pinned
    from rating_summaries
    where store_id = ${storeId} and product_id = ${product_id}`)
  let pins = kept?.pinned ?? 0
  const pinned = await changeReview(tx, storeId, reviewId, { ...by, action: 'pin' }, review => {
    if (review.state !== 'published') throw new ApiError('state_wrong')
    if (review.pinned_at) return {}
    if (pins >= mostPinned) throw new ApiError('pins_full')
    pins++
    return { pinned_at: by.at }
  })
  // They may be published again, and would be more than the product may have. One that is being changed now is skipped:
  // its change waits for the summary. The states are named for the index of a product's reviews by state: by `<>`, all
  // of its reviews would be read.
  const surplus = await tx.query<{ id: string }>(sql`
    select id
    from reviews
    where store_id = ${storeId} and product_id = ${product_id} and pinned_at is not null
      and state in ('pending', 'rejected', 'removed')
    order by pinned_at desc, id desc
    offset ${Math.max(0, mostPinned - pins)}
    for update skip locked`)
  for (const { id } of surplus) await unpinReview(tx, storeId, id, by)
  return pinned
}

/** Puts a review back among the others, whatever its state. Throws `review_unknown`. */
export async function unpinReview(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
): Promise<Review> {
  return await changeReview(tx, storeId, reviewId, { ...by, action: 'unpin' }, () => ({ pinned_at: null }))
}
