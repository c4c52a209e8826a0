import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { ApiError } from '../../errors/errors.ts'
import type { Counts } from './counts.ts'

const minute = 60_000 // ms
const mostKeys = 5_000 // of each limit; about 200 bytes each

/**
 * Counts one towards `most` per key in `window` milliseconds, and throws `too_many` beyond. Limits of the same name share
 * their counts.
 */
export function limitPerKey(counts: Counts, name: string, most: number, window = minute) {
  const limit = { name, most, window, keys: mostKeys }
  return async (key: string): Promise<void> => {
    const { sum, resetIn } = await counts.add(limit, key, 1)
    if (sum > most) throw tooMany(resetIn)
  }
}

/** At most `perMinute` writes of one store; no limit without a number. */
export function limitWrites(counts: Counts, perMinute: number | undefined): onRequestAsyncHookHandler[] {
  if (perMinute === undefined) return []
  const limit = { name: 'writes', most: perMinute, window: minute, keys: mostKeys }
  return [
    async ({ apiKey }, reply) => {
      const { sum, resetIn } = await counts.add(limit, apiKey.storeId, 1)
      reply.headers({
        'x-ratelimit-limit': perMinute,
        'x-ratelimit-remaining': Math.max(0, perMinute - sum),
        'x-ratelimit-reset': Math.ceil(resetIn / 1000),
      })
      if (sum > perMinute) throw tooMany(resetIn)
    },
  ]
}

/** At most `perMinute` of something by one user; after `requireUser`. Throws `too_many`. */
export function limitPerPerson(counts: Counts, what: string, perMinute: number) {
  const count = limitPerKey(counts, `${what} of a person`, perMinute)
  return ({ user }: FastifyRequest): Promise<void> => count(user.id)
}

/** At most `perMinute` of something by the programs of one store; after the key is known. Throws `too_many`. */
export function limitPrograms(counts: Counts, what: string, perMinute: number) {
  const count = limitPerKey(counts, `${what} of a store`, perMinute)
  return ({ apiKey }: FastifyRequest): Promise<void> => count(apiKey.storeId)
}

function tooMany(milliseconds: number): ApiError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  return new ApiError('too_many', { headers: { 'retry-after': String(seconds) } })
}
