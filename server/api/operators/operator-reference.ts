import type { FastifyInstance, FastifySchema } from 'fastify'
import type { ErrorName } from '../../foundation/errors/codes.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { bodyErrors, commonErrors, errorResponses } from '../../foundation/http/reference/api-docs.ts'
import { completeDocument } from '../../foundation/http/reference/api-document.ts'
import { type ApiRoute, documentRoute, registerApi } from '../../foundation/http/reference/reference.ts'

declare module 'fastify' {
  interface FastifyInstance {
    operatorApi: FastifyInstance['swagger']
  }
}

const address = '/operator/v1/'

/** The operator API: its reference at /operator/docs and its document /operator/openapi.json. */
export async function describeOperatorApi(
  app: FastifyInstance,
  version: string,
  counts: Counts,
): Promise<void> {
  await registerApi(app, {
    decorator: 'operatorApi',
    title: 'Realword: the operator API',
    version,
    description:
      'Runs an installation of many stores: creates, limits, suspends and deletes them, and reads figures. ' +
      'It never reads a store’s reviews or buyers. Keys: `./realword operator-key create --name N`.',
    securitySchemes: {
      operatorKey: { type: 'http', scheme: 'bearer', description: 'A key of the operator API' },
    },
    describe,
    reference: '/operator/docs',
    document: '/operator/openapi.json',
    counts,
  })
}

/** GET /operator/openapi.json */
export function operatorOpenApiDocument() {
  return documentRoute(operatorDocument)
}

/** The OpenAPI document of the operator API. */
export function operatorDocument(app: FastifyInstance) {
  return completeDocument(app.operatorApi(), tag => tags[tag] ?? tag)
}

const tags: Record<string, string> = {
  Stores: 'The stores of the installation',
  Installation: 'Figures and health of the installation, and what operators changed',
}

function describe(schema: FastifySchema, { url, method, isChange }: ApiRoute): FastifySchema | undefined {
  if (!url.startsWith(address)) return undefined
  const isOfStore = url.includes(':storeId')
  const errors: ErrorName[] = [
    ...(isChange ? bodyErrors : schema.querystring ? (['body_invalid'] as const) : []),
    ...(['key_missing', 'key_invalid', 'key_expired'] as const),
    ...(isOfStore ? (['store_unknown'] as const) : []),
    ...(isOfStore && isChange ? (['store_deleted'] as const) : []),
    ...(method === 'POST' ? (['request_repeated', 'request_differs'] as const) : []),
    ...(['too_many'] as const),
    ...commonErrors,
  ]
  return {
    ...schema,
    tags: [url.startsWith(`${address}stores`) ? 'Stores' : 'Installation'],
    security: [{ operatorKey: [] }],
    response: { ...(schema.response as object), ...errorResponses([...new Set(errors)]) },
  } as FastifySchema
}
