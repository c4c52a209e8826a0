import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { bearerOf } from './bearer.ts'
import { forwarding } from './forwarding.ts'
import { hostName, isLoopback } from './loopback.ts'

/**
 * Requires a request from this machine (the peer, the Host header and PUBLIC_URL are all loopback, and no proxy forwarded
 * it) or the token. Otherwise throws `route_unknown`.
 */
export function requireLocalOrToken({
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

/** Requires the token. Otherwise throws `route_unknown`. */
export function requireBearer(token: string | undefined) {
  return async (request: FastifyRequest): Promise<void> => {
    const bearer = bearerOf(request)
    if (!token || !bearer || !isSame(bearer, token)) throw new ApiError('route_unknown')
  }
}

/** Compares in constant time, whatever the lengths. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
}
