import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../../errors/errors.ts'

/** At most `perMinute` writes of one store; no limit without a number. */
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
      errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1000)),
    }) as onRequestAsyncHookHandler,
  ]
}

/** At most `perMinute` of something by one user; after `requireUser`. Throws `too_many`. */
export function limitPerPerson(app: FastifyInstance, what: string, perMinute: number) {
  return countRequests(app, perMinute, ({ user }) => `${what} ${user.id}`)
}

/** At most `perMinute` of something by the programs of one store; after the key is known. Throws `too_many`. */
export function limitPrograms(app: FastifyInstance, what: string, perMinute: number) {
  return countRequests(app, perMinute, ({ apiKey }) => `${what} ${apiKey.storeId}`)
}

/** Counts requests by a key; throws `too_many` beyond `max`. */
export function countRequests(
  app: FastifyInstance,
  max: number,
  keyGenerator: (request: FastifyRequest) => string,
  timeWindow = '1 minute',
) {
  const limit = app.createRateLimit({ max, timeWindow, keyGenerator })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await limit(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(counted.ttlInSeconds)
  }
}

function tooMany(seconds: number): ApiError {
  return new ApiError('too_many', { headers: { 'retry-after': String(Math.max(1, seconds)) } })
}
