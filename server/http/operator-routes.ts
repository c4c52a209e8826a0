import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Database } from '../database/connect.ts'
import type { Session } from '../database/session.ts'
import { ApiError } from '../errors.ts'
import { hostName, isLoopback } from './loopback.ts'
import type { Metrics } from './metrics.ts'

/** GET /health/live: the process answers. */
export function live() {
  return { schema: { hide: true }, handler: async () => ({ status: 'ok' }) }
}

/** GET /health/ready: the database answers too, and changes are heard; else 503. */
export function ready(database: Database, session: Session) {
  return {
    schema: { hide: true },
    handler: async () => {
      if (!session.isListening()) throw new ApiError('unavailable')
      await database.pipeline.query(sql`select 1`)
      return { status: 'ok' }
    },
  }
}

/** GET /metrics, in Prometheus's text format. */
export function metricsPage(metrics: Metrics) {
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  }
}

const forwarding = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

/**
 * Lets in only who sits on this machine: the peer, the Host header and our public address are all loopback
 * and no proxy forwarded the request; or who brings the token. For everybody else there is nothing here.
 */
export function requireOperator({
  publicUrl,
  token,
}: {
  publicUrl: string | undefined
  token?: string | undefined
}) {
  const publicIsLocal = publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)
  return async (request: FastifyRequest): Promise<void> => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token && bearer && isSame(bearer, token)) return
    const isLocal =
      publicIsLocal &&
      isLoopback(request.socket.remoteAddress ?? '') &&
      isLoopback(hostName(request.headers.host ?? '')) &&
      forwarding.every(name => request.headers[name] === undefined)
    if (!isLocal) throw new ApiError('route_unknown')
  }
}

/** Lets in who brings the token; without one, or with another, there is nothing here. */
export function requireBearer(token: string | undefined) {
  return async (request: FastifyRequest): Promise<void> => {
    const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !bearer || !isSame(bearer, token)) throw new ApiError('route_unknown')
  }
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
