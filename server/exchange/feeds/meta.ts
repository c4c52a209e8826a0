import { stringify } from 'csv-stringify/sync'
import { ourCsv } from '../../foundation/lib/text/csv-escapes.ts'
import type { FeedReview } from './feed-reviews.ts'
import type { FormatOf } from './file-format.ts'
import { writable } from './writable.ts'

type Cells = Record<string, (review: FeedReview) => string>

/**
 * Meta's feed of reviews as CSV. Lists of addresses are JSON. Source: Meta for Developers, "Commerce platform, feed
 * schema CSV" of March 2026.
 */
export const meta: FormatOf = (store, anonymous) => {
  const cells: Cells = {
    aggregator: () => 'Realword',
    'store.name': () => writable(store.name) || store.store_id,
    'store.id': () => store.store_id,
    'store.storeUrls': ({ product }) => JSON.stringify([store.site_url ?? new URL(product.url).origin]),
    reviewID: ({ id }) => id,
    rating: ({ rating }) => String(rating),
    title: ({ title }) => title,
    content: ({ body }) => body,
    created_at: ({ created_at }) => created_at.toISOString(),
    review_image_urls: ({ pictures }) => listOf(pictures),
    incentivized: ({ isIncentivized }) => String(isIncentivized),
    has_verified_purchase: ({ isVerified }) => String(isVerified),
    'reviewer.name': ({ reviewer }) => reviewer || anonymous,
    'reviewer.isAnonymous': ({ reviewer }) => String(reviewer === ''),
    'product.name': ({ product }) => product.name || product.id,
    'product.url': ({ product }) => product.url,
    'product.imageUrls': ({ product }) => listOf(product.pictures),
  }
  return {
    type: 'text/csv; charset=utf-8',
    begin: line(Object.keys(cells)),
    open: '',
    review: review => line(Object.values(cells).map(read => read(review))),
    close: '',
    end: '',
  }
}

// A mark at the start would become a part of the first column's name.
function line(cells: string[]): string {
  return stringify([cells], { ...ourCsv, bom: false })
}

function listOf(addresses: string[]): string {
  return addresses.length > 0 ? JSON.stringify(addresses) : ''
}
