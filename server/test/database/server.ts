import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { distributeTables } from '../../foundation/database/citus/distribution.ts'
import { connect } from '../../foundation/database/connect.ts'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
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
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-test-'))
  const { address, nodes, stop } =
    project.name === 'citus' ? await startCitus(dataDir) : await startPostgres(dataDir, project.name)
  const target = { ...address, database: templateDatabase }
  if (nodes) await createOnNodes(nodes, templateDatabase)
  const session = await openSession({ target: async () => target })
  const database = connect(target)
  await migrate(database)
  if (nodes) await distributeTables(database)
  await installJobs(database)
  await database.close()
  await session.close()
  if (nodes) await closeOnNodes(nodes, templateDatabase)
  project.provide('postgres', address)
  project.provide('citus', nodes)
  return async () => {
    if (nodes) await dropOnNodes(nodes, templateDatabase)
    await stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function startPostgres(dataDir: string, project: string) {
  const server = embedded({
    dataDir,
    settings: { fsync: 'off', shared_buffers: '128MB', max_connections: '300' },
    ...(project === 'postgres 15' && { binaries: 'postgres-15-linux-x64' }),
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
