import { betweenAddresses, type Format, hasSome } from '../format.ts'

/** Recognises both its export and its import template. */
export const loox: Format = {
  name: 'Loox',
  recognises: has =>
    (has('product_handle') &&
      has('photo_url') &&
      hasSome(has, 3, ['product_Id', 'author', 'body', 'replied_at', 'verified_purchase', 'incentivized'])) ||
    (has('nickname') &&
      has('full_name') &&
      hasSome(has, 2, ['productId', 'handle', 'img', 'variant', 'verified_purchase'])),
  columns: {
    review_id: ['id'],
    product_id: ['productId', 'product_Id', 'handle', 'product_handle'],
    body: ['review', 'body'],
    display_name: ['nickname', 'author', 'full_name'],
    created_at: ['date', 'created_at'],
    state: ['status'],
    reply_created_at: ['replied_at'],
    pictures: ['img', 'photo_url'],
  },
  states: { active: 'published', hidden: 'rejected' },
  betweenPictures: betweenAddresses,
}
