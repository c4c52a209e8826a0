import { type Format, hasSome } from '../format.ts'

/** Its tables of reviews joined, the file of its list of reviews, and that of a module for Magento 1. */
export const magento: Format = {
  name: 'Magento',
  recognises: has =>
    (has('detail') &&
      has('nickname') &&
      hasSome(has, 1, ['status_id', 'status', 'entity_pk_value', 'review_id'])) ||
    (['sku', 'review', 'status', 'customer_name', 'customer_id'].every(has) && has('title')),
  columns: {
    product_id: ['product_id', 'entity_pk_value'],
    product_sku: ['sku', 'product_sku'],
    rating: ['rating_value', 'value', 'ratings'],
    body: ['detail', 'review'],
    display_name: ['nickname', 'customer_name'],
    email: ['customer_email'],
    state: ['status_id', 'status'],
  },
  states: { 1: 'published', 2: 'pending', 3: 'rejected' },
}
