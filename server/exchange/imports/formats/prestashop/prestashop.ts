import { type Format, hasSome } from '../format.ts'

/** The table of its module productcomments. */
export const prestashop: Format = {
  name: 'PrestaShop',
  recognises: has =>
    has('grade') &&
    hasSome(has, 3, [
      'id_product_comment',
      'id_product',
      'id_customer',
      'id_guest',
      'validate',
      'customer_name',
      'date_add',
    ]),
  columns: {
    review_id: ['id_product_comment'],
    product_id: ['id_product'],
    rating: ['grade'],
    body: ['content'],
    display_name: ['customer_name'],
    created_at: ['date_add'],
    state: ['validate', 'deleted'],
  },
}
