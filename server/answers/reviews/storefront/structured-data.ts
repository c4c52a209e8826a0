import { currencyOf } from '../../../foundation/lib/currencies.ts'
import { isGtin } from '../../../foundation/lib/gtin.ts'
import { isOnlyMask } from '../../../foundation/personal-data/contacts/mask-contacts.ts'
import { addressOfProduct, webAddress } from '../../../tenants/products/addresses.ts'
import type { Listing } from '../../../tenants/products/products.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { type RatingSummary, totalOf } from './ratings.ts'
import { averageOf, type showReview } from './shown.ts'

/**
 * JSON-LD of a product and its rating for search engines, escaped for a script element. Returns `{}` without reviews,
 * because search engines reject an empty rating. `anonymous` is the name of an author without one: they require a name.
 * `name` is that of the product; empty: unknown.
 * Source: schema.org/Product, and Google Search Central, "Product snippet": name; aggregateRating with ratingValue and
 * reviewCount; review with author and reviewRating.
 */
export function structuredData(
  product: ReturnType<typeof describeProduct>,
  summary: RatingSummary,
  { name, ...words }: Words & { name: string },
  reviews: ReturnType<typeof showReview>[],
): string {
  const total = totalOf(summary)
  if (total === 0) return '{}'
  return forScriptElement({
    '@context': 'https://schema.org',
    '@type': 'Product',
    ...product,
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: averageOf(summary),
      reviewCount: total,
      ratingCount: total,
      ...scale,
    },
    ...(reviews.length > 0 && {
      review: reviews.map(review => toReview(review, words, name)),
    }),
  })
}

/** In the language of the page: also what is said of a review by an insider, or that was written for a reward. */
type Words = { anonymous: string; insider: string; incentivized: string }

type Described = Listing & { product_id: string }

/**
 * The fields of the product itself. Search engines merge nodes with one `@id`. If the shop's page has a node of its
 * own, `nodeId` is its id, and only the name is repeated: a second offer could contradict the shop's.
 */
export function describeProduct(listing: Described, store: KnownStore, nodeId: string | null): object {
  const { sku, gtin, mpn } = listing
  const name = listing.name.trim() || sku || listing.product_id
  if (nodeId !== null) return { '@id': nodeId, name }
  const url = addressOfProduct(store, listing)
  const images = listing.pictures.flatMap(picture => webAddress(picture) ?? [])
  return {
    // The form that WooCommerce and others use.
    ...(url && { '@id': `${withoutFragment(url)}#product` }),
    name,
    ...(sku && { sku }),
    // An invalid code would make search engines reject the whole object.
    ...(gtin && isGtin(gtin) && { gtin }),
    ...(mpn && { mpn }),
    ...(url && { url }),
    ...(images.length > 0 && { image: images }),
    ...offerOf(listing, store, url),
  }
}

// A price of 0 is one that was not sent. Without the currency, an offer is invalid.
function offerOf(
  { price }: Described,
  { country }: Pick<KnownStore, 'country'>,
  url: string | undefined,
): object {
  const priceCurrency = currencyOf(country)
  if (price <= 0 || priceCurrency === undefined) return {}
  return { offers: { '@type': 'Offer', price, priceCurrency, ...(url && { url }) } }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*/s, '')
}

const scale = { bestRating: 5, worstRating: 1 }

function toReview(
  review: ReturnType<typeof showReview>,
  { anonymous, insider, incentivized }: Words,
  product: string,
) {
  const videos = videosOf(review, product)
  const marks = [review.insider && insider, review.incentivized && incentivized].filter(Boolean).join('. ')
  // What is left of a masked address is no name.
  const isNamed = /[\p{L}\p{N}]/u.test(review.display_name)
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: isNamed ? review.display_name.trim() : anonymous },
    datePublished: review.created_at,
    ...(saysSomething(review.title) && { name: review.title }),
    ...(saysSomething(review.body) && { reviewBody: review.body }),
    // schema.org has no property for them. A description is for people.
    ...(marks && { description: marks }),
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, ...scale },
    ...(videos.length > 0 && { video: videos }),
  }
}

// Google Search Central, "Video": name, thumbnailUrl and uploadDate are required. A video without one of them is left
// out.
function videosOf({ title, created_at, videos = [] }: ReturnType<typeof showReview>, product: string) {
  const name = saysSomething(title) ? title : product.trim()
  return videos.flatMap(({ url, poster, seconds }) =>
    name && poster
      ? {
          '@type': 'VideoObject',
          name,
          thumbnailUrl: poster,
          uploadDate: created_at,
          contentUrl: url,
          duration: `PT${seconds}S`,
        }
      : [],
  )
}

const saysSomething = (text: string) => text !== '' && !isOnlyMask(text)

// Escapes the characters that end a script element, begin a comment in it, or end a line in older JavaScript.
function forScriptElement(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}
