import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { embedded } from '../../server/database/embedded/embedded.ts'

export type TargetServer = {
  /** The address of a database of this server, which may not exist yet. */
  urlOf: (name: string) => string
  query: <Row>(name: string, text: string, values?: unknown[]) => Promise<Row[]>
  /** Runs a statement, and keeps the locks of its session until `release`. `isAwaited`: another session waits for them. */
  hold: (
    name: string,
    text: string,
  ) => Promise<{ isAwaited: () => Promise<boolean>; release: () => Promise<void> }>
  stop: () => Promise<void>
}

const oldest = 'postgres-15-linux-x64'

/** A PostgreSQL server of the operator's own: the oldest supported version, where it is installed. */
export async function startTargetServer(): Promise<TargetServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-target-'))
  const port = await freePort()
  const hasOldest = existsSync(new URL(`../../node_modules/${oldest}`, import.meta.url))
  const server = embedded({
    dataDir,
    settings: { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off', shared_buffers: '64MB' },
    ...(hasOldest && { binaries: oldest }),
  })
  await server.ensureRunning()
  const urlOf = (name: string) => `postgres://realword:not-checked@127.0.0.1:${port}/${name}`

  async function connect(name: string): Promise<pg.Client> {
    const client = new pg.Client(urlOf(name))
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async function query<Row>(name: string, text: string, values?: unknown[]): Promise<Row[]> {
    const client = await connect(name)
    try {
      return (await client.query(text, values)).rows as Row[]
    } finally {
      await client.end()
    }
  }

  return {
    urlOf,
    query,
    hold: async (name, text) => {
      const client = await connect(name)
      await client.query(text)
      const waiting = 'select 1 from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0'
      return {
        isAwaited: async () => (await query(name, waiting)).length > 0,
        release: () => client.end(),
      }
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}
