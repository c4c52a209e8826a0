/** The columns of a CSV file of reviews, as it is exported and imported. */
export const reviewFields = [
  'review_id',
  'product_id',
  'product_sku',
  'product_name',
  'rating',
  'title',
  'body',
  'display_name',
  'email',
  'created_at',
  'recommended',
  'verified_purchase',
  'state',
  'reply',
  'reply_created_at',
  'pictures',
  'incentivized',
  // 'store' if it is about the store itself; then there is no product.
  'subject',
] as const
