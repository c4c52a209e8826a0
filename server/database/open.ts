import type pg from 'pg'
import { connect, type Database } from './connect.ts'
import { type EmbeddedOptions, embedded } from './embedded.ts'
import { openSession, type Session } from './session.ts'

export type Opened = { database: Database; session: Session; close: () => Promise<void> }

export type OpenOptions = {
  /** Any PostgreSQL 15 or newer; absent: the embedded one. */
  databaseUrl?: string | undefined
  embedded: EmbeddedOptions
  log?: (message: string, error?: unknown) => void
}

/** Opens the database, started first when it is the embedded one and nobody else did. */
export async function openDatabase(options: OpenOptions): Promise<Opened> {
  const server = options.databaseUrl ? undefined : embedded(options.embedded)
  const target = async (): Promise<pg.ClientConfig> => {
    if (!server) return { connectionString: options.databaseUrl as string }
    const { socketFolder, port } = await server.ensureRunning()
    return { host: socketFolder, port, user: 'realword', database: 'realword' }
  }
  const session = await openWithPatience(() =>
    openSession({ target, embedded: server, ...(options.log && { log: options.log }) }),
  )
  // The address stays the same for as long as the data folder does, through every restart of the server.
  const database = connect(await target())
  return {
    database,
    session,
    close: async () => {
      await database.close()
      await session.close()
    },
  }
}

// Between attaching to a server and marking our presence it may be stopped by the last one who left it.
async function openWithPatience(open: () => Promise<Session>): Promise<Session> {
  for (let tries = 1; ; tries++) {
    try {
      return await open()
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      const stopping =
        /^(57P01|57P03|ECONNREFUSED|ECONNRESET|ENOENT)$/.test(code) || /terminated/.test(String(error))
      if (!stopping || tries === 20) throw error
      await new Promise(again => setTimeout(again, 50))
    }
  }
}
