import { readConfig } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { type Opened, openDatabase } from '../database/open.ts'

/** Opens the database of this machine's settings, brings it up to date, lets `act` use it and leaves. */
export async function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openConfigured()
  try {
    await migrate(opened.database)
    return await act(opened.database)
  } finally {
    await opened.close()
  }
}

export async function openConfigured(): Promise<Opened> {
  const config = readConfig(process.env)
  return await openDatabase({ databaseUrl: config.DATABASE_URL, embedded: { dataDir: config.DATA_DIR } })
}
