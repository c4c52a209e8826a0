import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
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

/**
 * Whether an address is in one of the networks, written like `10.0.0.0/8` or `::1/128`, or for one port alone like
 * `10.0.0.0/8:8080` or `[::1]:8080`. A network without a length is one address.
 */
export function isAllowed(address: string, networks: readonly string[], port?: number): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address) // ::ffff:127.0.0.1 is 127.0.0.1
  return networks.some(text => {
    const network = readNetwork(text)
    if (!network || (network.port !== undefined && network.port !== port)) return false
    return network.base.kind() === parsed.kind() && parsed.match(network.base, network.bits)
  })
}

type Network = { base: ipaddr.IPv4 | ipaddr.IPv6; bits: number; port: number | undefined }

/** Undefined for a text that `isAllowed` does not take. */
export function readNetwork(text: string): Network | undefined {
  const [, v6, v6Port, v4, v4Port] = withPort.exec(text) ?? []
  const port = readNumber(v6Port ?? v4Port, 1, 65_535)
  const [address = '', length, ...rest] = (v6 ?? v4 ?? text).split('/')
  if (port === 'wrong' || rest.length > 0 || !isAddress(address)) return undefined
  const base = ipaddr.parse(address)
  const isV4 = base.kind() === 'ipv4'
  const bits = readNumber(length, 0, isV4 ? 32 : 128)
  // The parser also takes 1 and 127.1.
  if (bits === 'wrong' || (isV4 && !isIPv4(address))) return undefined
  return { base, bits: bits ?? (isV4 ? 32 : 128), port }
}

const withPort = /^\[([^\]]+)\](?::(\d{1,5}))?$|^([^:]+)(?::(\d{1,5}))?$/

function readNumber(text: string | undefined, least: number, most: number): number | undefined | 'wrong' {
  if (text === undefined) return undefined
  const number = Number(text)
  return /^\d+$/.test(text) && number >= least && number <= most ? number : 'wrong'
}

/** Whether no setting opens the address: link-local ones, and those where clouds keep the keys of a machine. */
export function isNeverReached(address: string): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'linkLocal' || metadata.includes(parsed.toNormalizedString())
}

const metadata = [
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2:0:0:0:0:0:254',
  'fd20:ce:0:0:0:0:0:254',
]

/** Whether the address is one of this machine. */
export function isOfThisMachine(address: string): boolean {
  if (!isAddress(address)) return false
  const parsed = ipaddr.process(address)
  if (['loopback', 'unspecified'].includes(parsed.range())) return true
  const own = Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])
  return own.some(one => ipaddr.process(one.address).toNormalizedString() === parsed.toNormalizedString())
}

/**
 * The key for one address; '' for a client that has left, whose socket has none. A visitor with IPv6 has at least a /64, so
 * single addresses would limit nobody.
 */
export function countedAddress(ip: string | undefined): string {
  if (ip === undefined) return ''
  return isIPv6(ip) ? networkIn(ip, 4) : ip
}

/** The key for one network: an IPv4 /24 or an IPv6 /48; '' for a client that has left. */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return ''
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
