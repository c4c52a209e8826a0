import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { bodyErrors, commonErrors, errorResponses } from '../../foundation/http/reference/api-docs.ts'
import { completeDocument } from '../../foundation/http/reference/api-document.ts'
import { type ApiRoute, documentRoute, registerApi } from '../../foundation/http/reference/reference.ts'
import type { Scope } from '../../tenants/stores/scopes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    managementApi: FastifyInstance['swagger']
  }
  interface FastifyContextConfig {
    /** Of a route of the management API: the scope that its key needs. */
    scope?: Scope
    /** Of a route of the management API: the errors that it answers beside those of all. */
    errors?: readonly ErrorName[]
  }
}

const address = '/manage/v1/'

/** The management API: its reference at /manage/docs and its document /manage/openapi.json. */
export async function describeManagementApi(
  app: FastifyInstance,
  version: string,
  counts: Counts,
): Promise<void> {
  await registerApi(app, {
    decorator: 'managementApi',
    title: 'Realword: the management API',
    version,
    description:
      'Reads and changes what belongs to one store, with a key of that store and the scopes that the key was given. ' +
      'Keys: Settings, Connection in the dashboard, or `./realword key create --type manage`.',
    securitySchemes: {
      manageKey: { type: 'http', scheme: 'bearer', description: 'A key of the type `manage`' },
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key' },
    },
    describe,
    reference: '/manage/docs',
    document: '/manage/openapi.json',
    counts,
  })
}

/** GET /manage/openapi.json */
export function managementOpenApiDocument() {
  return documentRoute(managementDocument)
}

/** The OpenAPI document of the management API. */
export function managementDocument(app: FastifyInstance) {
  return completeDocument(app.managementApi(), tag => tags[tag] ?? tag)
}

const tags: Record<string, string> = {
  Reviews: 'Reviews of every state, their moderation and replies',
  Questions: 'The same for questions',
  Products: 'The catalogue',
  Orders: 'Orders and their review requests',
  Insights: 'Figures of the store',
  Webhooks: 'Addresses that receive what happens in the store',
  Feeds: 'Files of reviews that other services fetch',
  Settings: 'The settings of the store',
  People: 'What is kept of a person',
}

const keyErrors = [
  'key_missing',
  'key_invalid',
  'store_inactive',
  'key_expired',
  'store_mismatch',
  'scope_missing',
] as const

const ifMatch = z.string().optional().meta({ description: 'The ETag of what is changed, as it was read' })

function withIfMatch(headers: unknown): z.ZodObject {
  return z.looseObject({ ...(headers as z.ZodObject | undefined)?.shape, 'if-match': ifMatch })
}

function describe(schema: FastifySchema, route: ApiRoute): FastifySchema | undefined {
  const { url, isChange } = route
  if (!url.startsWith(address)) return undefined
  const { scope, errors = [] } = route.config as { scope?: Scope; errors?: readonly ErrorName[] }
  const invalid: ErrorName[] =
    schema.body && isChange ? bodyErrors : schema.querystring ? ['body_invalid'] : []
  const [name = ''] = url.slice(address.length).split('/')
  const all: ErrorName[] = [...keyErrors, ...invalid, ...errors, 'requests_often', ...commonErrors]
  return {
    ...schema,
    ...(errors.includes('body_stale') && { headers: withIfMatch(schema.headers) }),
    description: [schema.description, `Scope: \`${scope}\`.`].filter(Boolean).join(' '),
    tags: schema.tags ?? [`${name.charAt(0).toUpperCase()}${name.slice(1)}`],
    security: [{ manageKey: [] }, { apiKey: [] }],
    response: { ...(schema.response as object), ...errorResponses([...new Set(all)]) },
  } as FastifySchema
}
