import type { FastifyRequest } from 'fastify'

const headers = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/**
 * Whether a browser loads the page before anybody opens it, or to preview it. `Sec-Purpose` is that of the Fetch
 * standard, as `prefetch` or `prefetch;prerender`; earlier browsers send the others.
 */
export function isPrefetch({ headers: sent }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.some(name => /\b(prefetch|prerender|preview)\b/i.test(String(sent[name] ?? '')))
}
