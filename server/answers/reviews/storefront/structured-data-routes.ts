import { z } from 'zod'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import {
  namesProduct,
  namesProductOnce,
  productParameters,
  readProductFilter,
  wholeNumber,
} from '../../../foundation/http/input/read-query.ts'
import { chooseLanguage } from '../../../foundation/http/language.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findListing, findProducts } from '../../../tenants/products/products.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { countStars, readRatings, totalOf } from './ratings.ts'
import { readReviewPage } from './review-pages.ts'
import { lengthOfReview, showReview } from './shown.ts'
import { describeProduct, structuredData } from './structured-data.ts'

const query = z
  .object({
    ...productParameters(1),
    limit: wholeNumber(0, 20, 10).describe('How many of the newest reviews stand in it'),
    node_id: text(2048)
      .optional()
      .describe(
        "The @id of the shop's own Product on the page, which then describes it; only the rating is added",
      ),
  })
  .check(namesProductOnce)
  .check(namesProduct)

/** GET /api/v1/structured-data.json */
export function readStructuredData(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'getStructuredData',
      summary: 'Read structured data',
      description:
        'JSON-LD for search engines, to be put as it is into a script element of the type application/ld+json. ' +
        'An empty object while the product has no reviews.',
      tags: ['Reads'],
      produces: ['application/ld+json'],
      security: storeKeySecurity,
      querystring: query,
      response: {
        200: z.looseObject({}).meta({
          description: 'A Product of schema.org, or {}',
          examples: [
            {
              '@context': 'https://schema.org',
              '@type': 'Product',
              '@id': 'https://shop.example/p/moka#product',
              name: 'Moka pot, 6 cups',
              sku: 'SKU-1',
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: 4.67,
                reviewCount: 3,
                ratingCount: 3,
                bestRating: 5,
                worstRating: 1,
              },
            },
          ],
        }),
        ...errorResponses([...readErrors]),
      },
    },
    handler: async (request, reply) => {
      const asked = request.query
      const products = readProductFilter(asked)
      const limit = Number(asked.limit ?? 10)
      const nodeId = asked.node_id ?? null
      const { store } = request
      return await answerRead(reading, request, reply, {
        query: [products, limit, nodeId],
        tags: tagsOf(store.store_id, products),
        contentType: 'application/ld+json; charset=utf-8',
        create: store => describe(reading, store, products, limit, nodeId),
      })
    },
  })
}

// Products with the same SKU are variants of one product. Their reviews count together, under the name of the variant
// with the most reviews.
async function describe(
  { database, publicUrl }: Reading,
  store: KnownStore,
  products: ReturnType<typeof readProductFilter>,
  limit: number,
  nodeId: string | null,
): Promise<string> {
  const { pipeline } = database
  const { summaries } = await readRatings(pipeline, store.store_id, products, { limit: 100, offset: 0 })
  const [most] = [...summaries].sort((a, b) => totalOf(b) - totalOf(a))
  if (!most) return '{}'
  const productIds = await findProducts(pipeline, store.store_id, products)
  const [listing, stars, page] = await Promise.all([
    findListing(pipeline, store.store_id, most.product_id),
    // Variants may share reviews, which must not be counted twice.
    summaries.length === 1 ? most : countStars(pipeline, store.store_id, productIds),
    limit === 0
      ? { reviews: [] }
      : readReviewPage(database, store, {
          productIds,
          ratings: [1, 2, 3, 4, 5],
          order: 'most_recent',
          terms: '',
          limit,
          offset: 0,
        }),
  ])
  const base = publicUrl()
  const language = chooseLanguage(store.locale)
  const { details } = textsIn('widgets', language)
  if (!listing) return '{}'
  return structuredData(
    describeProduct({ ...listing, product_id: most.product_id }, store, nodeId),
    { ...most, ...stars },
    {
      anonymous: textsIn('html', language).anonymous,
      insider: details.insider,
      incentivized: details.incentivized,
      name: listing.name,
    },
    await inSlices(page.reviews, lengthOfReview, review => showReview(review, store, base)),
  )
}
