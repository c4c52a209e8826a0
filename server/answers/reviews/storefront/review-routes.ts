import { endpoint } from '../../../foundation/http/endpoint.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { type Reading, readErrors, storeKeySecurity } from '../../../tenants/admission/cached-read.ts'
import { answerReviews, reviews } from './answer-reviews.ts'
import { readReviewQuery, reviewQuery } from './review-query.ts'

/** GET /api/v1/reviews.json. Source: sections 2.6 and 4.4 of the specification. */
export function listReviews(reading: Reading) {
  return endpoint({
    schema: {
      operationId: 'listReviews',
      summary: 'Read reviews',
      description: 'A page of the published reviews of a product, or of all products of the store.',
      tags: ['Reads'],
      security: storeKeySecurity,
      querystring: reviewQuery,
      response: { 200: reviews, ...errorResponses([...readErrors]) },
    },
    handler: (request, reply) => answerReviews(reading, request, reply, readReviewQuery(request.query)),
  })
}
