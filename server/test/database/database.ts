import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../../foundation/database/connect.ts'
import { roles } from '../../foundation/database/embedded/roles.ts'
import { openSession, type Session } from '../../foundation/database/session.ts'
import { cloneOnNodes, closeOnNodes, dropOnNodes, type Nodes, reopenOnNodes } from './citus.ts'
import { templateDatabase } from './server.ts'

export type TestDatabase = {
  /** As the owner of the tables, for the statements of tests. */
  database: Database
  /** As the role of the service over its embedded server, which has no right but to read and write rows. */
  service: Database
  /** As that role too. */
  session: Session
  target: pg.ClientConfig
  close: () => Promise<void>
}

/**
 * Creates a migrated database for one test file. `empty`: without our tables. `shared`: uses that database instead of a
 * new one.
 */
export async function createTestDatabase({
  empty = false,
  shared,
}: {
  empty?: boolean
  shared?: pg.ClientConfig | undefined
} = {}): Promise<TestDatabase> {
  const target = shared ?? (await createTarget(empty))
  // The service has no role of its own on Citus, as on any server of DATABASE_URL.
  const asService = inject('citus') ? target : { ...target, user: roles.service }
  const session = await openSession({ target: async () => asService })
  const [database, service] = [connect(target), connect(asService)]
  return {
    database,
    service,
    session,
    target,
    close: async () => {
      await Promise.all([database.close(), service.close()])
      await session.close()
      if (!shared) await dropCopy(target)
    },
  }
}

async function createTarget(empty: boolean): Promise<pg.ClientConfig> {
  const database = empty ? await createCopy('template0') : await copyDatabase(templateDatabase)
  return { ...patientAddress(), database }
}

/**
 * The tests' PostgreSQL. A new connection, and the wait for a free one of a pool, may take longer than the five seconds of the
 * service, because a machine may stall.
 */
export const patientAddress = (): pg.ClientConfig => ({
  ...inject('postgres'),
  connectionTimeoutMillis: 20_000,
})

/** Copies a database that nobody is connected to. Returns the name of the copy. */
export async function copyDatabase(template: string): Promise<string> {
  const nodes = inject('citus')
  return nodes ? await copyOnNodes(nodes, template) : await createCopy(template)
}

/** Drops a copy on a cluster, where each keeps a process busy. One server keeps its copies until the tests end. */
export async function dropCopy({ database = '' }: pg.ClientConfig): Promise<void> {
  const nodes = inject('citus')
  if (nodes) await dropOnNodes(nodes, database)
}

/** Ends all connections to a test's database and refuses new ones. Returns what allows them again. */
export async function refuseConnections({ database = '' }: pg.ClientConfig): Promise<() => Promise<void>> {
  const nodes: Nodes = [inject('postgres')]
  await closeOnNodes(nodes, database)
  return async () => await reopenOnNodes(nodes, database)
}

async function createCopy(template: string): Promise<string> {
  const name = newName()
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  try {
    // Copying files takes half of the time of writing them to the WAL.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    // A copy does not inherit the rights on its template.
    await client.query(`revoke temporary on database ${name} from public`)
  } finally {
    await client.end()
  }
  return name
}

async function copyOnNodes(nodes: Nodes, template: string): Promise<string> {
  const name = newName()
  const isOpen = template !== templateDatabase
  if (isOpen) await closeOnNodes(nodes, template)
  await cloneOnNodes(nodes, name, template)
  if (isOpen) await reopenOnNodes(nodes, template)
  return name
}

const newName = () => `test_${randomBytes(8).toString('hex')}`
