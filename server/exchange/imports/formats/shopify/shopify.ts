import { type Format, hasSome } from '../format.ts'

/** The export of Shopify's former app Product Reviews. It identifies a product only by its handle. */
export const shopify: Format = {
  name: 'Shopify Product Reviews',
  recognises: has =>
    ['product_handle', 'state', 'rating', 'body'].every(has) &&
    hasSome(has, 3, ['author', 'email', 'location', 'created_at', 'replied_at']) &&
    !has('photo_url'),
  columns: {
    product_id: ['product_handle'],
    display_name: ['author'],
    reply_created_at: ['replied_at'],
  },
  states: { unpublished: 'pending', spam: 'rejected' },
}
