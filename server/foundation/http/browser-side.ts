import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { forwarding } from './forwarding.ts'
import { hostName, isLoopback } from './loopback.ts'

/** How a request left the browser: over https, on this machine, or over a network in plain text. */
export type BrowserSide = 'https' | 'loopback' | 'plain'

declare module 'fastify' {
  interface FastifyRequest {
    readonly browserSide: BrowserSide
  }
}

type Settings = Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>

/** Gives every request its `browserSide`, computed on access. */
export function decideBrowserSide(app: FastifyInstance, settings: Settings): void {
  const sideOf = browserSideBy(settings)
  app.decorateRequest('browserSide', {
    getter() {
      return sideOf(this as FastifyRequest)
    },
  })
}

/**
 * The X-Forwarded-Proto of a trusted proxy decides. Without it, an https PUBLIC_URL means https. Otherwise a request
 * is local if its Host is loopback and no proxy forwarded it: behind a proxy, Host may name the proxy's own upstream.
 */
function browserSideBy({ PUBLIC_URL, TRUSTED_PROXIES }: Settings): (request: FastifyRequest) => BrowserSide {
  const isHttps = httpsBy({ PUBLIC_URL, TRUSTED_PROXIES })
  const isTrusted = within(TRUSTED_PROXIES)
  return request => {
    if (isHttps(request.raw)) return 'https'
    const byTrusted = isTrusted(request.socket.remoteAddress ?? '')
    const isForwarded = forwarding.some(name => request.headers[name] !== undefined)
    const isLocal = isForwarded ? byTrusted && isLoopback(request.ip) : true
    return isLocal && isLoopback(hostName(request.host)) ? 'loopback' : 'plain'
  }
}

/** Whether a request left the browser over https: the last X-Forwarded-Proto of a trusted proxy, or else PUBLIC_URL. */
export function httpsBy({ PUBLIC_URL, TRUSTED_PROXIES }: Settings): (request: IncomingMessage) => boolean {
  const isPublicHttps = PUBLIC_URL?.startsWith('https:') ?? false
  const isTrusted = within(TRUSTED_PROXIES)
  return ({ headers, socket }) => {
    const sent = headers['x-forwarded-proto']
    if (sent === undefined || !isTrusted(socket.remoteAddress ?? '')) return isPublicHttps
    return String(sent).split(',').at(-1)?.trim() === 'https'
  }
}

/** Whether an address is in one of the networks. */
export function within(networks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return address => {
    const bare = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return bare !== '' && list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
  }
}
