import { isIP } from 'node:net'
import type { Egress } from '../../foundation/http/egress.ts'
import { FetchFailure, refuseUnlessReachable } from '../../foundation/lib/network/guarded-fetch.ts'
import { readNetwork } from '../../foundation/lib/network/networks.ts'
import { type Refusal, refusalError } from './refusals.ts'

const longest = 2048

/**
 * The address as it is stored. Resolves no name: names are resolved and checked for every connection. Throws
 * `settings_invalid` for an address that could never be connected to.
 */
export function checkWebhookAddress(text: string, egress: Egress): string {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || text.length > longest)
    throw refusalError('url', 'address')
  const obstacles = possibleAddresses(url, egress).map(address => obstacleOf(url, address, egress))
  const [first] = obstacles
  if (first && !obstacles.includes(undefined)) throw refusalError('url', first)
  url.hash = ''
  return url.href
}

const shown = 8 // characters of the path

/** The address without its query and most of its path: either may be what protects the receiver. */
export function shortenAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const isWhole = pathname.length <= shown && search === ''
  return `${origin}${pathname.slice(0, shown)}${isWhole ? '' : '…'}`
}

// Never connected to here: stands for what a name may resolve to.
const anyPublic = '192.5.5.241'

/** What the host may resolve to: addresses of which one must be reachable. */
function possibleAddresses({ hostname }: URL, { allow }: Egress): string[] {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return [host]
  if (/^(.+\.)?localhost\.?$/.test(host)) return ['127.0.0.1', '::1']
  return [anyPublic, ...allow.flatMap(network => readNetwork(network)?.base.toString() ?? [])]
}

function obstacleOf(url: URL, address: string, { allow }: Egress): Refusal | undefined {
  try {
    // Whether the port is our own is seen when the connection is made.
    refuseUnlessReachable(url, address, { allow, onlyHttps: true, reachesOurs: true })
    return undefined
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    if (error.obstacle === 'private') return 'private'
    return url.protocol === 'http:' ? 'plain' : 'port'
  }
}
