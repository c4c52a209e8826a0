import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../database/connect.ts'
import { openSession, type Session } from '../database/session.ts'
import { templateDatabase } from './server.ts'

export type TestDatabase = {
  database: Database
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
  const session = await openSession({ target: async () => target })
  const database = connect(target)
  return {
    database,
    session,
    target,
    close: async () => {
      await database.close()
      await session.close()
    },
  }
}

async function createTarget(empty: boolean): Promise<pg.ClientConfig> {
  const postgres = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const client = new pg.Client({ ...postgres, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${empty ? 'template0' : templateDatabase}`)
  } finally {
    await client.end()
  }
  return { ...postgres, database: name }
}
