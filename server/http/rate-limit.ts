import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../errors.ts'

/** At most `perMinute` writes of one store, on each instance; no limit without a number. */
export function limitWrites(
  app: FastifyInstance,
  perMinute: number | undefined,
): onRequestAsyncHookHandler[] {
  if (perMinute === undefined) return []
  return [
    app.rateLimit({
      max: perMinute,
      timeWindow: '1 minute',
      keyGenerator: (request: FastifyRequest) => request.apiKey.storeId,
      errorResponseBuilder: (_request, { ttl }) =>
        new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, Math.ceil(ttl / 1000))) } }),
    }) as onRequestAsyncHookHandler,
  ]
}
