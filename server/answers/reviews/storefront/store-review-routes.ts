import { endpoint } from '../../../foundation/http/endpoint.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { type Reading, readErrors, storeKeySecurity } from '../../../tenants/admission/cached-read.ts'
import { answerReviews, reviews } from './answer-reviews.ts'
import { readStoreReviewQuery, storeReviewQuery } from './review-query.ts'

/** GET /api/v1/store-reviews.json */
export function listStoreReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listStoreReviews',
      summary: 'Read reviews of the store itself',
      description: 'A page of the published reviews of the store itself, without those of products.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: storeReviewQuery,
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: (request, reply) => answerReviews(reading, request, reply, readStoreReviewQuery(request.query)),
  })
}
