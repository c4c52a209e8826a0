import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../../lib/networks.ts'
import type { Clock } from '../../lib/time/clock.ts'

/** Counts the bytes and returns true if they fit into the budget. Otherwise counts nothing. */
export type CountBytes = (bytes: number) => boolean

const hour = 60 * 60_000 // ms

// Each entry takes about 200 bytes. Beyond this number, the least recently used network is forgotten.
const mostNetworks = 50_000

/** A budget of `most` bytes per hour and network, on each instance. */
export function budgetPerNetwork(clock: Clock, most: number): (request: FastifyRequest) => CountBytes {
  const used = new LRUCache<string, { since: number; bytes: number }>({ max: mostNetworks })
  return request => {
    const network = networkOf(request.ip)
    return bytes => {
      const now = clock()
      const known = used.get(network)
      const current = known && now - known.since < hour ? known : { since: now, bytes: 0 }
      if (current.bytes + bytes > most) return false
      used.set(network, { since: current.since, bytes: current.bytes + bytes })
      return true
    }
  }
}
