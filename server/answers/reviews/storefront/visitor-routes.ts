import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { ErrorName } from '../../../foundation/errors/codes.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { readErrors, storeKeySecurity } from '../../../tenants/admission/cached-read.ts'
import { reporting } from '../../moderation/reports/reporting.ts'
import { reviewContent } from '../reviews.ts'
import { vote, withdrawVote } from '../votes.ts'

const params = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The id of a published review' }),
})

const visitor = z
  .strictObject({
    visitor_id: text(64, 8).meta({ description: "A random id that the visitor's browser keeps" }),
  })
  .meta({ examples: [{ visitor_id: '0b9f7c1e5d3a4f6c8e2d1a0b9c8d7e6f' }] })

const errors: ErrorName[] = [...readErrors, 'body_too_large', 'review_unknown']

const common = { tags: ['Visitors'], security: storeKeySecurity, params }

/** POST /api/v1/reviews/:id/votes. Source: docs/reference/api.md, "Visitors". */
export function castVote(dependencies: Dependencies) {
  return voting(
    dependencies,
    vote,
    {
      operationId: 'castVote',
      summary: 'Find a review helpful',
      description: 'Counts once for a visitor and a day.',
    },
    'The vote counts',
  )
}

/** DELETE /api/v1/reviews/:id/votes. Source: docs/reference/api.md, "Visitors". */
export function deleteVote(dependencies: Dependencies) {
  return voting(
    dependencies,
    withdrawVote,
    {
      operationId: 'withdrawVote',
      summary: 'Take a vote back',
      description: "Takes back the visitor's latest vote; without one nothing happens.",
    },
    'The vote does not count',
  )
}

/** POST /api/v1/reviews/:id/reports. Source: docs/reference/api.md, "Visitors". */
export function sendReport(dependencies: Dependencies) {
  return reporting(dependencies, reviewContent, {
    operationId: 'reportReview',
    summary: 'Report a review',
    description: 'Tells the store that something is wrong with a review. It changes nothing by itself.',
  })
}

function voting(
  { database, clock, secrets }: Dependencies,
  act: typeof vote,
  what: { operationId: string; summary: string; description: string },
  done: string,
) {
  return endpoint({
    schema: {
      ...what,
      ...common,
      body: visitor,
      response: { 204: nothing(done), ...errorResponses(errors) },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { visitor_id } = request.body
      const cast = { reviewId: id, visitorId: visitor_id, at: new Date(clock()) }
      await database.transaction(tx => act(tx, secrets, request.store.store_id, cast))
      return reply.status(204).send()
    },
  })
}

function nothing(description: string) {
  return z.null().meta({ description })
}
