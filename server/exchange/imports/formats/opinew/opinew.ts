import { betweenAddresses, type Format, hasSome } from '../format.ts'

export const opinew: Format = {
  name: 'Opinew',
  recognises: has =>
    ['reviewer_name', 'review_date', 'body', 'rating'].every(has) &&
    hasSome(has, 1, ['SKU', 'barcode']) &&
    hasSome(has, 3, [
      'state',
      'reviewer_email',
      'product_handle',
      'reply_date',
      'picture_urls',
      'barcode',
      'region',
    ]),
  columns: {
    product_id: ['product_id', 'product_handle'],
    product_sku: ['SKU'],
    display_name: ['reviewer_name'],
    email: ['reviewer_email'],
    created_at: ['review_date'],
    reply_created_at: ['reply_date'],
    pictures: ['picture_urls'],
  },
  states: { approved: 'published', unpublished: 'pending' },
  betweenPictures: betweenAddresses,
}
