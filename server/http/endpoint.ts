import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { z } from 'zod'

/** A route without its method and address, which `routes.ts` gives. */
export type Endpoint = Omit<RouteOptions, 'method' | 'url'>

/**
 * Ties the schemas of a route to its handler: `request.params`, `.query` and `.body` have the types of their schemas.
 * It does nothing when it runs. A part without a schema is not validated, and stays `unknown`.
 */
export function endpoint<Params, Query, Body>(route: {
  schema: Omit<FastifySchema, 'params' | 'querystring' | 'body'> & {
    params?: z.ZodType<Params>
    querystring?: z.ZodType<Query>
    body?: z.ZodType<Body>
  }
  config?: Endpoint['config']
  handler: (
    request: FastifyRequest<{ Params: Params; Querystring: Query; Body: Body }>,
    reply: FastifyReply,
  ) => unknown
}): Endpoint {
  // Fastify calls a handler only with what `validateWithZod` returned for these schemas.
  return route as Endpoint
}
