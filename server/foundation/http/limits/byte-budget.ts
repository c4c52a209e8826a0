import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../lib/network/networks.ts'
import type { Counts } from './counts.ts'

/** Counts the bytes and resolves with true if they fit into the budget. Otherwise counts nothing. */
export type CountBytes = (bytes: number) => Promise<boolean>

const hour = 60 * 60_000 // ms

// Each entry takes about 200 bytes. Beyond this number, the least recently used network is forgotten.
const mostNetworks = 50_000

/** A budget of `most` bytes per hour and network. */
export function budgetPerNetwork(counts: Counts, most: number): (request: FastifyRequest) => CountBytes {
  const limit = { name: 'picture bytes', most, window: hour, keys: mostNetworks }
  return request => {
    const network = networkOf(request.ip)
    return async bytes => (await counts.add(limit, network, bytes)).sum <= most
  }
}
