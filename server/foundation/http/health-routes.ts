import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Dependencies } from '../../dependencies.ts'
import { isUnavailable } from '../database/connect.ts'
import { ApiError } from '../errors/errors.ts'
import { unavailableCause } from '../errors/unavailable-cause.ts'
import { encodeAnswer } from './encoding/encode-answer.ts'
import { metricsType } from './telemetry/metrics.ts'
import { createWriteProof } from './write-proof.ts'

/** GET /health/live: 200 while the process runs. */
export function live() {
  return { schema: { hide: true }, handler: async () => ({ status: 'ok' }) }
}

/**
 * GET /health/ready: 200 if the database can write, the `listen` connection is up and we do not drain; otherwise 503, with
 * the cause in `more_info`.
 */
export function ready({ database, session, draining }: Dependencies) {
  const proveWrites = createWriteProof(database)
  return {
    schema: { hide: true },
    handler: async () => {
      if (draining.hasBegun()) throw notReady('draining')
      if (!session.isListening()) throw notReady('connection')
      try {
        await database.pipeline.query(sql`select 1`)
        await proveWrites()
      } catch (error) {
        throw isUnavailable(error) ? notReady(unavailableCause(error), error) : error
      }
      return { status: 'ok' }
    },
  }
}

function notReady(cause: string, error?: unknown): ApiError {
  return new ApiError('unavailable', { moreInfo: { cause }, cause: error })
}

/** GET /metrics, in Prometheus's text format. */
export function metricsPage({ metrics }: Dependencies) {
  return {
    schema: { hide: true },
    onSend: encodeAnswer,
    handler: async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type(metricsType).send(await metrics.write()),
  }
}
