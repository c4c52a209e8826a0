import { isIP } from 'node:net'
import { networkOf } from '../lib/networks.ts'
import { sign } from '../lib/secret.ts'

/**
 * What is remembered of where something was sent from: an HMAC of the network (/24 of IPv4, /48 of IPv6),
 * different in each store. The address itself is never kept. Undefined for what is no address.
 */
export function networkHash(secret: string, storeId: string, address: string): Buffer | undefined {
  if (!isIP(address)) return undefined
  return sign(secret, 'network of a visitor', `${storeId} ${networkOf(address)}`)
}
