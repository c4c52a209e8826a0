import { betweenAddresses, type Format } from '../format.ts'

export const opinew: Format = {
  name: 'Opinew',
  recognises: has => has('reviewer_name') && (has('SKU') || has('barcode')),
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
