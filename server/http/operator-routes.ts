import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Dependencies } from '../dependencies.ts'
import { ApiError } from '../errors/errors.ts'
import { metricsType } from './metrics.ts'

/** GET /health/live: 200 while the process runs. */
export function live() {
  return { schema: { hide: true }, handler: async () => ({ status: 'ok' }) }
}

/** GET /health/ready: 200 if the database answers, the `listen` connection is up and we do not drain; otherwise 503. */
export function ready({ database, session, draining }: Dependencies) {
  return {
    schema: { hide: true },
    handler: async () => {
      if (draining.hasBegun() || !session.isListening()) throw new ApiError('unavailable')
      await database.pipeline.query(sql`select 1`)
      return { status: 'ok' }
    },
  }
}

/** GET /metrics, in Prometheus's text format. */
export function metricsPage({ metrics }: Dependencies) {
  return {
    schema: { hide: true },
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type(metricsType).send(await metrics.write()),
  }
}
