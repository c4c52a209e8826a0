import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { distributeTables } from '../../foundation/database/citus/distribution.ts'
import { connect } from '../../foundation/database/connect.ts'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
import { createService, grantToService } from '../../foundation/database/embedded/roles.ts'
import { migrate } from '../../foundation/database/migrations/migrate.ts'
import { openSession } from '../../foundation/database/session.ts'
import { installJobs } from '../../foundation/jobs/install.ts'
import {
  closeOnNodes,
  createOnNodes,
  dropOnNodes,
  findCitus,
  type Nodes,
  nodesOf,
  startCluster,
} from './citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' PostgreSQL. */
    postgres: { host: string; port: number; user: string; password?: string }
    /** The nodes of the tests' Citus cluster; undefined without one. */
    citus: Nodes | undefined
  }
}

export const templateDatabase = 'realword_template'

/**
 * One PostgreSQL server for the whole run, deleted afterwards. Each test file clones its migrated database. The project
 * `postgres 15` uses the oldest supported version, and `citus` a cluster.
 */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const kind = ['postgres 15', 'citus'].includes(project.name) ? project.name : 'newest'
  const server = shared.realwordServers.get(kind) ?? { running: start(kind), users: 0 }
  shared.realwordServers.set(kind, server)
  server.users++
  const { address, nodes, stop } = await server.running
  project.provide('postgres', address)
  project.provide('citus', nodes)
  return async () => {
    server.users--
    if (server.users > 0) return
    shared.realwordServers.delete(kind)
    await stop()
  }
}

type Running = Awaited<ReturnType<typeof start>>

// Each project loads this module anew.
const shared = globalThis as unknown as {
  realwordServers: Map<string, { running: Promise<Running>; users: number }>
}
shared.realwordServers ??= new Map()

async function start(kind: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-test-'))
  const { address, nodes, stop } = await (kind === 'citus'
    ? startCitus(dataDir)
    : startPostgres(dataDir, kind))
  const target = { ...address, database: templateDatabase }
  if (nodes) await createOnNodes(nodes, templateDatabase)
  await createRealword(target, Boolean(nodes))
  if (nodes) await closeOnNodes(nodes, templateDatabase)
  return {
    address,
    nodes,
    stop: async () => {
      if (nodes) await dropOnNodes(nodes, templateDatabase)
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Creates a database with our tables, unless it exists, and the role of the service. On Citus, the service has no role of its own. */
export async function createRealword(target: pg.ClientConfig, onCitus = false): Promise<void> {
  const session = await openSession({ target: async () => target })
  const database = connect(target)
  await migrate(database)
  if (onCitus) await distributeTables(database)
  await installJobs(database)
  if (!onCitus) {
    await createService(target)
    await grantToService(database)
  }
  await database.close()
  await session.close()
}

async function startPostgres(dataDir: string, kind: string) {
  const server = embedded({
    dataDir,
    settings: { fsync: 'off', shared_buffers: '128MB', max_connections: '300' },
    ...(kind === 'postgres 15' && { binaries: 'postgres-15-linux-x64' }),
  })
  const { socketFolder: host, port } = await server.ensureRunning()
  return { address: { host, port, user: 'realword' }, nodes: undefined, stop: server.stop }
}

/** The cluster of CITUS_URL, or one of our own. */
async function startCitus(dataDir: string) {
  const { CITUS_URL } = process.env
  const own = CITUS_URL ? undefined : await startCluster(dataDir, findCitus() as string)
  const nodes = own?.nodes ?? (await nodesOf(CITUS_URL as string))
  return { address: nodes[0], nodes, stop: async () => await own?.stop() }
}
