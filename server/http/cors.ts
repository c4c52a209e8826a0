import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Which pages may read an answer: all, or the origins the store lists. Then the listed one is told its own
 * name, and others nothing.
 */
export function corsHeaders(origins: readonly string[], origin: string | undefined): Record<string, string> {
  if (origins.length === 0) return { 'access-control-allow-origin': '*' }
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' }
  return { 'access-control-allow-origin': origin, vary: 'Origin' }
}

/** While the store is not known, any page may read what is wrong with its request. */
export async function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('access-control-allow-origin', '*')
}

/** Once the store is known, only the pages it allows: after `requireStoreKey`. */
export async function allowOriginsOfStore(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('access-control-allow-origin')
  reply.headers(corsHeaders(request.store.origins, request.headers.origin))
}

/**
 * OPTIONS: what a browser asks before it sends a header of ours. It brings no credentials, so the store is not
 * known: whether the page may read is told with the answer itself.
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
