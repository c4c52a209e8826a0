import { betweenAddresses, type Cell, type Format, hasSome } from '../format.ts'

const isOfStore = (cell: Cell) => /^site[ _]review$/i.test(cell('Review Type'))

/** Recognises three forms of its export. Unpublished pictures, and comments that are not public, are left out. */
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
      'Published Image Url',
      'Shopify Product Handle',
      'Verified Purchase',
    ]),
  columns: {
    review_id: ['Review ID'],
    product_id: ['Product ID', 'Product Handle', 'Shopify Product Handle'],
    product_sku: ['Product SKU'],
    product_name: ['Product Title'],
    rating: ['Review Score'],
    title: ['Review Title'],
    body: ['Review Content'],
    display_name: ['Reviewer Display Name', 'Display Name'],
    email: ['Reviewer Email', 'Email'],
    created_at: ['Review Creation Date', 'Date'],
    verified_purchase: ['Verified Purchase'],
    state: ['Review Status'],
    purchased_at: ['Order Date'],
    reply: ['Comment Content'],
    reply_created_at: ['Comment Date'],
    pictures: ['Published Image URLs', 'Published Image Url'],
  },
  states: { approved: 'published', unpublished: 'rejected' },
  betweenPictures: betweenAddresses,
  reads: ['Review Type', 'Reviewer Type', 'Comment Public'],
  isOfStore,
  adjust: (texts, cell) => ({
    // Some of these rows name the product that the buyer came from.
    ...(isOfStore(cell) && { product_id: '', product_sku: '' }),
    ...(/^(false|no|0)$/i.test(cell('Comment Public')) && { reply: '', reply_created_at: '' }),
    ...(texts.verified_purchase === '' && {
      verified_purchase: /^verified[ _]buyer$/i.test(cell('Reviewer Type')) ? 'yes' : '',
    }),
  }),
}
