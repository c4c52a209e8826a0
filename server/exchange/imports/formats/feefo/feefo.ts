import { type Format, hasSome } from '../format.ts'

/** The file that it imports from. Its columns of the service are reviews of the store, and are not read. */
export const feefo: Format = {
  name: 'Feefo',
  recognises: has =>
    has('Product Rating') &&
    has('Product Comment') &&
    hasSome(has, 2, [
      'Feedback Date',
      'Sale Date',
      'Service Rating',
      'Service Comment',
      'Product Attributes',
    ]),
  columns: {
    product_id: ['Product Id', 'Product Code'],
    rating: ['Product Rating'],
    body: ['Product Comment'],
    display_name: ['Name'],
    created_at: ['Feedback Date', 'Sale Date'],
  },
  dates: 'dmy',
}
