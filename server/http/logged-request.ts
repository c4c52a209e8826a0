import type { FastifyRequest } from 'fastify'

/** What the log may say of a request: no address of who asked, and no token of a link, which opens what it names. */
export function loggedRequest({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  return {
    method,
    url: url.replace(/\b(r|u|confirm)\/[^/?#]+/g, '$1/…').replace(/([?&]token=)[^&#]*/g, '$1…'),
  }
}
