import type { FastifyRequest } from 'fastify'
import { bearerOf } from '../../foundation/http/bearer.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'
import { limitPerKey } from '../../foundation/http/limits/rate-limit.ts'
import { countedAddress } from '../../foundation/lib/network/networks.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { fits } from './credentials.ts'
import type { KeyCache } from './key-cache.ts'

/** The budget that a read counts towards. Each is limited separately. */
export type ReadBudget = keyof typeof shares

/** Counts a read that is not in the response cache; throws `too_many` beyond its budget. */
export type ReadLimits = (request: FastifyRequest, budget: ReadBudget) => Promise<void>

// Shares of READ_RATE_LIMIT, by the cost of such a read relative to one product's reviews (npm run bench -- abuse).
const shares = { reads: 1, searches: 1 / 10, deep: 1 / 10, lists: 1 / 5 }

/**
 * Limits reads by IPv4 address or IPv6 /64. A server that sends an API key of the store has a budget
 * per store instead: it reads for many visitors from one address.
 */
export function limitReads(
  counts: Counts,
  { keys, clock, perMinute }: { keys: KeyCache; clock: Clock; perMinute: number },
): ReadLimits {
  const counters = new Map(
    Object.entries(shares).map(([budget, share]) => {
      return [budget, limitPerKey(counts, budget, Math.ceil(perMinute * share))]
    }),
  )
  return async (request, budget) => {
    const isServer = await bringsKeyOfStore(request, keys, clock)
    await counters.get(budget)?.(isServer ? `store ${request.store.store_id}` : countedAddress(request.ip))
  }
}

type Asked = { terms: string; answers?: unknown[]; offset: number }

/** The budget of a list: searches and pages far down cost more than others. */
export function budgetOf({ terms, answers = [], offset }: Asked): ReadBudget {
  if (terms !== '' || answers.length > 0) return 'searches'
  return offset > deepFrom ? 'deep' : 'reads'
}

export const deepFrom = 1_000

// An invalid key is ignored, because the same read would succeed from the response cache.
async function bringsKeyOfStore(request: FastifyRequest, keys: KeyCache, clock: Clock): Promise<boolean> {
  const token = bearerOf(request)
  const key = token && (await keys.find(token, request.store.store_id))
  return Boolean(key && key.storeId === request.store.store_id && fits(key, clock))
}
