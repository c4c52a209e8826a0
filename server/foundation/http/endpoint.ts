import type { FastifyReply, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import type { z } from 'zod'

/** A route without its method and address, which the tables of `routes/` give. */
export type Endpoint = Omit<RouteOptions, 'method' | 'url'>

/**
 * Ties the schemas of a route to its handler: `request.params`, `.query` and `.body` have the types of their schemas,
 * and what the handler returns must fit the schema of a success response.
 * It does nothing when it runs. A part without a schema is not validated, and stays `unknown`.
 */
export function endpoint<Params, Query, Body, Responses extends object = object>(route: {
  schema: Omit<FastifySchema, 'params' | 'querystring' | 'body' | 'response'> & {
    params?: z.ZodType<Params>
    querystring?: z.ZodType<Query>
    body?: z.ZodType<Body>
    response?: Responses
  }
  config?: Endpoint['config']
  handler: (
    request: FastifyRequest<{ Params: Params; Querystring: Query; Body: Body }>,
    reply: FastifyReply,
  ) => Answer<Responses> | Promise<Answer<Responses>>
}): Endpoint {
  // Fastify calls a handler only with what `validateWithZod` returned for these schemas.
  return route as Endpoint
}

type SuccessStatus = 200 | 201 | 202

/** A reply that was sent, or a value of a success response's schema. Without such a schema, anything. */
type Answer<Responses> = [Extract<keyof Responses, SuccessStatus>] extends [never]
  ? unknown
  : FastifyReply | ValueOf<Responses[Extract<keyof Responses, SuccessStatus>]>

type ValueOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : unknown
