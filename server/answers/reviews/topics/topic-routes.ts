import { z } from 'zod'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import {
  namesProduct,
  namesProductOnce,
  productParameters,
  readProductFilter,
} from '../../../foundation/http/input/read-query.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import {
  answerRead,
  type Reading,
  readErrors,
  storeKeySecurity,
} from '../../../tenants/admission/cached-read.ts'
import { tagsOf } from '../../../tenants/products/invalidation.ts'
import { findProducts } from '../../../tenants/products/products.ts'
import { readTopics } from './topics.ts'

const query = z.object(productParameters(1)).check(namesProductOnce, namesProduct)

const topics = z
  .object({
    result: z
      .array(
        z
          .object({
            topic: z
              .string()
              .meta({ description: 'As most people wrote it. Send it as `terms` of reviews.json' }),
            count: z.int().min(0).meta({ description: 'Of the newest 1,000 reviews' }),
          })
          .meta({ title: 'Topic' }),
      )
      .max(8),
  })
  .meta({
    description: 'The most frequent first. Empty while nothing is mentioned often',
    examples: [{ result: [{ topic: 'easy to clean', count: 12 }] }],
  })

/** GET /api/v1/topics.json */
export function listTopics(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listTopics',
      summary: 'Read what the reviews of a product often mention',
      description:
        'Words and pairs of words in at least three reviews and in 5 % of them, whatever their stars: at most eight.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: query,
      response: { 200: topics, ...errorResponses([...readErrors]) },
    },
    handler: async (request, reply) => {
      const products = readProductFilter(request.query)
      const { store_id } = request.store
      return await answerRead(reading, request, reply, {
        query: products,
        tags: tagsOf(store_id, products),
        budget: 'searches',
        create: async store => {
          const productIds = (await findProducts(reading.database.pipeline, store_id, products)) ?? []
          const result = productIds.length === 0 ? [] : await readTopics(reading.database, store, productIds)
          return JSON.stringify({ result })
        },
      })
    },
  })
}
