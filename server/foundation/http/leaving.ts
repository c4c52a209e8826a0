import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors/errors.ts'
import type { Draining } from './sockets/draining.ts'

/** Aborts while the request waits: its client left, or the service stops. The client then sends it again. */
export function leavingOf(reply: FastifyReply, draining: Draining): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort(new ApiError('unavailable')))
  return AbortSignal.any([left.signal, draining.signal])
}
