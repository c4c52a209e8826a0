import { z } from 'zod'
import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag } from '../../../foundation/http/input/fields.ts'
import {
  listed,
  namesProductOnce,
  oneOf,
  type ProductFilter,
  productParameters,
  readProductFilter,
  someOf,
  wholeNumber,
} from '../../../foundation/http/input/read-query.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { deepFrom } from '../../../tenants/admission/read-limits.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'
import { designOf, shownDesign } from '../../../tenants/stores/widget-design.ts'
import { showAnswerSums } from '../attributes/present.ts'
import { shownAnswers } from '../attributes/shown-schemas.ts'
import { readAnswerSums } from '../attributes/sums.ts'
import { type RatingSummary, readRatings, readStoreSummary } from './ratings.ts'
import { ofStoreItself } from './review-query.ts'
import { showRating } from './shown.ts'

const expand = oneOf(['metrics']).describe('metrics: recommendations, and how the stars are spread')

const query = z
  .object({
    ...productParameters(100),
    expand: someOf(['metrics', 'attributes']).describe(
      "metrics: recommendations, and how the stars are spread; attributes: answers to the store's own questions, of at most 100 products a page",
    ),
    locale: languageTag
      .optional()
      .describe('The language of the labels, if it is another one than the store’s'),
    limit: wholeNumber(1, 10_000, 10_000),
    offset: wholeNumber(0, 2_147_483_647, 0),
  })
  .check(namesProductOnce)

const count = z.int().min(0)

const rating = z.object({
  sku: z.string(),
  product_id: z.string(),
  average: z.number().min(0).max(5).meta({ description: '0 to 5, at most two decimals' }),
  total: count,
  recommended: count.optional(),
  not_recommended: count.optional(),
  recommended_percentage: count.optional().meta({ description: 'Of those who answered' }),
  rate: z.object({ one: count, two: count, three: count, four: count, five: count }).optional(),
})

const meta = z.object({ design: shownDesign }).optional()

const ratings = z
  .object({
    result: z.array(
      rating.extend({ attributes: z.array(shownAnswers).optional() }).meta({ title: 'Rating' }),
    ),
    count: count.meta({ description: 'Of all that the question matches' }),
    meta,
  })
  .meta({
    description: 'By product id. Products without reviews are left out.',
    examples: [
      {
        result: [
          {
            sku: 'SKU-1',
            product_id: 'P-1',
            average: 4.67,
            total: 3,
            recommended: 2,
            not_recommended: 0,
            recommended_percentage: 100,
            rate: { one: 0, two: 0, three: 0, four: 1, five: 2 },
          },
        ],
        count: 1,
      },
    ],
  })

/** GET /api/v1/ratings.json. Source: sections 2.7 and 4.3 of the specification. */
export function listRatings(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listRatings',
      summary: 'Read ratings',
      description: 'Average and number of the published reviews, of up to 100 products or of all.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: query,
      response: { 200: ratings, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const asked = request.query
      const products = readProductFilter(asked)
      const page = { limit: Number(asked.limit ?? 10_000), offset: Number(asked.offset ?? 0) }
      const expanded = listed(asked.expand)
      const withMetrics = expanded.includes('metrics')
      const withAnswers = expanded.includes('attributes')
      if (withAnswers) page.limit = Math.min(page.limit, mostWithAnswers)
      const locale = withAnswers ? asked.locale : undefined
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: [products, page, withMetrics, withAnswers, locale],
        tags: tagsOf(store_id, products),
        budget: budgetOfRatings(products, page),
        create: async store => {
          const { pipeline } = reading.database
          const { summaries, count } = await readRatings(
            pipeline,
            store_id,
            products,
            page,
            withAnswers && hasQuestions(store),
          )
          const answers = withAnswers ? await answersOf(pipeline, store, summaries, locale) : undefined
          const result = summaries.map(summary => ({
            ...showRating(summary, withMetrics),
            ...(answers && { attributes: answers(summary) }),
          }))
          const meta = designOf(store)
          return JSON.stringify({ result, count, ...(meta.design && { meta }) })
        },
      })
    },
  })
}

const hasQuestions = ({ attributes }: KnownStore) => attributes.some(attribute => attribute.public)

// A store without questions costs no query, and products without a group have brought their counts along.
async function answersOf(
  pipeline: Pipeline,
  store: KnownStore,
  summaries: RatingSummary[],
  locale: string | undefined,
) {
  const others = hasQuestions(store) ? summaries.filter(({ answers }) => !answers) : []
  const ids = others.map(({ product_id }) => product_id)
  const sums = ids.length > 0 ? await readAnswerSums(pipeline, store.store_id, ids) : undefined
  return ({ product_id, answers }: RatingSummary) =>
    showAnswerSums(store.attributes, answers ?? sums?.get(product_id) ?? [], store, locale)
}

const storeRating = rating.extend({ meta }).meta({
  title: 'StoreRating',
  description:
    'Without reviews, the average and all numbers are 0. No product: sku and product_id are empty.',
  examples: [{ sku: '', product_id: '', average: 4.67, total: 3 }],
})

/** GET /api/v1/store-rating.json */
export function readStoreRating(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'getStoreRating',
      summary: 'Read the rating of the store itself',
      description:
        'Average and number of the published reviews of the store itself, without those of products.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: z.object({ expand }),
      response: { 200: storeRating, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const withMetrics = request.query.expand === 'metrics'
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: withMetrics,
        tags: tagsOf(store_id, ofStoreItself),
        create: async store => {
          const summary = await readStoreSummary(reading.database.pipeline, store_id)
          const meta = designOf(store)
          return JSON.stringify({ ...showRating(summary, withMetrics), ...(meta.design && { meta }) })
        },
      })
    },
  })
}

// The ratings of a whole store can be a megabyte.
function budgetOfRatings(products: ProductFilter, { limit, offset }: { limit: number; offset: number }) {
  if (offset > deepFrom) return 'deep'
  return products === undefined && limit > mostPlain ? 'lists' : 'reads'
}

const mostPlain = 1_000 // ratings
const mostWithAnswers = 100 // ratings
