import swagger from '@fastify/swagger'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchema,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { once } from '../../lib/once.ts'
import type { Counts } from '../limits/counts.ts'
import { limitPerNetwork } from '../limits/visitor-limits.ts'
import { makeBuiltFile, sendBuiltFile } from '../pages/built-files.ts'
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
export async function registerApi(app: FastifyInstance, api: Api): Promise<void> {
  const { decorator, title, version, description, securitySchemes, describe } = api
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
  serveReference(app, api)
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

/** From one network in an hour. A browser without compression gets 4.25 MB each time. */
const mostScripts = 300

/** The script of every reference, in this process: made at the first request for one. */
const script = once(async () => {
  const { type, text } = await makeByScalar('/docs', '/openapi.json', '/js/scalar.js')
  return await makeBuiltFile(type, text)
})

// Scalar and what it loads are a tenth of the modules of the service, and 4 MB of text: loaded at the first request.
function serveReference(app: FastifyInstance, { reference, document, counts }: Api): void {
  const count = limitPerNetwork(counts, `scripts of ${reference}`, mostScripts)
  const hidden = { schema: { hide: true }, logLevel: 'error' } as const
  const page = once(() => makeByScalar(reference, document, '/'))
  app.get(reference, hidden, (_request, reply) => reply.redirect(`${reference}/`, 301))
  app.get(`${reference}/`, hidden, async (_request, reply) => {
    const { type, text } = await page()
    return reply.type(type).send(text)
  })
  app.get(`${reference}/js/scalar.js`, hidden, async (request, reply) => {
    await count(request)
    return sendBuiltFile(request, reply, await script())
  })
}

type Made = { type: string; text: string }

/** What the plugin answers at `path` below its address. */
async function makeByScalar(reference: `/${string}`, document: string, path: string): Promise<Made> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, {
    routePrefix: reference,
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
  const { statusCode, headers, payload } = await app.inject(`${reference}${path}`)
  await app.close()
  if (statusCode !== 200) throw new Error(`Scalar answered ${statusCode} at ${path}`)
  return { type: String(headers['content-type']), text: payload }
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
  const made = once(async (app: FastifyInstance) =>
    makeBuiltFile('application/json; charset=utf-8', JSON.stringify(make(app))),
  )
  return {
    schema: { hide: true },
    handler: async (request: FastifyRequest, reply: FastifyReply) =>
      sendBuiltFile(request, reply, await made(request.server)),
  }
}
