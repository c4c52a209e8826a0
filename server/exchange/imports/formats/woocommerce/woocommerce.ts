import { type Cell, type Format, hasSome } from '../format.ts'

/**
 * The comments of WordPress, in which WooCommerce keeps its reviews, with the rating of each. Replies, notes of orders and
 * pings of other sites are comments, too.
 */
export const woocommerce: Format = {
  name: 'WooCommerce',
  recognises: has =>
    has('comment_content') &&
    hasSome(has, 3, [
      'comment_ID',
      'comment_post_ID',
      'comment_author',
      'comment_author_email',
      'comment_date',
      'comment_date_gmt',
      'comment_approved',
      'comment_parent',
    ]),
  columns: {
    review_id: ['comment_ID'],
    product_id: ['product_id', 'comment_post_ID'],
    product_sku: ['product_SKU', 'SKU'],
    product_name: ['product_title', 'post_title'],
    title: ['review_title', 'title'],
    body: ['comment_content'],
    display_name: ['comment_author'],
    email: ['comment_author_email'],
    created_at: ['comment_date_gmt', 'comment_date'],
    verified_purchase: ['verified'],
    state: ['comment_approved'],
  },
  // "1" is approved, "0" waits: as such words mean everywhere.
  states: { approve: 'published' },
  reads: ['comment_date', 'comment_parent', 'comment_type', 'user_id'],
  adjust: (_texts, cell) => {
    const gmt = cell('comment_date_gmt')
    // WordPress writes zeros for a draft's date.
    const isGiven = gmt !== '' && !gmt.startsWith('0000')
    return {
      created_at: isGiven ? (/[zZ]|[+-]\d\d:?\d\d$/.test(gmt) ? gmt : `${gmt}Z`) : cell('comment_date'),
    }
  },
  replyTo: cell => (/^0*$/.test(cell('comment_parent')) ? '' : cell('comment_parent')),
  // Without an account of the shop.
  isVisitors: cell => cell('user_id') === '0',
  leftOut,
}

/** Notes of orders, pings and logs of webhooks. */
function leftOut(cell: Cell): string {
  const type = cell('comment_type').toLowerCase()
  return ['', 'review', 'comment'].includes(type) ? '' : type
}
