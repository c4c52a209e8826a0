import { z } from 'zod'
import { sentCaptions } from '../../../answers/reviews/caption-schemas.ts'
import { removeCaptions, setCaptions } from '../../../answers/reviews/captions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { storeItemPath } from '../../../foundation/http/input/paths.ts'
import { byOf } from '../../../tenants/accounts/actors.ts'

const captionsPath = storeItemPath.extend({
  language: z.string().meta({ description: 'A language tag', examples: ['pt-BR'] }),
})

/** PUT /admin/api/stores/{store_id}/reviews/{id}/captions/{language}: sets the captions of its video. */
export function setVideoCaptions({ database, pictures, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'setReviewCaptions',
      summary: 'Set the captions of a video in one language',
      params: captionsPath,
      body: sentCaptions,
    },
    handler: async ({ params, body, user }, reply) => {
      const { storeId, id: reviewId, language } = params
      const sent = { reviewId, language, ...body }
      await setCaptions(database, pictures, storeId, sent, byOf(user, clock), database.transaction)
      return reply.status(204).send()
    },
  })
}

/** DELETE /admin/api/stores/{store_id}/reviews/{id}/captions/{language} */
export function removeVideoCaptions({ database, pictures, clock }: Dependencies) {
  return endpoint({
    schema: {
      operationId: 'removeReviewCaptions',
      summary: 'Remove the captions of a video in one language',
      params: captionsPath,
    },
    handler: async ({ params, user }, reply) => {
      const { storeId, id: reviewId, language } = params
      const named = { reviewId, language }
      await removeCaptions(database, pictures, storeId, named, byOf(user, clock), database.transaction)
      return reply.status(204).send()
    },
  })
}
