import { betweenAddresses, type Format, hasSome } from '../format.ts'

export const ryviu: Format = {
  name: 'Ryviu',
  recognises: has =>
    has('product_handle') &&
    has('body_text') &&
    hasSome(has, 3, ['photo_urls', 'featured', 'author', 'email', 'status', 'created_at']),
  columns: {
    product_id: ['product_id', 'product_handle'],
    body: ['body_text'],
    display_name: ['author'],
    pictures: ['photo_urls'],
    state: ['status'],
  },
  states: { enable: 'published', disable: 'rejected' },
  betweenPictures: betweenAddresses,
}
