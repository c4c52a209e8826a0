import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Which pages may read an answer: all of them, or the origins that the store lists. An answer to a listed origin names
 * that origin; an answer to another one names none.
 */
export function corsHeaders(origins: readonly string[], origin: string | undefined): Record<string, string> {
  if (origins.length === 0) return { 'access-control-allow-origin': '*' }
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' }
  return { 'access-control-allow-origin': origin, vary: 'Origin' }
}

/** Until the store is known, any page may read why its request failed. */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

/** Once the store is known, restricts reading to the pages it allows. Runs after `requireStoreKey`. */
export async function allowOriginsOfStore(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('access-control-allow-origin')
  reply.headers(corsHeaders(request.store.origins, request.headers.origin))
}

/**
 * OPTIONS: a preflight request of a browser. It has no credentials, so the store is unknown. The answer to the actual
 * request says whether the page may read it.
 */
export function preflight(...methods: string[]) {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'X-Store-Id, X-Api-Key, X-Web-Id, Content-Type, If-None-Match',
    'access-control-max-age': '86400',
  }
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.status(204).headers(headers).send(),
  }
}
