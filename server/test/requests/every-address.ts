import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'

/** An address of the running service. */
export type Address = { method: string; url: string }

/** Runs `start`, and lists every address registered meanwhile. */
export async function whileListing<T>(start: () => Promise<T>): Promise<{ made: T; addresses: Address[] }> {
  const addresses: Address[] = []
  // Fastify announces each instance. A hook added then sees every route, including those of plugins.
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route: RouteOptions) => {
      // All other methods are refused by one route, before anything else.
      if ([route.onRequest].flat().some(hook => hook === route.handler)) return
      for (const method of [route.method].flat())
        if (method !== 'HEAD') addresses.push({ method, url: route.url })
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    return { made: await start(), addresses }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}
