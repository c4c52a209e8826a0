import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import { sign } from '../lib/secret.ts'
import { bearerOf } from './bearer.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { queryOf } from './input/paths.ts'
import { isSame } from './local-or-token.ts'

const cookie = 'realword.outbox'

/** A new token. It is only in memory, where other users of the machine cannot read it. */
export function makeOutboxToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The address that opens the outbox in a browser. */
export function outboxUrl(address: string, token: string): string {
  return `${address}/outbox?token=${encodeURIComponent(token)}`
}

/**
 * Requires the token, because mails contain links that open accounts. A token in the address becomes a cookie, and
 * the browser is redirected to the address without it. Without the token, throws `route_unknown`.
 */
export function requireOutboxToken(token: string | undefined) {
  const proof = token && proofOf(token)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!token || !proof) throw new ApiError('route_unknown')
    const bearer = bearerOf(request)
    const { token: named } = queryOf(request)
    const isNamed = typeof named === 'string' && isSame(named, token)
    const isKnown =
      isSame(readCookie(request, cookie), proof) || (bearer !== undefined && isSame(bearer, token))
    if (!isNamed && !isKnown) throw new ApiError('route_unknown')
    if (request.browserSide === 'plain') throw new ApiError('https_missing')
    if (isNamed) return redirectWithCookie(request, reply, proof)
  }
}

/** The cookie that opens the outbox, for the Set-Cookie header. */
export function outboxCookie(request: FastifyRequest, token: string): string {
  return writeCookie(request, cookie, proofOf(token))
}

/** Whether the browser has opened the outbox before. */
export function mayOpenOutbox(request: FastifyRequest, token: string | undefined): boolean {
  return Boolean(token) && isSame(readCookie(request, cookie), proofOf(token as string))
}

function proofOf(token: string): string {
  return sign(token, 'outbox cookie', '').toString('base64url')
}

function redirectWithCookie(request: FastifyRequest, reply: FastifyReply, proof: string): FastifyReply {
  return reply
    .headers({
      'set-cookie': writeCookie(request, cookie, proof),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .redirect(request.url.split('?')[0] ?? '/outbox', 303)
}
