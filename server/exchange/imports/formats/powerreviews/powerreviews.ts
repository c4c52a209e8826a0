import { type Format, hasSome } from '../format.ts'

/** `Review Display` is the author's nickname in some exports, and in others whether the review is displayed. */
export const powerreviews: Format = {
  name: 'PowerReviews',
  recognises: has =>
    has('Page Id') &&
    has('Review Text') &&
    hasSome(has, 2, [
      'Review Id',
      'Review Title',
      'Review Date',
      'Review Location',
      'Review Status',
      'Verified Buyer',
    ]),
  columns: {
    review_id: ['Review Id'],
    product_id: ['Page Id'],
    title: ['Review Title'],
    body: ['Review Text'],
    created_at: ['Review Date'],
    verified_purchase: ['Verified Buyer'],
    display_name: ['Review Display'],
    state: ['Review Status', 'Review Display'],
  },
  dates: 'mdy',
  // What it does not display waits, or its status says why.
  states: { approved: 'published', no: 'pending' },
  adjust: ({ display_name }) => (/^(yes|no|true|false|1|0)$/i.test(display_name) ? { display_name: '' } : {}),
}
