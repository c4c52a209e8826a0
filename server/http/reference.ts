import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/**
 * The interactive reference at /docs and what it reads, /openapi.json: made from the schemas that validate.
 * Everything is served from here; fonts, proxy and telemetry of outside hosts are switched off.
 */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Realword',
        version,
        description: 'Reviews, ratings and product questions for online stores.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'An API key of the type `orders`',
          },
          storeKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: 'The public key of a store (older name: X-Web-Id)',
          },
          storeKeyQuery: { type: 'apiKey', in: 'query', name: 'store_key', description: 'The same' },
          storeIdQuery: { type: 'apiKey', in: 'query', name: 'store_id', description: 'The id of the store' },
          storeId: { type: 'apiKey', in: 'header', name: 'X-Store-Id', description: 'The id of its store' },
        },
      },
    },
    transform: ({ schema, url, ...rest }) =>
      jsonSchemaTransform({
        schema: { ...schema, ...(url.startsWith('/admin') && { hide: true }) },
        url,
        ...rest,
      } as never),
  })
  await registerReference(app, { address: '/docs', document: '/openapi.json' })
}

/** An interactive reference at `address` of the OpenAPI document at `document`. */
export async function registerReference(
  app: FastifyInstance,
  { address, document }: { address: `/${string}`; document: string },
): Promise<void> {
  await app.register(scalar, {
    routePrefix: address,
    logLevel: 'silent',
    configuration: {
      url: document,
      withDefaultFonts: false,
      proxyUrl: '',
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never', // would share and deploy at its maker's
      mcp: { disabled: true },
      defaultOpenAllTags: true,
      agent: { disabled: true },
    },
  })
}

/** GET /openapi.json */
export function openApiDocument() {
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(request.server.swagger())),
  }
}
