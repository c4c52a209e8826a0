import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { egressOf } from '../../../foundation/http/egress.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag } from '../../../foundation/http/input/fields.ts'
import { languageFor } from '../../../foundation/http/language.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { readErrors, storeKeySecurity } from '../../../tenants/admission/cached-read.ts'
import { type Translation, translateReview } from './translate.ts'

const shownTranslation = z
  .object({
    review_id: z.uuid(),
    language: z.string(),
    title: z.string(),
    body: z.string(),
    reply: z.string().nullable().meta({ description: "The store's answer" }),
    translated_by: z.literal('machine').meta({ description: 'To be shown with the translation' }),
    model: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({
    title: 'ReviewTranslation',
    examples: [
      {
        review_id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11',
        language: 'de',
        title: 'Kaffee, wie er sein soll',
        body: 'Wird schnell heiß und tropft nicht.',
        reply: null,
        translated_by: 'machine',
        model: 'gpt-5-mini',
        created_at: '2026-11-28T12:00:00.000Z',
      },
    ],
  })

/** POST /api/v1/reviews/:id/translations. Source: docs/reference/api.md, "Visitors". */
export function translate({ database, clock, secrets, config, allowedNetworks }: Dependencies) {
  const running = new Map<string, Promise<Translation>>()
  return endpoint({
    schema: {
      operationId: 'translateReview',
      summary: 'Read a review in another language',
      description:
        "Translates a published review by the store's language model, if the store has switched it on. A translation is kept until the review changes.",
      tags: ['Visitors'],
      security: storeKeySecurity,
      params: z.object({
        id: z.string().meta({ format: 'uuid', description: 'The id of a published review' }),
      }),
      body: z
        .strictObject({
          locale: languageTag.describe('A language tag: the nearest of our languages is used'),
        })
        .meta({ examples: [{ locale: 'de' }] }),
      response: {
        200: shownTranslation,
        ...errorResponses([
          ...readErrors,
          'body_too_large',
          'review_unknown',
          'translation_off',
          'translation_failed',
          'too_many',
        ]),
      },
    },
    handler: async (request, reply) => {
      const { store } = request
      const { id } = request.params
      const language = languageFor(store, request.body.locale)
      // Two visitors who ask for the same share its price.
      const key = `${store.store_id} ${id} ${language}`
      const asked =
        running.get(key) ??
        translateReview(
          { database, clock, secrets, ...egressOf(config, allowedNetworks) },
          store,
          id,
          language,
        ).finally(() => running.delete(key))
      running.set(key, asked)
      const { made_at, ...translation } = await asked
      return reply.send({
        ...{ review_id: id, ...translation },
        ...{ translated_by: 'machine' as const, created_at: made_at.toISOString() },
      })
    },
  })
}
