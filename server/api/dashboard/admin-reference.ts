import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { bodyErrors, commonErrors, errorResponses } from '../../foundation/http/reference/api-docs.ts'
import { completeDocument } from '../../foundation/http/reference/api-document.ts'
import { type ApiRoute, documentRoute, registerApi } from '../../foundation/http/reference/reference.ts'

declare module 'fastify' {
  interface FastifyInstance {
    adminApi: FastifyInstance['swagger']
  }
}

const pageHeader = z.object({
  'x-realword-page': z.string().meta({ description: 'Any value: no form of another site can send it' }),
})

/**
 * The API of the dashboard: its reference at /admin/docs and its document /admin/openapi.json. The document adds what the
 * guards of each group require and answer, so that routes describe only their own.
 */
export async function describeAdminApi(app: FastifyInstance, version: string, counts: Counts): Promise<void> {
  await registerApi(app, {
    decorator: 'adminApi',
    title: 'Realword: the API of the dashboard',
    version,
    description:
      'What the dashboard does, a program can do: sign in, keep the cookie, and send the header `X-Realword-Page` with every change. ' +
      'It moves with the dashboard and promises less than the public API at [/docs](/docs).',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-realword.session_token',
        description:
          'Given by `POST /admin/api/session`. Over plain http on this machine: `realword.session_token`',
      },
    },
    describe,
    reference: '/admin/docs',
    document: '/admin/openapi.json',
    counts,
  })
}

/** GET /admin/openapi.json */
export function adminOpenApiDocument() {
  return documentRoute(adminDocument)
}

/** The OpenAPI document of the dashboard's API. */
export function adminDocument(app: FastifyInstance) {
  return completeDocument(app.adminApi(), tag =>
    tag.startsWith('Store: ') ? `Addresses of one store: ${tag.slice(7)}` : `Addresses of the user: ${tag}`,
  )
}

function describe(schema: FastifySchema, { url, isChange, config }: ApiRoute): FastifySchema | undefined {
  if (!url.startsWith('/admin/api/')) return undefined
  const { who = '', signedIn = false } = config as { who?: string; signedIn?: boolean }
  const [, storeNoun, noun] = /^\/admin\/api\/(?:stores\/:storeId\/([a-z-]+)|([a-z-]+))/.exec(url) ?? []
  const errors: ErrorName[] = [
    ...(isChange ? (['page_foreign', ...bodyErrors] as const) : []),
    ...(!isChange && schema.querystring ? (['body_invalid'] as const) : []),
    ...(signedIn ? (['session_missing'] as const) : []),
    ...(url.includes(':storeId') ? (['store_unknown'] as const) : []),
    ...(storeNoun ? (['role_missing'] as const) : []),
    ...(storeNoun && isChange ? (['store_suspended'] as const) : []),
    ...commonErrors,
  ]
  return {
    ...schema,
    tags: [storeNoun ? `Store: ${storeNoun}` : `${noun}`],
    description: [schema.description, `Who may: ${who}.`].filter(Boolean).join('\n\n'),
    ...(isChange && { headers: pageHeader }),
    ...(signedIn && { security: [{ session: [] }] }),
    response: {
      ...(schema.response ?? { 204: z.undefined().meta({ description: 'Done' }) }),
      ...errorResponses(errors),
    },
  } as FastifySchema
}
