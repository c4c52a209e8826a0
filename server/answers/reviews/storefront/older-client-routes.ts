import { z } from 'zod'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import {
  namesProductOnce,
  productParameters,
  readProductFilter,
} from '../../../foundation/http/input/read-query.ts'
import { chooseLanguage } from '../../../foundation/http/language.ts'
import { jsonPage } from '../../../foundation/http/pages/json-page.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { inSlices } from '../../../foundation/lib/in-slices.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'
import { answerRead, type Reading, readErrors } from '../../../tenants/admission/cached-read.ts'
import { budgetOf } from '../../../tenants/admission/read-limits.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findProducts } from '../../../tenants/products/products.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { countStars, totalOf } from './ratings.ts'
import type { ShownReview } from './review-columns.ts'
import { readReviewPage } from './review-pages.ts'
import { filtersCombine, readReviewQuery, reviewParameters } from './review-query.ts'
import { averageOf, lengthOfReview, showWritten, smallOf } from './shown.ts'

// The reads of version 1.1.21 of the widget that shops of the field have embedded. It names a product by its SKU.

const review = z
  .object({
    id: z.uuid(),
    display_name: z.string().meta({
      description: 'With what readers must know of the author: works for the store, or got something for it',
    }),
    is_anonymous: z.boolean(),
    rating: z.int().min(1).max(5),
    body: z.string(),
    title: z.string(),
    created_at: z.iso.datetime(),
    verified_purchase: z.boolean(),
    is_recommended: z.boolean(),
    pictures: z.array(z.object({ id: z.string(), thumb: z.url(), big: z.url() })),
    reply: z.object({ body: z.string(), created_at: z.iso.datetime() }).nullable(),
    votes: z.int().min(0),
    insider: z.boolean().meta({ description: 'Whether the author works for the store' }),
    incentivized: z.boolean().meta({ description: 'Whether the author got something for it' }),
  })
  .meta({ title: 'ReviewOfVersion1' })

const reviews = z.object({ result: z.array(review), count: z.int().min(0) }).meta({
  description: 'One page of published reviews',
  examples: [{ result: [], count: 0 }],
})

const common = {
  tags: ['Reads'],
  deprecated: true,
  security: [{ webId: [] }, { webId: [], storeId: [] }],
}

/** GET /v1/reviews.json */
export function listReviewsAsBefore(reading: Reading) {
  return endpoint({
    schema: {
      ...common,
      operationId: 'listReviewsAsBefore',
      summary: 'Read reviews as version 1.1.21 of the widget does',
      description: 'The reviews of reviews.json, with pictures in two sizes. The store key suffices.',
      querystring: z.object(reviewParameters).check(namesProductOnce, filtersCombine),
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const asked = readReviewQuery(request.query)
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: asked,
        tags: tagsOf(store_id, asked.products),
        budget: budgetOf(asked),
        create: async store => {
          const productIds = await findProducts(reading.database.pipeline, store_id, asked.products)
          const page = await readReviewPage(reading.database, store, { ...asked, productIds })
          const publicUrl = reading.publicUrl()
          const { details } = textsIn('widgets', chooseLanguage(store.locale))
          const result = await inSlices(page.reviews, lengthOfReview, found =>
            JSON.stringify(showAsBefore(found, store, details, publicUrl)),
          )
          return jsonPage(result, { count: page.count })
        },
      })
    },
  })
}

const count = z.int().min(0)

const average = z.array(
  z.object({
    average: z.number().min(0).max(5),
    rating: z.object({ one: count, two: count, three: count, four: count, five: count }),
  }),
)

/** GET /v1/average.json */
export function readAverageAsBefore(reading: Reading) {
  return endpoint({
    schema: {
      ...common,
      operationId: 'readAverageAsBefore',
      summary: 'Read a rating as version 1.1.21 of the widget does',
      description: 'The rating of a product, or of the store, as the only element of an array.',
      querystring: z.object(productParameters(1)).check(namesProductOnce),
      response: {
        200: average.meta({
          description: 'Empty while there are no reviews',
          examples: [[{ average: 4.67, rating: { one: 0, two: 0, three: 0, four: 1, five: 2 } }]],
        }),
        ...errorResponses([...readErrors]),
      },
    },
    handler: async (request, reply) => {
      const products = readProductFilter(request.query)
      const { store_id } = request.store
      const { pipeline } = reading.database
      return await answerRead(reading, request, reply, {
        query: products ?? {},
        tags: tagsOf(store_id, products),
        create: async () => {
          const productIds = await findProducts(pipeline, store_id, products)
          const { one, two, three, four, five } = await countStars(pipeline, store_id, productIds)
          const rating = { one, two, three, four, five }
          return JSON.stringify(totalOf(rating) > 0 ? [{ average: averageOf(rating), rating }] : [])
        },
      })
    },
  })
}

/**
 * That widget displays the fields of its time and no other, so what readers must know of the author is part of the name,
 * in the store's language.
 */
function showAsBefore(
  found: ShownReview,
  store: KnownStore,
  words: Record<'insider' | 'incentivized', string>,
  publicUrl: string,
): z.input<typeof review> {
  const shown = showWritten(found, store, publicUrl)
  const insider = found.insider === true
  const incentivized = found.incentivized === true
  const marks = [insider && words.insider, incentivized && words.incentivized].filter(Boolean)
  const display_name =
    marks.length === 0
      ? shown.display_name
      : [shown.display_name.trim(), ...marks].filter(Boolean).join(' · ')
  const pictures = shown.pictures.map((big, index) => ({
    id: `${shown.id}-${index}`,
    thumb: smallOf(big),
    big,
  }))
  return { ...shown, display_name, is_anonymous: display_name.trim() === '', pictures, insider, incentivized }
}
