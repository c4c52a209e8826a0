import { existsSync, globSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { connect } from '../../foundation/database/connect.ts'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
import { freePort } from '../network/listen.ts'

/** A coordinator, first, and its workers. */
export type Nodes = [Node, ...Node[]]

type Node = { host: string; port: number; user: string; password?: string }

/** The folder of an installed PostgreSQL with Citus; undefined if this machine has none. */
export function findCitus(): string | undefined {
  const [library] = globSync(['/usr/lib/postgresql/*/lib/citus.so', '/usr/pgsql-*/lib/citus.so'])
  const folder = library && dirname(dirname(library))
  return folder && existsSync(join(folder, 'bin/postgres')) ? folder : undefined
}

export type Cluster = {
  nodes: Nodes
  /** The folder of each node, as of `embedded`. */
  dataDirs: string[]
  /** Starts the nodes that were killed. */
  ensureRunning: () => Promise<void>
  stop: () => Promise<void>
}

/** A coordinator and two workers of our own, below `dataDir`, with the PostgreSQL of `folder`. */
export async function startCluster(
  dataDir: string,
  folder: string,
  change: Record<string, string> = {},
): Promise<Cluster> {
  const all = { ...clusterSettings, ...ofCitus, ...change }
  const names = ['coordinator', 'worker-1', 'worker-2']
  const servers = await Promise.all(names.map(name => startNode(join(dataDir, name), folder, all)))
  return {
    nodes: servers.map(({ node }) => node) as Nodes,
    dataDirs: servers.map(one => one.dataDir),
    ensureRunning: async () => {
      for (const { server } of servers) await server.ensureRunning()
    },
    stop: async () => {
      for (const { server } of servers) await server.stop()
    },
  }
}

async function startNode(dataDir: string, folder: string, settings: Record<string, string>) {
  const binaries = join(dataDir, 'binaries')
  mkdirSync(binaries, { recursive: true })
  symlinkSync(folder, join(binaries, 'native'))
  const port = await freePort()
  const server = embedded({ dataDir, binaries, settings: { ...settings, port: String(port) } })
  await server.ensureRunning()
  return { server, dataDir, node: { host: '127.0.0.1', port, user: 'realword' } }
}

export const clusterSettings = {
  listen_addresses: '127.0.0.1',
  fsync: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  max_prepared_transactions: '300',
  // One for each database in use, besides those that move shards.
  max_worker_processes: '100',
  wal_level: 'logical',
}

const ofCitus = {
  shared_preload_libraries: 'citus',
  // Each table is this many tables, in each of the tests' databases.
  'citus.shard_count': '4',
}

/** The nodes of the cluster whose coordinator has the address `url`, of a superuser. */
export async function nodesOf(url: string): Promise<Nodes> {
  const { hostname, port, username, password } = new URL(url)
  const user = { user: username, ...(password && { password }) }
  const database = connect({ connectionString: url })
  try {
    const workers = await database.query<{ host: string; port: number }>(sql`
      select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0 order by groupid`)
    return [
      { host: hostname, port: Number(port || 5432), ...user },
      ...workers.map(node => ({ ...node, ...user })),
    ]
  } finally {
    await database.close()
  }
}

/** Creates an empty database on each node, and joins them. */
export async function createOnNodes(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes) await createAlone(node, name, ['create extension citus'])
  const [coordinator, ...workers] = nodes
  const add = workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`)
  const { host, port } = coordinator
  await queryOn({ ...coordinator, database: name }, [
    `select citus_set_coordinator_host('${host}', ${port})`,
    ...add,
  ])
}

/** Creates a database on one node, and runs the statements there. */
export async function createAlone(node: Node, name: string, statements: string[]): Promise<void> {
  await queryOn({ ...node, database: 'postgres' }, [`create database ${name}`])
  await queryOn({ ...node, database: name }, statements)
}

/** Disconnects everybody from a database, so that it can be copied. Citus keeps a maintenance process in each. */
export async function closeOnNodes(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes) {
    await queryOn({ ...node, database: 'postgres' }, [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    ])
  }
}

export async function reopenOnNodes(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes)
    await queryOn({ ...node, database: 'postgres' }, [`alter database ${name} allow_connections true`])
}

/** Copies a closed database on each node. */
export async function cloneOnNodes(nodes: Nodes, name: string, template: string): Promise<void> {
  for (const node of nodes.toReversed())
    await queryOn({ ...node, database: 'postgres' }, [`create database ${name} template ${template}`])
}

export async function dropOnNodes(nodes: Nodes, name: string): Promise<void> {
  for (const node of nodes) {
    await queryOn({ ...node, database: 'postgres' }, [`drop database if exists ${name} with (force)`])
  }
}

async function queryOn(target: pg.ClientConfig, statements: string[]): Promise<void> {
  const client = new pg.Client(target)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
