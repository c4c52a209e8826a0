import type { FeedReview } from './feed-reviews.ts'
import type { FormatOf } from './file-format.ts'
import { element, wrap, writable } from './writable.ts'

const schema = 'http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd'

/**
 * Google's product reviews feed, version 2.4: a full feed, without `deleted_reviews`. Empty containers are left out,
 * because the schema wants a child in each. Source: Google Merchant Center, "Product reviews feed specification".
 */
export const google: FormatOf = (store, anonymous) => ({
  type: 'application/xml; charset=utf-8',
  begin: `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="${schema}">
<version>2.4</version>
<aggregator><name>Realword</name></aggregator>
<publisher>${element('name', writable(store.name) || store.store_id)}</publisher>
`,
  open: '<reviews>\n',
  review: review => `${wrap('review', elements.map(write => write(review, anonymous)).join(''))}\n`,
  close: '</reviews>\n',
  end: '</feed>\n',
})

type Write = (review: FeedReview, anonymous: string) => string

// In the order of the schema, where each complex type is a sequence. Google's own sample puts the two flags after
// `reviewer`; the order here is the one that others report as valid against the schema of 2.4
// (docs/decisions/0072-write-feeds-in-parts.md).
const elements: Write[] = [
  ({ id }) => element('review_id', id),
  ({ reviewer }, anonymous) =>
    wrap(
      'reviewer',
      reviewer === '' ? element('name', anonymous, 'is_anonymous="true"') : element('name', reviewer),
    ),
  ({ created_at }) => element('review_timestamp', created_at.toISOString()),
  ({ title }) => element('title', title),
  ({ body }) => element('content', body),
  ({ language }) => element('review_language', language),
  ({ product }) => element('review_url', product.url, 'type="group"'),
  ({ pictures }) =>
    wrap('reviewer_images', pictures.map(url => wrap('reviewer_image', element('url', url))).join('')),
  ({ rating }) => wrap('ratings', element('overall', String(rating), 'min="1" max="5"')),
  ({ product }) => wrap('products', wrap('product', productOf(product))),
  () => element('is_spam', 'false'),
  ({ isVerified }) => element('is_verified_purchase', String(isVerified)),
  ({ isIncentivized }) => element('is_incentivized_review', String(isIncentivized)),
  // Of a review without an order we do not know whether it was asked for.
  ({ isFromOrder }) => element('collection_method', isFromOrder ? 'post_fulfillment' : ''),
]

function productOf({ name, url, skus, gtins, mpns }: FeedReview['product']): string {
  const ids =
    wrap('gtins', gtins.map(gtin => element('gtin', gtin)).join('')) +
    wrap('mpns', mpns.map(mpn => element('mpn', mpn)).join('')) +
    wrap('skus', skus.map(sku => element('sku', sku)).join(''))
  return wrap('product_ids', ids) + element('product_name', name) + element('product_url', url)
}
