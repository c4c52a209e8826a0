import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether a host name or address is this machine's loopback. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/i, '')
  if (bare.toLowerCase() === 'localhost') return true
  const version = isIP(bare)
  return version !== 0 && loopback.check(bare, version === 4 ? 'ipv4' : 'ipv6')
}

/** The host of a Host header, without its port; empty if it is invalid. */
export function hostName(host: string): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}
