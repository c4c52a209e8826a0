import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { countedAddress, networkOf } from '../../lib/network/networks.ts'
import { queryOf } from '../input/paths.ts'
import type { Counts } from './counts.ts'
import { limitPerKey } from './rate-limit.ts'

type Limits = {
  /** Requests a minute from one address. */
  perAddress: number
  /** Requests a minute about one store. */
  perStore: number
}

/**
 * Limits visitors' requests: by address, by network (four times an address's limit, because offices and
 * mobile networks share one), and by the store that they name. Throws `too_many`.
 */
export function limitVisitors(
  counts: Counts,
  what: string,
  { perAddress, perStore }: Limits,
): onRequestAsyncHookHandler[] {
  const countSource = limitAddresses(counts, what, perAddress)
  const countStore = limitPerKey(counts, `${what} of a store`, perStore)
  return [
    async request => {
      await countSource(request.ip)
      // The URL of a link contains no store.
      const store = namedStore(request)
      if (store) await countStore(store)
    },
  ]
}

/**
 * Limits each address to `perAddress` requests a minute for each route, and each network to four times as many: an
 * IPv6 network holds 65,536 addresses. Throws `too_many`.
 */
export function limitSources(counts: Counts, what: string, perAddress: number): onRequestAsyncHookHandler {
  const countSource = limitAddresses(counts, what, perAddress)
  return ({ ip, routeOptions }) => countSource(ip, `${routeOptions.url} `)
}

function limitAddresses(counts: Counts, what: string, perAddress: number) {
  const countAddress = limitPerKey(counts, `${what} of an address`, perAddress)
  const countNetwork = limitPerKey(counts, `${what} of a network`, perAddress * 4)
  return async (ip: string, of = ''): Promise<void> => {
    await countAddress(of + countedAddress(ip))
    await countNetwork(of + networkOf(ip))
  }
}

/** Limits a rarer action to `most` an hour from one network. Throws `too_many`. */
export function limitPerNetwork(counts: Counts, what: string, most: number) {
  const count = limitPerKey(counts, `${what} of a network`, most, 60 * 60_000)
  return ({ ip }: FastifyRequest): Promise<void> => count(networkOf(ip))
}

// A header may have named the store already.
function namedStore(request: FastifyRequest): string | undefined {
  if (request.store) return request.store.store_id
  const { store_id } = { ...queryOf(request), ...(request.params as { store_id?: string }) }
  return typeof store_id === 'string' ? store_id.slice(0, 36).toLowerCase() : undefined
}
