import { type Format, hasSome } from '../format.ts'

export const opencart: Format = {
  name: 'OpenCart',
  recognises: has =>
    ['author', 'text', 'rating', 'date_added'].every(has) &&
    hasSome(has, 2, ['review_id', 'product_id', 'customer_id', 'status', 'date_modified']),
  columns: {
    body: ['text'],
    display_name: ['author'],
    created_at: ['date_added'],
    state: ['status'],
  },
}
