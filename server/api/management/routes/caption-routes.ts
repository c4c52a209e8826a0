import { z } from 'zod'
import { sentCaptions } from '../../../answers/reviews/caption-schemas.ts'
import { removeCaptions, setCaptions } from '../../../answers/reviews/captions.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { byProgram } from '../by-program.ts'
import { idPath } from '../content-schemas.ts'
import { withEtag } from '../etags.ts'
import { review } from '../review-schemas.ts'
import type { contentRoutes } from '../routes-of-content.ts'

const captionsPath = idPath.extend({
  language: z.string().meta({ description: 'A language tag', examples: ['pt-BR'] }),
})

/** PUT and DELETE /manage/v1/reviews/{id}/captions/{language} */
export function captionsOfReview(
  { database, pictures, clock }: Dependencies,
  { change }: Pick<ReturnType<typeof contentRoutes<typeof review>>, 'change'>,
) {
  return {
    set: endpoint({
      schema: {
        operationId: 'setReviewCaptions',
        summary: 'Set the captions of a video in one language',
        description: 'A WebVTT file as text. It replaces the captions in the same language.',
        params: captionsPath,
        body: sentCaptions,
        response: { 200: review },
      },
      config: { errors: ['review_unknown', 'video_missing', 'storage_limit', 'body_stale'] },
      handler: async (request, reply) => {
        const { storeId } = request.apiKey
        const { id: reviewId, language } = request.params
        const sent = { reviewId, language, ...request.body }
        const by = byProgram(clock)
        const within = change(request)
        return withEtag(reply, await setCaptions(database, pictures, storeId, sent, by, within))
      },
    }),
    remove: endpoint({
      schema: {
        operationId: 'removeReviewCaptions',
        summary: 'Remove the captions of a video in one language',
        params: captionsPath,
        response: { 200: review },
      },
      config: { errors: ['body_invalid', 'review_unknown', 'body_stale'] },
      handler: async (request, reply) => {
        const { storeId } = request.apiKey
        const { id: reviewId, language } = request.params
        const by = byProgram(clock)
        const within = change(request)
        return withEtag(
          reply,
          await removeCaptions(database, pictures, storeId, { reviewId, language }, by, within),
        )
      },
    }),
  }
}
