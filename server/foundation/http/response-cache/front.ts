import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { traceparentOf } from '../../lib/tracing/spans.ts'
import { chooseCoding } from '../encoding/accept-encoding.ts'
import { hasWrongHost } from '../host.ts'
import { strictTransport } from '../pages/page-headers.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { logRequest, requestIdHeader } from '../telemetry/request-log.ts'
import { endRequest, startRequest } from '../telemetry/traces.ts'
import { type CachedResponse, type Form, headFor, isPlain, type ResponseCache } from './response.ts'

/**
 * Answers cached reads before Fastify sees them: routing, hooks and parsing cost more than the rest of such a read
 * (docs/decisions/0035-keep-the-response-cache-in-front.md).
 */
export function answerFromCache(
  app: FastifyInstance,
  {
    cache,
    metrics,
    nameRequest,
    isHttps,
  }: {
    cache: ResponseCache
    metrics: Metrics
    nameRequest: (request: IncomingMessage) => string
    isHttps: (request: IncomingMessage) => boolean
  },
): void {
  const [handle, ...others] = app.server.listeners('request') as RequestListener[]
  // Another release of Fastify may listen in another way. A second listener would answer a cached read again.
  if (!handle || others.length > 0) throw new Error('Fastify does not listen once')
  app.server.removeListener('request', handle)
  app.server.on('request', (request, response) => {
    const start = performance.now()
    const found = isPlainRead(request) ? findForm(cache, request) : undefined
    if (!found) return handle.call(app.server, request, response)
    const { cached, form } = found
    const id = nameRequest(request)
    const span = startRequest(request)
    const own = [requestIdHeader, id]
    if (span) own.push('traceparent', traceparentOf(span))
    if (isHttps(request)) own.push(...strictTransport)
    const status = send(request, response, cached, form, own)
    if (span) endRequest(span, 'GET', cached.route, status)
    const duration = performance.now() - start
    metrics.countRequest('GET', cached.route, status, duration)
    if (app.log.level === 'debug')
      logRequest(app.log.child({ request_id: id }), {
        method: 'GET',
        route: cached.route,
        status,
        duration,
      })
  })
}

/** The cached response in the coding that the client accepts, if both are there. */
function findForm(
  cache: ResponseCache,
  request: IncomingMessage,
): { cached: CachedResponse; form: Form } | undefined {
  const coding = chooseCoding(request.headers['accept-encoding'])
  const cached = cache.find(addressOf(request), ({ forms }) => forms[coding] !== undefined)
  const form = cached?.forms[coding]
  return cached && form && { cached, form }
}

/** The first key of a cached read, before parsing: the URL and credentials as they were sent. */
export function addressOf({ url, headers }: IncomingMessage): string {
  return `${url}\n${headers['x-store-id'] ?? ''}\n${headers['x-api-key'] ?? ''}\n${headers['x-web-id'] ?? ''}`
}

// Fastify answers every other request, with an error if it is malformed.
function isPlainRead(request: IncomingMessage): boolean {
  const { method, url, headers } = request
  if (method !== 'GET' || !url || !/^\/(api|v1)\//.test(url) || hasWrongHost(request)) return false
  return !headers['content-length'] && !headers['transfer-encoding']
}

/** Sends the response, or 304 if the visitor has it. `own` has the headers of this answer alone. Returns the status. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  form: Form,
  own: string[],
): 200 | 304 {
  const { bytes, plainHead } = form
  if (isPlain(request, cached)) {
    response.writeHead(200, [...plainHead, ...own]).end(bytes, 'latin1')
    return 200
  }
  const known = headFor(request, cached, form)
  const { status } = known
  const headers = [...Object.entries(known.headers).flat(), ...own]
  if (status === 304) response.writeHead(304, headers).end()
  else response.writeHead(200, [...headers, 'content-length', String(bytes.length)]).end(bytes, 'latin1')
  return status
}
