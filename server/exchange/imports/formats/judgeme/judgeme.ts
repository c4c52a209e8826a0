import { betweenAddresses, type Format, hasSome } from '../format.ts'

/** Both its export and the template it imports from. It has no column for verified purchases. */
export const judgeme: Format = {
  name: 'Judge.me',
  recognises: has =>
    ['reviewer_name', 'review_date', 'body', 'rating'].every(has) &&
    hasSome(has, 3, [
      'product_handle',
      'reviewer_email',
      'reply',
      'picture_urls',
      'curated',
      'source',
      'ip_address',
      'location',
    ]) &&
    !has('SKU') &&
    !has('barcode'),
  columns: {
    product_id: ['product_id', 'product_handle'],
    display_name: ['reviewer_name'],
    email: ['reviewer_email'],
    created_at: ['review_date'],
    state: ['curated'],
    reply_created_at: ['reply_date'],
    pictures: ['picture_urls'],
  },
  dates: 'dmy',
  states: { ok: 'published', 'not-yet': 'pending', spam: 'rejected' },
  betweenPictures: betweenAddresses,
  isOfStore: cell => cell('product_id') === '' && cell('product_handle') === '',
  // Its API sends them, its file does not.
  hasTwins: true,
}
