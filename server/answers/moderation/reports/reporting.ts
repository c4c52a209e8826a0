import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { endpoint } from '../../../foundation/http/endpoint.ts'
import { languageTag, oneOf, text } from '../../../foundation/http/input/fields.ts'
import { errorResponses } from '../../../foundation/http/reference/api-docs.ts'
import { networkHash } from '../../../foundation/visitors/network.ts'
import { readErrors, storeKeySecurity } from '../../../tenants/admission/cached-read.ts'
import type { Content, ContentKind } from '../content/content-kind.ts'
import { reportContent, reportReasons } from './reports.ts'

const report = z
  .strictObject({
    reason: oneOf(reportReasons),
    text: text(2_000).default('').meta({ description: "What is wrong, in the visitor's words" }),
    email: text(254).default('').meta({
      description:
        'Gets a receipt, one within a day, and the decision with its reason. The report loses it then',
    }),
    language: languageTag
      .optional()
      .meta({ description: "The language of these emails, as a language tag; by default the store's" }),
  })
  .meta({ examples: [{ reason: 'private_data', text: 'It shows a phone number.' }] })

type Described = { operationId: string; summary: string; description: string }

/** POST /api/v1/…/:id/reports of a kind of content. Source: docs/reference/api.md, "Visitors". */
export function reporting<Item extends Content>(
  { database, clock, secrets }: Dependencies,
  kind: ContentKind<Item>,
  described: Described,
) {
  return endpoint({
    schema: {
      ...described,
      ...{ tags: ['Visitors'], security: storeKeySecurity },
      params: z.object({
        id: z.string().meta({ format: 'uuid', description: `The id of a published ${kind.name}` }),
      }),
      body: report,
      response: {
        204: z.null().meta({ description: 'The report is kept' }),
        ...errorResponses([...readErrors, 'body_too_large', `${kind.name}_unknown`]),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const { store_id, locale } = request.store
      const { reason, text, email, language } = request.body
      const network = networkHash(secrets.current, store_id, request.ip)
      const reporter = email ? { email, language: language ?? locale, network } : undefined
      const given = { reason, text, at: new Date(clock()), reporter }
      await database.transaction(tx => reportContent(tx, secrets, store_id, kind, id, given))
      return reply.status(204).send()
    },
  })
}
