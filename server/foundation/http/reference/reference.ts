import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Counts } from '../limits/counts.ts'
import { limitPerNetwork } from '../limits/visitor-limits.ts'
import { type BuiltFile, makeBuiltFile, sendBuiltFile } from '../pages/built-files.ts'
import { completeDocument } from './api-document.ts'

/** One of the service's APIs: what its document says, and where it is served. */
type Api = {
  /** The name of its document on the app. */
  decorator: 'swagger' | 'adminApi' | 'managementApi' | 'operatorApi'
  title: string
  version: string
  description: string
  securitySchemes: Record<string, object>
  /** A route's schema with what the document adds; undefined for routes of other APIs. */
  describe: (schema: FastifySchema, route: ApiRoute) => FastifySchema | undefined
  /** The address of the interactive reference. */
  reference: `/${string}`
  /** The address of the OpenAPI document. */
  document: string
  /** Counts the downloads of its script. */
  counts: Counts
}

export type ApiRoute = { url: string; method: string; isChange: boolean; config: unknown }

/**
 * Serves an OpenAPI document, made from the schemas that validate requests, and its interactive reference. All files of
 * the reference are served from here; fonts, proxy and telemetry of other hosts are switched off.
 */
export async function registerApi(
  app: FastifyInstance,
  { decorator, title, version, description, securitySchemes, describe, reference, document, counts }: Api,
): Promise<void> {
  await app.register(swagger, {
    decorator,
    openapi: {
      openapi: '3.1.0',
      info: {
        title,
        version,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'Realword' },
      },
      components: { securitySchemes: securitySchemes as never },
    },
    transform: ({ schema = {}, url, route, ...rest }) => {
      const [method = ''] = [route.method].flat()
      const isChange = !['GET', 'HEAD'].includes(method)
      const described = schema.hide
        ? undefined
        : describe(schema, { url, method, isChange, config: route.config })
      return jsonSchemaTransform({
        schema: described ?? { ...schema, hide: true },
        url,
        route,
        ...rest,
      } as never)
    },
  })
  await app.register(async scope => {
    compressScript(scope, limitPerNetwork(counts, `scripts of ${reference}`, mostScripts))
    await registerScalar(scope, reference, document)
  })
}

/** The public API: its reference at /docs and its document /openapi.json. */
export async function describeApi(app: FastifyInstance, version: string, counts: Counts): Promise<void> {
  await registerApi(app, {
    decorator: 'swagger',
    title: 'Realword',
    version,
    description: 'Reviews, ratings and product questions for online stores.',
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key of the type `orders`',
      },
      storeKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'The public key of a store' },
      webId: { type: 'apiKey', in: 'header', name: 'X-Web-Id', description: 'An older name of X-Api-Key' },
      bounceToken: { type: 'http', scheme: 'bearer', description: 'BOUNCE_TOKEN of the operator' },
      storeKeyQuery: { type: 'apiKey', in: 'query', name: 'store_key', description: 'The same' },
      storeIdQuery: { type: 'apiKey', in: 'query', name: 'store_id', description: 'The id of the store' },
      storeId: { type: 'apiKey', in: 'header', name: 'X-Store-Id', description: 'The id of its store' },
    },
    describe: (schema, { url }) => (/^\/(admin|manage|operator)\b/.test(url) ? undefined : schema),
    reference: '/docs',
    document: '/openapi.json',
    counts,
  })
}

/** The script of every reference, in this process. */
let script: BuiltFile | undefined
let making: Promise<void> | undefined

/** From one network in an hour. A browser without compression gets 4.25 MB each time. */
const mostScripts = 300

// The plugin sends the script uncompressed each time. Its first response is kept, and sent compressed from then on.
function compressScript(scope: FastifyInstance, count: (request: FastifyRequest) => Promise<void>): void {
  const isScript = ({ routeOptions }: FastifyRequest) => routeOptions.url?.endsWith('/scalar.js') === true
  scope.addHook('onRequest', async (request, reply) => {
    if (!isScript(request)) return
    await count(request)
    if (script) return sendBuiltFile(request, reply, script)
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    if (!script && isScript(request) && typeof payload === 'string') {
      making ??= makeBuiltFile(String(reply.getHeader('content-type')), payload).then(made => {
        script = made
      })
      await making
    }
    return payload
  })
}

async function registerScalar(app: FastifyInstance, address: `/${string}`, document: string): Promise<void> {
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
  return documentRoute(publicDocument)
}

/** The OpenAPI document of the public API. */
export function publicDocument(app: FastifyInstance) {
  return completeDocument(app.swagger(), tag => tags[tag] ?? tag)
}

const tags: Record<string, string> = {
  Orders: 'Orders and their review requests, by the API key of a store',
  Products: 'The catalogue, by the API key of a store',
  Reads: 'Published reviews, ratings and questions, by the public key of a store',
  Visitors: 'Votes and reports of visitors, by the public key of a store',
  Mail: 'Reports of mail servers',
}

/** Sends a document that never changes. It is built at the first request, which takes up to 14 ms. */
export function documentRoute(make: (app: FastifyInstance) => unknown) {
  let made: Promise<BuiltFile> | undefined
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      made ??= makeBuiltFile('application/json; charset=utf-8', JSON.stringify(make(request.server)))
      return sendBuiltFile(request, reply, await made)
    },
  }
}
