import { spawnSync } from 'node:child_process'
import { isRoot } from '../other-users.ts'
import { findProgram } from '../programs/programs.ts'
import { onCleanUp } from '../service.ts'

/** PostgreSQL refuses to run as root. The package of Debian's PostgreSQL makes this user. */
export const owner: { uid?: number; gid?: number } = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: '-u' | '-g'): number {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
}

/** A machine of the cluster: a network namespace of Linux, or this machine itself. */
export type Machine = {
  host: string
  /** The command that runs a program on it; empty: this machine. */
  enter: string[]
}

export type Network = {
  machines: [Machine, Machine, Machine]
  /** Puts these machines into a network of their own: the others and we no longer reach them. Packets are lost silently. */
  separate: (hosts: string[]) => void
  /** Joins all of them again. */
  join: () => void
}

const iproute = findProgram('ip')

/** Only root makes networks, with iproute2. */
export const mayDivide = isRoot && iproute !== undefined && findProgram('setpriv') !== undefined

/** Three machines in a network, which can be divided; undefined where that is not possible. */
export function startNetwork(): Network | undefined {
  if (!mayDivide) return undefined
  const name = (what: string) => `rw${process.pid}${what}`
  const [bridge, apart] = [name('b'), name('x')]
  // For tests of networks (RFC 2544): nothing else has them.
  const subnet = `198.18.${process.pid % 250}`
  onCleanUp(() => {
    for (const at of [1, 2, 3]) {
      tryIp('link', 'delete', name(`v${at}`))
      tryIp('netns', 'delete', name(`n${at}`))
    }
    for (const link of [bridge, apart]) tryIp('link', 'delete', link)
  })
  if (!tryIp('link', 'add', bridge, 'type', 'bridge')) return undefined
  ip('link', 'add', apart, 'type', 'bridge')
  ip('address', 'add', `${subnet}.254/24`, 'dev', bridge)
  for (const link of [bridge, apart]) ip('link', 'set', link, 'up')
  const linkOf = new Map<string, string>()
  const add = (at: number): Machine => {
    const [namespace, ours, host] = [name(`n${at}`), name(`v${at}`), `${subnet}.${at}`]
    ip('netns', 'add', namespace)
    ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    ip('link', 'set', ours, 'master', bridge, 'up')
    ip('-n', namespace, 'address', 'add', `${host}/24`, 'dev', 'eth0')
    for (const link of ['lo', 'eth0']) ip('-n', namespace, 'link', 'set', link, 'up')
    linkOf.set(host, ours)
    return { host, enter: [iproute as string, 'netns', 'exec', namespace] }
  }
  const move = (hosts: Iterable<string>, to: string) => {
    for (const host of hosts) ip('link', 'set', linkOf.get(host) as string, 'master', to)
  }
  return {
    machines: [add(1), add(2), add(3)],
    separate: hosts => move(hosts, apart),
    join: () => move(linkOf.keys(), bridge),
  }
}

/** This machine three times, for those who may not make networks. */
export const oneMachine: Network['machines'] = [
  { host: '127.0.0.1', enter: [] },
  { host: '127.0.0.1', enter: [] },
  { host: '127.0.0.1', enter: [] },
]

const tryIp = (...args: string[]) => spawnSync(iproute as string, args).status === 0

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync(iproute as string, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`)
}
