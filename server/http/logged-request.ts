import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** How every process of the service logs. PostgreSQL's message about an invalid row quotes the row. */
export function logOptions({ LOG_LEVEL }: Config) {
  return {
    level: LOG_LEVEL,
    redact: ['req.headers', 'err.detail', 'err.where'],
    serializers: { req: loggedRequest },
  }
}

/** The part of a request that is logged: no address of the client, and no token, which gives access. */
export function loggedRequest({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  const [path = '', ...query] = url.split(/(?=\?)/)
  // The router decodes paths and queries, so an encoded name opens the same.
  const decoded = decode(path)
  if (/^\/outbox\b/i.test(decoded)) return { method, url: path }
  const hidden = decoded.replace(/\b(r|u|confirm)\/[^/?#]+/g, '$1/…')
  return { method, url: (hidden === decoded ? path : hidden) + withoutToken(query.join('')) }
}

function withoutToken(query: string): string {
  return query.replace(/([?&])([^=&#]*)=[^&#]*/g, (pair, sign: string, name: string) =>
    decode(name) === 'token' ? `${sign}token=…` : pair,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
