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

/** A fresh, migrated database of one's own. `empty`: without our tables. `shared`: not a new one but that. */
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
