import { betweenAddresses, type Format, hasSome } from '../format.ts'

/** Rejected pictures and private replies are left out. */
export const okendo: Format = {
  name: 'Okendo',
  recognises: has =>
    has('dateCreated') &&
    has('imageUrls') &&
    hasSome(has, 2, [
      'productId',
      'countryCode',
      'isApproved',
      'isRecommended',
      'isVerifiedBuyer',
      'isIncentivized',
      'replyIsPublic',
      'variantId',
    ]),
  columns: {
    product_id: ['productId', 'handle'],
    product_sku: ['sku'],
    display_name: ['name'],
    created_at: ['dateCreated'],
    recommended: ['isRecommended'],
    verified_purchase: ['isVerifiedBuyer'],
    incentivized: ['isIncentivized'],
    state: ['status', 'isApproved'],
    reply_created_at: ['replyDateCreated'],
    pictures: ['imageUrls'],
  },
  states: { approved: 'published', true: 'published', false: 'pending' },
  betweenPictures: betweenAddresses,
  reads: ['replyIsPublic'],
  adjust: (_texts, cell) =>
    /^(false|no|0)$/i.test(cell('replyIsPublic')) ? { reply: '', reply_created_at: '' } : {},
}
