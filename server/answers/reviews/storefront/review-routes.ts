import { z } from 'zod'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { jsonPage } from '../../../foundation/http/pages/json-page.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../../tenants/admission/read-limits.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findProducts } from '../../../tenants/products/products.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { designOf, itemsPerPage, shownDesign } from '../../../tenants/stores/widget-design.ts'
import { showAnswers } from '../attributes/present.ts'
import { shownAnswer } from '../attributes/shown-schemas.ts'
import { readReviewPage } from './review-pages.ts'
import { readReviewQuery, reviewQuery } from './review-query.ts'
import { lengthOfReview, showReview } from './shown.ts'

const review = z
  .object({
    id: z.uuid(),
    display_name: z.string(),
    rating: z.int().min(1).max(5),
    body: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    verified_purchase: z.boolean(),
    is_recommended: z.boolean().meta({ description: 'False too when the buyer did not say' }),
    pictures: z.array(z.url()),
    reply: z
      .object({ body: z.string(), created_at: z.iso.datetime() })
      .nullable()
      .meta({ description: "The store's answer" }),
    votes: z.int().min(0).meta({ description: 'How many found it helpful' }),
    attributes: z.array(shownAnswer).optional(),
  })
  .meta({ title: 'Review' })

const reviews = z
  .object({
    result: z.array(review),
    count: z.number().int().meta({
      description: 'Of all pages; of a search in a whole store at most 1000, or 10000 on pages beyond those',
    }),
    meta: z.object({
      limit: z.number().int(),
      offset: z.number().int(),
      query: z.record(z.string(), z.unknown()).meta({ description: 'The filters in use' }),
      store_name: z.string().meta({ description: 'Who replies' }),
      write_url: z.url().optional().meta({
        description:
          'Where a review of the one product asked for can be written, if the store takes any without an order',
      }),
      design: shownDesign.optional(),
    }),
  })
  .meta({
    description: 'One page of published reviews',
    examples: [
      {
        result: [
          {
            id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11',
            display_name: 'Ana M.',
            rating: 5,
            body: 'Heats fast and does not leak.',
            title: 'Coffee as it should be',
            created_at: '2026-03-10T12:00:00.000Z',
            verified_purchase: true,
            is_recommended: true,
            pictures: [],
            reply: null,
            votes: 3,
          },
        ],
        count: 1,
        meta: { limit: 10, offset: 0, query: { product_sku: 'SKU-1' }, store_name: 'Casa da Serra' },
      },
    ],
  })

/** GET /api/v1/reviews.json. Source: sections 2.6 and 4.4 of the specification. */
export function listReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listReviews',
      summary: 'Read reviews',
      description:
        'A page of the published reviews of a product, or of the store. `attribute.fit=3` asks for those with this answer; it may be repeated, five times at most.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: reviewQuery,
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const byDesign = request.query.limit === 'design' && { limit: 'design' as const }
      const read = readReviewQuery(request.query)
      const withAnswers = request.query.expand?.split(',').includes('attributes') === true
      // Labels depend on it.
      const locale = withAnswers ? request.query.locale : read.locale
      const asked = { ...read, locale, withAnswers, ...byDesign }
      const { products, offset, filters } = asked
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: asked,
        tags: tagsOf(store_id, products),
        budget: budgetOf(asked),
        create: async store => {
          const limit = asked.limit === 'design' ? itemsPerPage(store) : asked.limit
          const productIds = await findProducts(reading.database.pipeline, store_id, products)
          const page = await readReviewPage(reading.database, store, { ...asked, limit, productIds })
          const publicUrl = reading.publicUrl()
          const result = await inSlices(page.reviews, lengthOfReview, found =>
            JSON.stringify({
              ...showReview(found, store, publicUrl),
              ...(withAnswers && {
                attributes: showAnswers(store.attributes, found.attributes, store, locale),
              }),
            }),
          )
          return jsonPage(result, {
            count: page.count,
            meta: {
              limit,
              offset,
              query: filters,
              store_name: store.name,
              ...writingOf(store, productIds, publicUrl),
              ...designOf(store),
            },
          })
        },
      })
    },
  })
}

// Several products may have the same SKU. The form reviews the first of them.
function writingOf(store: KnownStore, productIds: string[] | undefined, publicUrl: string) {
  const [product_id] = productIds ?? []
  if (!store.open_reviews || product_id === undefined) return {}
  const query = new URLSearchParams({ store_id: store.store_id, store_key: store.store_key, product_id })
  return { write_url: `${publicUrl}/write?${query}` }
}
