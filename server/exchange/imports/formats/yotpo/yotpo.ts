import { betweenAddresses, type Format, hasSome } from '../format.ts'

/** Recognises both forms of its export. Unpublished pictures are left out. */
export const yotpo: Format = {
  name: 'Yotpo',
  recognises: has =>
    has('Review Score') &&
    has('Review Content') &&
    hasSome(has, 2, [
      'Review ID',
      'Review Type',
      'Review Status',
      'Review Creation Date',
      'Reviewer Display Name',
      'Reviewer Type',
      'Published Image URLs',
      'Shopify Product Handle',
      'Verified Purchase',
    ]),
  columns: {
    review_id: ['Review ID'],
    product_id: ['Product ID', 'Product Handle', 'Shopify Product Handle'],
    product_name: ['Product Title'],
    rating: ['Review Score'],
    title: ['Review Title'],
    body: ['Review Content'],
    display_name: ['Reviewer Display Name', 'Display Name'],
    email: ['Reviewer Email', 'Email'],
    created_at: ['Review Creation Date', 'Date'],
    verified_purchase: ['Verified Purchase'],
    state: ['Review Status'],
    pictures: ['Published Image URLs'],
  },
  states: { approved: 'published', unpublished: 'rejected' },
  betweenPictures: betweenAddresses,
  reads: ['Review Type', 'Reviewer Type'],
  adjust: (texts, cell) => ({
    ...(/^site[ _]review$/i.test(cell('Review Type')) && { product_id: '', product_sku: '' }),
    ...(texts.verified_purchase === '' && {
      verified_purchase: /^verified[ _]buyer$/i.test(cell('Reviewer Type')) ? 'yes' : '',
    }),
  }),
}
