import type { FastifyRequest } from 'fastify'

/** The token of an `Authorization: Bearer` header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
