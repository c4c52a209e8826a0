import type { Format } from '../format.ts'

/** Its export names no author. */
export const powerreviews: Format = {
  name: 'PowerReviews',
  recognises: has => has('Page Id'),
  columns: {
    review_id: ['Review Id'],
    product_id: ['Page Id'],
    title: ['Review Title'],
    body: ['Review Text'],
    created_at: ['Review Date'],
    verified_purchase: ['Verified Buyer'],
    state: ['Review Status'],
  },
  dates: 'mdy',
  states: { approved: 'published' },
}
