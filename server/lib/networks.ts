import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is public: not private, loopback, link-local, multicast or reserved for documentation, and not
 * an IPv6 address that wraps an IPv4 one.
 */
export function isPublic(address: string): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // No shop uses unassigned addresses: in IPv6, everything except 2000::/3.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** Whether an address is in one of the networks, written like `10.0.0.0/8` or `::1/128`. */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address) // ::ffff:127.0.0.1 is 127.0.0.1
  return networks.some(network => {
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === parsed.kind() && parsed.match(base, bits)
  })
}

/** The key for one address. A visitor with IPv6 has at least a /64, so single addresses would limit nobody. */
export function countedAddress(ip: string): string {
  return isIPv6(ip) ? networkIn(ip, 4) : ip
}

/** The key for one network: an IPv4 /24 or an IPv6 /48. */
export function networkOf(ip: string): string {
  return isIPv6(ip) ? networkIn(ip, 3) : ip.split('.').slice(0, 3).join('.')
}

function networkIn(ip: string, groups: 3 | 4): string {
  const address = ipaddr.process(ip) // ::ffff:192.0.2.1 is 192.0.2.1
  if (address instanceof ipaddr.IPv4) return address.octets.slice(0, groups).join('.')
  return address.parts
    .slice(0, groups)
    .map(part => part.toString(16))
    .join(':')
}

// A zone (%eth0) names an interface of this machine.
function isAddress(text: string): boolean {
  return !text.includes('%') && ipaddr.isValid(text)
}
