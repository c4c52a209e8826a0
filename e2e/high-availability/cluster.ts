import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { freePort } from '../../server/test/network/listen.ts'
import { answerOf, familyOf, launchProgram, signal } from '../programs/processes.ts'
import { findPostgres, findProgram } from '../programs/programs.ts'
import { checkout, onCleanUp, temporaryFolder, waitFor } from '../service.ts'
import { type Member, startEtcd } from './etcd.ts'
import { type Machine, type Network, oneMachine, owner, startNetwork } from './machines.ts'

/** Three PostgreSQL servers under Patroni. One is the primary, another one its synchronous standby. */
export type Cluster = {
  nodes: Node[]
  etcd: Member[]
  /** Undefined if all of it is on this machine. */
  network: Network | undefined
  /** The primary, and its synchronous standby if there is one. */
  roles: () => Promise<{ primary: Node | undefined; synchronous: Node | undefined; running: number }>
  /** Resolves when three servers run and one of the standbys is synchronous. */
  whole: () => Promise<void>
  /** The last lines of all nodes. */
  log: () => string
}

export type Node = {
  name: string
  host: string
  port: number
  /** The port of Patroni's API, and its address. */
  api: number
  url: string
  /** Patroni's process and PostgreSQL's, with all that they started. */
  processes: () => number[]
  postmaster: () => number | undefined
  /** Starts Patroni, which starts PostgreSQL. */
  start: () => void
  /** The last lines that Patroni and PostgreSQL wrote. */
  log: () => string
  /** Resolves when Patroni has ended. */
  ended: () => Promise<void>
}

export const settingsFolder = join(checkout, 'deploy/high-availability')
const patience = 180_000 // ms

/** Starts three members of etcd and three servers with `deploy/high-availability/patroni.yml`, and creates the database `realword`. */
export async function startPatroni(): Promise<Cluster> {
  const folder = temporaryFolder({ ...(owner.uid !== undefined && { uid: owner.uid }) })
  const network = startNetwork()
  const machines = network?.machines ?? oneMachine
  const etcd = await startEtcd(folder, machines)
  const nodes: Node[] = []
  for (const [at, name] of ['one', 'two', 'three'].entries())
    nodes.push(await newNode(name, folder, etcd, machines[at] as Machine))
  for (const node of nodes) node.start()
  const cluster: Cluster = {
    ...{ nodes, etcd, network },
    ...{ roles: () => rolesOf(nodes), whole: () => becomeWhole(nodes), log: () => logOf(nodes) },
  }
  await cluster.whole()
  const { primary } = await cluster.roles()
  const admin = new pg.Client(`postgres://postgres:${password}@${primary?.host}:${primary?.port}/postgres`)
  await admin.connect()
  await admin.query(`create role realword login password '${password}'`)
  await admin.query('create database realword owner realword')
  await admin.end()
  return cluster
}

export const password = 'for-tests-only'

async function newNode(
  name: string,
  folder: string,
  etcd: Member[],
  { host, enter }: Machine,
): Promise<Node> {
  const home = join(folder, name)
  mkdirSync(home, { mode: 0o700 })
  if (owner.uid !== undefined) chownSync(home, owner.uid, owner.gid ?? owner.uid)
  const [port, api] = [await freePort(), await freePort()]
  const config = join(home, 'patroni.yml')
  writeFileSync(config, configuration(home))
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: etcd.map(({ address }) => address).join(','),
    PATRONI_RESTAPI_LISTEN: `${host}:${api}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${api}`,
    PATRONI_POSTGRESQL_LISTEN: `${host}:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: findPostgres() as string,
    PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    HOME: home,
  }
  let patroni: ChildProcess | undefined
  const postmaster = () => postmasterIn(join(home, 'data'))
  const processes = () =>
    familyOf([patroni?.pid, postmaster()].filter((pid): pid is number => pid !== undefined))
  return {
    ...{ name, host, port, api, url: `http://${host}:${api}` },
    postmaster,
    processes,
    start: () => {
      patroni = launchProgram(findProgram('patroni') as string, [config], {
        log: join(home, 'patroni.log'),
        env,
        as: owner,
        enter,
      })
      // PostgreSQL has a session of its own, and survives Patroni.
      onCleanUp(() => signal(processes(), 'SIGKILL'))
    },
    log: () => readFileSync(join(home, 'patroni.log'), 'utf8').split('\n').slice(-60).join('\n'),
    ended: async () => {
      await waitFor(
        'Patroni to end',
        () => patroni?.exitCode !== null || patroni?.signalCode !== null,
        patience,
      )
    },
  }
}

/** The shared configuration, with less memory and a folder for sockets of its own. */
function configuration(home: string): string {
  const shared = parse(readFileSync(join(settingsFolder, 'patroni.yml'), 'utf8'))
  const parameters = { unix_socket_directories: home, shared_buffers: '64MB', logging_collector: 'off' }
  return stringify({ ...shared, postgresql: { ...shared.postgresql, parameters } })
}

function postmasterIn(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : undefined
  } catch {
    return undefined
  }
}

type Role = { name: string; role: string; state: string }

async function rolesOf(nodes: Node[]) {
  const [members = []] = await Promise.any(
    nodes.map(async ({ url }) => {
      const answer = await fetch(`${url}/cluster`, { signal: AbortSignal.timeout(2_000) })
      return [((await answer.json()) as { members?: Role[] }).members]
    }),
  ).catch(() => [])
  const runs = ({ state }: Role) => state === 'running' || state === 'streaming'
  const nodeOf = (role: string) => {
    const member = members.find(one => one.role === role && runs(one))
    return nodes.find(({ name }) => name === member?.name)
  }
  return {
    primary: nodeOf('leader'),
    synchronous: nodeOf('sync_standby'),
    running: members.filter(runs).length,
  }
}

async function becomeWhole(nodes: Node[]): Promise<void> {
  const isWhole = async () => {
    const { primary, synchronous, running } = await rolesOf(nodes)
    if (!primary || !synchronous || running < nodes.length) return false
    return (await answerOf(`${primary.url}/primary`))?.ok
  }
  await waitFor('a primary, a synchronous standby and another one', isWhole, patience).catch(error => {
    throw new Error(`${error.message}\n${logOf(nodes)}`)
  })
}

function logOf(nodes: Node[]): string {
  return nodes.map(node => `${node.name}:\n${node.log()}`).join('\n')
}

/** What is not installed of what a cluster with failover needs, as names of Debian's packages. */
export function missingPackages(): string[] {
  const needed = {
    postgresql: findPostgres(),
    patroni: findProgram('patroni'),
    'etcd-server': findProgram('etcd'),
  }
  const all = { ...needed, haproxy: findProgram('haproxy') }
  return Object.entries(all).flatMap(([name, path]) => (path ? [] : [name]))
}
