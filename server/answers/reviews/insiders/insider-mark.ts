import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { By } from '../../../foundation/events/audit/audit.ts'
import { changeReview, type Review, readReview } from '../reviews.ts'
import { isInsider } from './insiders.ts'

/** Says that the author works for the store. Repeating it changes nothing. Throws `review_unknown`. */
export async function markInsider(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
): Promise<Review> {
  return await changeReview(tx, storeId, reviewId, { ...by, action: 'mark_insider' }, () => ({
    insider: true,
  }))
}

/** Takes the mark away. Throws `review_unknown`, and `insider_known` while the author's address is of the team. */
export async function unmarkInsider(
  tx: Connection,
  storeId: string,
  reviewId: string,
  by: By,
): Promise<Review> {
  const review = await readReview(tx, storeId, reviewId, true)
  if (review.insider && (await isInsider(tx, storeId, review))) throw new ApiError('insider_known')
  return await changeReview(tx, storeId, reviewId, { ...by, action: 'unmark_insider' }, () => ({
    insider: null,
  }))
}
