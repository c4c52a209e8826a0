import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parse, stringify } from 'yaml'
import { freePort } from '../../server/test/citus.ts'
import { checkout, onCleanUp, temporaryFolder, waitFor } from '../service.ts'
import { familyOf, launchProgram, owner, signal } from './processes.ts'
import { findPostgres, findProgram } from './programs.ts'

/** Three PostgreSQL servers under Patroni. One is the primary, another one its synchronous standby. */
export type Cluster = {
  nodes: Node[]
  /** The primary, and its synchronous standby if there is one. */
  roles: () => Promise<{ primary: Node | undefined; synchronous: Node | undefined; running: number }>
  /** Resolves when three servers run and one of the standbys is synchronous. */
  whole: () => Promise<void>
}

export type Node = {
  name: string
  port: number
  api: number
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

const settingsFolder = join(checkout, 'deploy/high-availability')
const patience = 180_000 // ms

/** Starts etcd and three servers with `deploy/high-availability/patroni.yml`, and creates the database `realword`. */
export async function startPatroni(): Promise<Cluster> {
  const folder = temporaryFolder({ ...(owner.uid !== undefined && { uid: owner.uid }) })
  const etcd = await startEtcd(folder)
  const nodes: Node[] = []
  for (const name of ['one', 'two', 'three']) nodes.push(await newNode(name, folder, etcd))
  for (const node of nodes) node.start()
  const cluster: Cluster = { nodes, roles: () => rolesOf(nodes), whole: () => becomeWhole(nodes) }
  await cluster.whole()
  const { primary } = await cluster.roles()
  const admin = new pg.Client(`postgres://postgres:${password}@127.0.0.1:${primary?.port}/postgres`)
  await admin.connect()
  await admin.query(`create role realword login password '${password}'`)
  await admin.query('create database realword owner realword')
  await admin.end()
  return cluster
}

export const password = 'for-tests-only'

/** Starts HAProxy with `deploy/high-availability/haproxy.cfg`. Returns the addresses that it listens on. */
export async function startProxy(
  nodes: Node[],
  instances: [string, string],
  ports: { reviews: number; postgresql: number },
): Promise<void> {
  const folder = temporaryFolder()
  const env = {
    ERRORS: settingsFolder,
    REVIEWS: `127.0.0.1:${ports.reviews}`,
    POSTGRESQL: `127.0.0.1:${ports.postgresql}`,
    REALWORD_1: instances[0],
    REALWORD_2: instances[1],
    ...Object.fromEntries(nodes.map((node, at) => [`POSTGRESQL_${at + 1}`, `127.0.0.1:${node.port}`])),
    ...Object.fromEntries(nodes.map((node, at) => [`PATRONI_PORT_${at + 1}`, String(node.api)])),
  }
  const config = join(settingsFolder, 'haproxy.cfg')
  launchProgram(findProgram('haproxy') as string, ['-db', '-f', config], {
    log: join(folder, 'haproxy.log'),
    env,
    as: {},
  })
}

async function startEtcd(folder: string): Promise<string> {
  const [clients, peers] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${clients}`
  const peer = `http://127.0.0.1:${peers}`
  launchProgram(
    findProgram('etcd') as string,
    [
      ...['--name', 'one', '--data-dir', join(folder, 'etcd'), '--log-level', 'warn'],
      ...['--listen-client-urls', url, '--advertise-client-urls', url],
      ...[
        '--listen-peer-urls',
        peer,
        '--initial-advertise-peer-urls',
        peer,
        '--initial-cluster',
        `one=${peer}`,
      ],
    ],
    { log: join(folder, 'etcd.log') },
  )
  await waitFor('etcd', async () => (await answerOf(`${url}/health`))?.ok, patience)
  return `127.0.0.1:${clients}`
}

async function newNode(name: string, folder: string, etcd: string): Promise<Node> {
  const home = join(folder, name)
  mkdirSync(home, { mode: 0o700 })
  if (owner.uid !== undefined) chownSync(home, owner.uid, owner.gid ?? owner.uid)
  const [port, api] = [await freePort(), await freePort()]
  const config = join(home, 'patroni.yml')
  writeFileSync(config, configuration(home))
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
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
    name,
    port,
    api,
    postmaster,
    processes,
    start: () => {
      patroni = launchProgram(findProgram('patroni') as string, [config], {
        log: join(home, 'patroni.log'),
        env,
      })
      // PostgreSQL has a session of its own, and survives Patroni.
      onCleanUp(() => signal(processes(), 'SIGKILL'))
    },
    log: () => readFileSync(join(home, 'patroni.log'), 'utf8').split('\n').slice(-15).join('\n'),
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

type Member = { name: string; role: string; state: string }

async function rolesOf(nodes: Node[]) {
  const [members = []] = await Promise.any(
    nodes.map(async ({ api }) => {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(2_000) })
      return [((await answer.json()) as { members?: Member[] }).members]
    }),
  ).catch(() => [])
  const runs = ({ state }: Member) => state === 'running' || state === 'streaming'
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
    return (await answerOf(`http://127.0.0.1:${primary.api}/primary`))?.ok
  }
  await waitFor('a primary, a synchronous standby and another one', isWhole, patience).catch(error => {
    throw new Error(`${error.message}\n${nodes.map(node => `${node.name}:\n${node.log()}`).join('\n')}`)
  })
}

async function answerOf(url: string): Promise<Response | undefined> {
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
}
