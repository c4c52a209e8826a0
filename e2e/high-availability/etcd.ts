import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../server/test/network/listen.ts'
import { answerOf, launchProgram, signal } from '../programs/processes.ts'
import { findProgram } from '../programs/programs.ts'
import { waitFor } from '../service.ts'
import { type Machine, owner } from './machines.ts'

/** A member of etcd. */
export type Member = {
  /** Where Patroni reaches it: its host and port. */
  address: string
  start: () => void
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>
  /** Resolves when it answers and knows a leader. */
  healthy: () => Promise<void>
}

/** Starts a member on each machine. They agree while two of them run. */
export async function startEtcd(folder: string, machines: Machine[]): Promise<Member[]> {
  const addresses = []
  for (const [at, machine] of machines.entries())
    addresses.push({
      ...{ name: `${at + 1}`, machine },
      ...{ clients: await newUrl(machine), peers: await newUrl(machine) },
    })
  const all = addresses.map(({ name, peers }) => `${name}=${peers}`).join(',')
  const members = addresses.map(({ name, machine, clients, peers }) => {
    const settings = {
      ETCD_NAME: name,
      ETCD_INITIAL_CLUSTER: all,
      ETCD_LISTEN_PEER_URLS: peers,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
      ETCD_LISTEN_CLIENT_URLS: clients,
      ETCD_ADVERTISE_CLIENT_URLS: clients,
      ETCD_DATA_DIR: join(folder, `etcd-${name}`),
      ETCD_ENABLE_V2: 'true',
      ETCD_LOG_LEVEL: 'warn',
    }
    return newMember(clients, machine, join(folder, `etcd-${name}.log`), settings)
  })
  for (const member of members) member.start()
  for (const member of members) await member.healthy()
  return members
}

const newUrl = async ({ host }: Machine) => `http://${host}:${await freePort()}`

function newMember(url: string, { enter }: Machine, log: string, env: Record<string, string>): Member {
  let etcd: ChildProcess | undefined
  return {
    address: new URL(url).host,
    start: () => {
      etcd = launchProgram(findProgram('etcd') as string, [], { log, env, as: owner, enter })
    },
    kill: async () => {
      signal([etcd?.pid as number], 'SIGKILL')
      await waitFor('etcd to end', () => etcd?.exitCode !== null || etcd?.signalCode !== null)
    },
    healthy: async () => {
      await waitFor('a member of etcd', async () => (await answerOf(`${url}/health`))?.ok, 180_000)
    },
  }
}
