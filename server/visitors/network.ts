import { isIP, isIPv4 } from 'node:net'
import { sign } from '../lib/secret.ts'

/**
 * What is remembered of where something was sent from: an HMAC of the network (/24 of IPv4, /48 of IPv6),
 * different in each store. The address itself is never kept. Undefined for what is no address.
 */
export function networkHash(secret: string, storeId: string, address: string): Buffer | undefined {
  const network = networkOf(address)
  if (network === undefined) return undefined
  return sign(secret, 'network of a visitor', `${storeId} ${network}`)
}

/** `203.0.113` or `2001:db8:1`: what the provider gave one customer, or a few. */
export function networkOf(address: string): string | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return mapped.split('.').slice(0, 3).join('.')
  if (isIP(address) !== 6) return undefined
  const [head = '', tail] = (address.split('%')[0] as string).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 3)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
