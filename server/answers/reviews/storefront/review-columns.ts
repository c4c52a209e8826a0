import type { Review } from '../reviews.ts'

/** The public fields of a review. Pages read no others. */
export type ShownReview = Pick<
  Review,
  | 'id'
  | 'product_id'
  | 'rating'
  | 'title'
  | 'body'
  | 'display_name'
  | 'recommended'
  | 'verified_purchase'
  | 'pictures'
  | 'votes'
  | 'created_at'
  | 'reply'
  | 'reply_created_at'
>

export const columns =
  'id, product_id, rating, title, body, display_name, recommended, verified_purchase, pictures, votes, created_at, reply, reply_created_at'
