import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../../server/foundation/database/embedded/binaries.ts'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { chooseRunAs, spawnAs } from '../../server/foundation/database/embedded/run-as.ts'
import { freePort } from '../../server/test/network/listen.ts'
import { newDataDir, waitFor } from '../service.ts'

/** A PostgreSQL server of an operator's own, on a port of 127.0.0.1, with the user `realword`. */
export type Server = {
  port: number
  query: <Row>(text: string) => Promise<Row[]>
  kill: () => void
}

const settings = { listen_addresses: '127.0.0.1', fsync: 'off', shared_buffers: '64MB' }

/** Starts a server after `prepare` wrote into its folder. `cleanUp` ends it, as it does those of `startPair`. */
export async function startServer(prepare: (folder: string) => void = () => {}): Promise<Server> {
  const { dataDir, folder } = await newFolder()
  prepare(folder)
  return await launchServer(dataDir)
}

/** Starts a primary, and a hot standby that follows it. */
export async function startPair(): Promise<{ primary: Server; standby: Server }> {
  const { dataDir } = await newFolder()
  const copy = newDataDir()
  spawnSync('cp', ['-a', dataDir, copy])
  const primary = await launchServer(dataDir)
  writeFileSync(join(copy, 'postgres', 'standby.signal'), '')
  appendFileSync(
    join(copy, 'postgres', 'postgresql.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${primary.port} user=realword'\n`,
  )
  const standby = await launchServer(copy)
  await waitFor(
    'the standby to follow',
    async () => (await primary.query("select from pg_stat_replication where state = 'streaming'")).length > 0,
  )
  return { primary, standby }
}

/** A new data folder with the owner and rights that PostgreSQL needs. */
async function newFolder(): Promise<{ dataDir: string; folder: string }> {
  const dataDir = newDataDir()
  const server = embedded({ dataDir, settings: { fsync: 'off' } })
  await server.ensureRunning()
  await server.stop()
  return { dataDir, folder: join(dataDir, 'postgres') }
}

async function launchServer(dataDir: string): Promise<Server> {
  const folder = join(dataDir, 'postgres')
  const port = await freePort()
  const all = { ...settings, port: String(port), unix_socket_directories: '' }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(dataDir, 'postgres.log'), 'a')
  const program = join(findBinaries().folder, 'bin', 'postgres')
  const child = spawnAs(chooseRunAs(folder), program, ['-D', folder, ...args], log)
  closeSync(log)
  const query = async <Row>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'realword', database: 'postgres' })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  await waitFor('the server', () => query('select 1').catch(() => false as const))
  return { port, query, kill: () => void child.kill('SIGQUIT') }
}
