import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { within } from '../browser-side.ts'

/** The header of every answer that has the request's id, which is in all its log lines too. */
export const requestIdHeader = 'x-request-id'

/** Names each request: with the id that a trusted proxy gave it, or a new one. */
export function requestIds(trustedProxies: string[]): (request: IncomingMessage) => string {
  const isTrusted = within(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers[requestIdHeader]
    const isTaken =
      typeof given === 'string' &&
      /^[A-Za-z0-9_-]{1,64}$/.test(given) &&
      isTrusted(socket.remoteAddress ?? '')
    return isTaken ? given : randomUUID()
  }
}

/** Logs a request that was answered, at the level debug. `duration` is in milliseconds. */
export function logRequest(
  log: FastifyBaseLogger,
  { duration, ...answered }: { method: string; route: string; status: number; duration: number },
): void {
  log.debug({ ...answered, duration_ms: Math.round(duration * 1000) / 1000 }, 'request')
}

/** Returns the id with each answer of Fastify, and logs the request. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.log.level === 'debug')
      logRequest(request.log, {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        duration: reply.elapsedTime,
      })
    done()
  })
}
