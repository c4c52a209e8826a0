import { type Format, hasSome } from '../format.ts'

/** Its export has file names of pictures instead of addresses. They cannot be fetched, and are left out. */
export const stamped: Format = {
  name: 'Stamped',
  recognises: has =>
    has('author') && hasSome(has, 3, ['productUrl', 'productImageUrl', 'productTitle', 'photoFilenames']),
  columns: {
    product_id: ['product_id', 'product_handle'],
    product_name: ['productTitle'],
    display_name: ['author'],
    state: ['published'],
  },
  dates: 'ymd',
  states: {
    true: 'published',
    yes: 'published',
    '1': 'published',
    false: 'pending',
    no: 'pending',
    unpublished: 'pending',
    '0': 'pending',
  },
}
