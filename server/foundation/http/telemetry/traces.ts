import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { endSpan, inSpan, isTracing, type Span, startSpan, traceparentOf } from '../../lib/tracing/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null while tracing is off, and in traces that are not recorded. */
    span: Span | null
  }
}

/** Records a span for each request of Fastify, and returns its `traceparent`. Does nothing while tracing is off. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  if (!isTracing()) return
  app.addHook('onRequest', (request, reply, done) => {
    request.span = startRequest(request.raw) ?? null
    if (!request.span) return done()
    reply.header('traceparent', traceparentOf(request.span))
    inSpan(request.span, done)
  })
  // The body arrives outside of the span.
  app.addHook('preValidation', (request, _reply, done) => inSpan(request.span ?? undefined, done))
  app.addHook('onResponse', (request, reply, done) => {
    if (request.span) endRequest(request.span, request.method, request.routeOptions.url, reply.statusCode)
    done()
  })
}

/** Begins the span of a request, in the trace of its `traceparent` if it has one. */
export function startRequest({ headers, method = '' }: IncomingMessage): Span | undefined {
  const traceparent = headers.traceparent
  return startSpan({
    name: method,
    kind: 'server',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
}

/** Ends the span of a request. Neither its path nor its query is recorded: they contain tokens and ids. */
export function endRequest(span: Span, method: string, route: string | undefined, status: number): void {
  span.name = route ? `${method} ${route}` : method
  endSpan(span, {
    hasFailed: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      ...(route && { 'http.route': route }),
      ...(status >= 500 && { 'error.type': String(status) }),
    },
  })
}
