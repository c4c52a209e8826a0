import { betweenAddresses, type Format, hasSome } from '../format.ts'

/** Its template marks the columns that it needs with an asterisk. */
export const trustoo: Format = {
  name: 'Trustoo',
  recognises: has =>
    hasSome(has, 1, ['commented_at', 'commented_at*']) &&
    hasSome(has, 3, [
      'publish',
      'verify_purchase',
      'author_country',
      'reply_at',
      'photo_url_1',
      'item_type',
      'feature',
    ]),
  columns: {
    product_id: ['product_handle', 'product_handle*'],
    rating: ['rating*'],
    body: ['content'],
    display_name: ['author', 'author*'],
    email: ['author_email'],
    created_at: ['commented_at', 'commented_at*'],
    verified_purchase: ['verify_purchase'],
    state: ['publish'],
    reply_created_at: ['reply_at'],
    pictures: pictures(),
  },
  betweenPictures: betweenAddresses,
  reads: pictures(),
  adjust: (_texts, cell) => ({ pictures: pictures().map(cell).filter(Boolean).join(' ') }),
}

function pictures(): string[] {
  return [1, 2, 3, 4, 5].map(number => `photo_url_${number}`)
}
