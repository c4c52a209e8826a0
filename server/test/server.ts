import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../database/connect.ts'
import { embedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { openSession } from '../database/session.ts'
import { installJobs } from '../jobs/install.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' PostgreSQL. */
    postgres: { host: string; port: number; user: string }
  }
}

export const templateDatabase = 'realword_template'

/**
 * One PostgreSQL server for the whole run, deleted afterwards. Each test file clones its migrated database. The project
 * `postgres 15` uses the oldest supported version.
 */
// biome-ignore lint/style/noDefaultExport: Vitest requires it
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-test-'))
  const server = embedded({
    dataDir,
    settings: { fsync: 'off', shared_buffers: '128MB', max_connections: '300' },
    ...(project.name === 'postgres 15' && { binaries: 'postgres-15-linux-x64' }),
  })
  const { socketFolder: host, port } = await server.ensureRunning()
  const target = { host, port, user: 'realword', database: templateDatabase }
  const session = await openSession({ target: async () => target })
  const database = connect(target)
  await migrate(database)
  await installJobs(database)
  await database.close()
  await session.close()
  project.provide('postgres', { host, port, user: 'realword' })
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  }
}
