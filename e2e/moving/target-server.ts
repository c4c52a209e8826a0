import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { type Postmaster, readPostmaster } from '../../server/foundation/database/embedded/postmaster.ts'
import { freePort } from '../../server/test/network/listen.ts'

export type TargetServer = {
  port: number
  /** The address of a database of this server, which may not exist yet. */
  urlOf: (name: string) => string
  query: <Row>(name: string, text: string, values?: unknown[]) => Promise<Row[]>
  /** Runs a statement, and keeps the locks of its session until `release`. `isAwaited`: another session waits for them. */
  hold: (
    name: string,
    text: string,
  ) => Promise<{ isAwaited: () => Promise<boolean>; release: () => Promise<void> }>
  /** Ends it as a failing machine does. */
  kill: () => void
  /** Starts it again. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

const oldest = 'postgres-15-linux-x64'

/** A PostgreSQL server of the operator's own: of our version, or the oldest supported one, where that is installed. */
export async function startTargetServer(parent = tmpdir(), isOurs = false): Promise<TargetServer> {
  const dataDir = mkdtempSync(join(parent, 'realword-target-'))
  const port = await freePort()
  const hasOldest = existsSync(new URL(`../../node_modules/${oldest}`, import.meta.url))
  const server = embedded({
    dataDir,
    settings: { listen_addresses: '127.0.0.1', port: String(port), fsync: 'off', shared_buffers: '64MB' },
    ...(hasOldest && !isOurs && { binaries: oldest }),
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
    port,
    urlOf,
    query,
    kill: () => {
      process.kill((readPostmaster(join(dataDir, 'postgres')) as Postmaster).pid, 'SIGKILL')
    },
    start: async () => void (await server.ensureRunning()),
    hold: async (name, text) => {
      const client = await connect(name)
      await client.query(text)
      const { rows } = await client.query('select pg_backend_pid() as holder')
      // Not any that waits: an index that is created concurrently waits for other sessions.
      const waiting =
        "select from pg_stat_activity where backend_type = 'client backend' and $1 = any(pg_blocking_pids(pid))"
      return {
        isAwaited: async () => (await query(name, waiting, [rows[0].holder])).length > 0,
        release: () => client.end(),
      }
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Creates a database in which a trigger runs `act` before each insert of a store. */
export async function onFirstStore(
  target: Pick<TargetServer, 'query'>,
  name: string,
  act: string,
): Promise<void> {
  await target.query('postgres', `create database ${name}`)
  await target.query(
    name,
    `create function meddle() returns trigger language plpgsql as $$ begin ${act}; return new; end $$;
    create function meddle_with_stores() returns event_trigger language plpgsql as $$
    begin
      if to_regclass('stores') is not null and not exists (select from pg_trigger where tgname = 'meddle') then
        create trigger meddle before insert on stores for each row execute function meddle();
      end if;
    end $$;
    create event trigger meddle on ddl_command_end when tag in ('CREATE TABLE') execute function meddle_with_stores()`,
  )
}
