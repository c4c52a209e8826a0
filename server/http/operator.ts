import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { bearerOf } from './credentials.ts'
import { forwarding } from './forwarding.ts'
import { hostName, isLoopback } from './loopback.ts'

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
    const bearer = bearerOf(request)
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
    const bearer = bearerOf(request)
    if (!token || !bearer || !isSame(bearer, token)) throw new ApiError('route_unknown')
  }
}

/** In constant time, whatever the lengths. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
