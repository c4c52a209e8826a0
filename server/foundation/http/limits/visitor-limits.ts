import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { countedAddress, networkOf } from '../../lib/network/networks.ts'
import { countRequests } from './rate-limit.ts'

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
  app: FastifyInstance,
  { perAddress, perStore }: Limits,
): onRequestAsyncHookHandler[] {
  const countAddress = countRequests(app, perAddress, request => `address ${countedAddress(request.ip)}`)
  const countNetwork = countRequests(app, perAddress * 4, request => `network ${networkOf(request.ip)}`)
  const countStore = countRequests(app, perStore, request => `store ${namedStore(request)}`)
  return [
    async request => {
      await countAddress(request)
      await countNetwork(request)
      // The URL of a link contains no store.
      if (namedStore(request)) await countStore(request)
    },
  ]
}

/**
 * Limits each address to `perAddress` requests a minute for each route, and each network to four times as many: an
 * IPv6 network holds 65,536 addresses. Throws `too_many`.
 */
export function limitSources(app: FastifyInstance, perAddress: number): onRequestAsyncHookHandler {
  const key = ({ routeOptions }: FastifyRequest, source: string) => `${routeOptions.url} ${source}`
  const countAddress = countRequests(app, perAddress, request => key(request, countedAddress(request.ip)))
  const countNetwork = countRequests(app, perAddress * 4, request => key(request, networkOf(request.ip)))
  return async request => {
    await countAddress(request)
    await countNetwork(request)
  }
}

/** Limits a rarer action to `most` an hour from one network. Throws `too_many`. */
export function limitPerNetwork(app: FastifyInstance, what: string, most: number) {
  return countRequests(app, most, request => `${what} ${networkOf(request.ip)}`, '1 hour')
}

// A header may have named the store already.
function namedStore(request: FastifyRequest): string | undefined {
  if (request.store) return request.store.store_id
  const { store_id } = request.query as { store_id?: unknown }
  return typeof store_id === 'string' ? store_id.slice(0, 36).toLowerCase() : undefined
}
