import { isIP } from 'node:net'
import { networkOf } from '../lib/network/networks.ts'
import { sign } from '../lib/secret.ts'

/**
 * An HMAC of the sender's network (/24 of IPv4, /48 of IPv6), different for each store. The address itself is never
 * stored. Undefined if the text is not an address.
 */
export function networkHash(secret: string, storeId: string, address: string): Buffer | undefined {
  if (!isIP(address)) return undefined
  return sign(secret, 'network of a visitor', `${storeId} ${networkOf(address)}`)
}
