import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ErrorName } from '../errors/codes.ts'
import { bodyErrors, commonErrors, errorResponses } from '../http/reference/api-docs.ts'
import { completeDocument } from '../http/reference/api-document.ts'
import { documentRoute, registerReference } from '../http/reference/reference.ts'

declare module 'fastify' {
  interface FastifyInstance {
    operatorApi: FastifyInstance['swagger']
  }
}

const address = '/operator/v1/'

/** Serves the reference of the operator API at /operator/docs, and its source /operator/openapi.json. */
export async function describeOperatorApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    decorator: 'operatorApi',
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Realword: the operator API',
        version,
        description:
          'Runs an installation of many stores: creates, limits, suspends and deletes them, and reads figures. ' +
          'It never reads a store’s reviews or buyers. Keys: `./realword operator-key create --name N`.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'Realword' },
      },
      components: {
        securitySchemes: {
          operatorKey: { type: 'http', scheme: 'bearer', description: 'A key of the operator API' },
        },
      },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const isShown = url.startsWith(address) && schema?.hide !== true
      const described = isShown ? describe(schema ?? {}, url, route.method) : { ...schema, hide: true }
      return jsonSchemaTransform({ schema: described, url, route, ...rest } as never)
    },
  })
  await registerReference(app, { address: '/operator/docs', document: '/operator/openapi.json' })
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

function describe(schema: FastifySchema, url: string, methods: string | string[]): FastifySchema {
  const method = [methods].flat()[0] ?? ''
  const isChange = !['GET', 'HEAD'].includes(method)
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
