import type { Listing } from '../../products/products.ts'
import { type RatingSummary, totalOf } from './ratings.ts'
import { averageOf, type showReview } from './shown.ts'

/**
 * JSON-LD of a product and its rating for search engines, escaped for a script element. Returns `{}` without reviews,
 * because search engines reject an empty rating. Source: schema.org/Product, and Google Search Central, "Product
 * snippet": name; aggregateRating with ratingValue and reviewCount; review with author and reviewRating.
 */
export function structuredData(
  listing: Listing | undefined,
  summary: RatingSummary,
  reviews: ReturnType<typeof showReview>[],
): string {
  const total = totalOf(summary)
  if (total === 0 || !listing) return '{}'
  const { name, sku, gtin, mpn, url, pictures } = listing
  const images = pictures.filter(isWebAddress)
  // Search engines want the name of a person. What is left of a masked address is none.
  const named = reviews.filter(({ display_name }) => /[\p{L}\p{N}]/u.test(display_name))
  return forScriptElement({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: name.trim() || sku || summary.product_id,
    ...(sku && { sku }),
    // An invalid code would make search engines reject the whole object.
    ...(gtin && /^(\d{8}|\d{12,14})$/.test(gtin) && { gtin }),
    ...(mpn && { mpn }),
    ...(isWebAddress(url) && { url }),
    ...(images.length > 0 && { image: images }),
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: averageOf(summary),
      reviewCount: total,
      ratingCount: total,
      ...scale,
    },
    ...(named.length > 0 && { review: named.map(toReview) }),
  })
}

const scale = { bestRating: 5, worstRating: 1 }

function toReview(review: ReturnType<typeof showReview>) {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: review.display_name.trim() },
    datePublished: review.created_at,
    ...(review.title && { name: review.title }),
    ...(review.body && { reviewBody: review.body }),
    reviewRating: { '@type': 'Rating', ratingValue: review.rating, ...scale },
  }
}

// Escapes the characters that end a script element, begin a comment in it, or end a line in older JavaScript.
function forScriptElement(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
