import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../lib/problem.ts'
import type { Embedded } from './embedded/embedded.ts'
import { createService, roles } from './embedded/roles.ts'
import { isMoving, undoUnfinishedMove } from './embedded/unfinished-move.ts'

export type Session = {
  /** Whether notifications arrive now. While false, nothing may be answered from a cache. */
  isListening: () => boolean
  /** The process of the server behind this connection; undefined while it is lost. */
  processId: () => number | undefined
  onNotify: (hear: (payload: string) => void) => void
  /** Runs `forget` when the connection is lost, and again when it is back: caches may be stale. */
  onGap: (forget: () => void) => void
  /** Leaves. The last process to leave stops the embedded server. */
  close: () => Promise<void>
}

export type SessionOptions = {
  target: () => Promise<pg.ClientConfig>
  embedded?: Embedded | undefined
  /** Runs when the connection is lost: others may be dead too, without an error. */
  onLost?: () => void
  log?: (message: string, error?: unknown) => void
}

const channel = 'realword'
const presence = 7_267_001 // advisory lock, shared by every process that uses this embedded server

/**
 * Opens the one connection that each process keeps to itself. It listens for notifications. Over an embedded server
 * it also marks the presence of the process. When it breaks, it reconnects until closed, and starts the server again
 * if needed.
 */
export async function openSession({
  target,
  embedded,
  onLost = () => {},
  log = () => {},
}: SessionOptions): Promise<Session> {
  const hearers: ((payload: string) => void)[] = []
  const forgetters: (() => void)[] = []
  let client: pg.Client | undefined
  let closing = false
  let comingBack: Promise<void> | undefined

  async function establish(): Promise<void> {
    const fresh = await connectTo(target, embedded)
    fresh.on('error', () => lost(fresh))
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ payload }) => {
      for (const hear of hearers) hear(payload ?? '')
    })
    try {
      if (embedded?.isInUse()) {
        await fresh.query('select pg_advisory_lock_shared($1)', [presence])
        await undoUnfinishedMove(fresh, target)
      }
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      fresh.end().catch(() => {})
      throw error
    }
    client = fresh
    for (const forget of forgetters) forget()
  }

  function lost(which: pg.Client): void {
    if (which !== client) return
    client = undefined
    for (const forget of forgetters) forget()
    which.end().catch(() => {})
    if (closing) return
    onLost()
    comingBack = comeBack()
  }

  async function comeBack(): Promise<void> {
    log('Lost the connection to the database; reconnecting')
    for (let wait = 50; !closing; wait = Math.min(wait * 2, 1_000)) {
      try {
        await establish()
        return log('Reconnected to the database')
      } catch (error) {
        log('Could not reconnect to the database yet', error)
        await pause(wait)
      }
    }
  }

  // A connection can die silently (a switch, a firewall). The heartbeat detects it within a second and a half.
  let lastBeat: Promise<void> | undefined
  const heartbeat = setInterval(() => {
    if (!client || lastBeat) return
    lastBeat = beat(client)
      .catch(lost.bind(undefined, client))
      .finally(() => {
        lastBeat = undefined
      })
  }, 500).unref()

  async function beat(beating: pg.Client): Promise<void> {
    const text = `select ${embedded ? isMoving : false} as moving`
    const { rows } = await beating.query({ text, query_timeout: 1_000 } as pg.QueryConfig)
    if (!rows[0].moving) return
    if (embedded?.isInUse()) await undoUnfinishedMove(beating, target)
    // All our connections to it end, and open again at the new place.
    else await embedded?.stop()
  }

  await establish()
  return {
    isListening: () => client !== undefined,
    processId: () => (client as { processID?: number } | undefined)?.processID,
    onNotify: hear => hearers.push(hear),
    onGap: forget => forgetters.push(forget),
    close: async () => {
      closing = true
      clearInterval(heartbeat)
      // A connection runs one statement at a time.
      await lastBeat
      // A reconnect may have just started the server again: leave that one.
      await comingBack
      if (client && embedded?.isInUse()) await leave(client, embedded)
      await client?.end().catch(() => {})
    },
  }
}

// A process that gets the exclusive lock is the last. A process that connects meanwhile loses its connection to the
// stop, and starts the server again: its `establish` above retries until it succeeds.
async function leave(client: pg.Client, embedded: Embedded): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [presence])
    const { rows } = await client.query('select pg_try_advisory_lock($1) as last', [presence])
    if (rows[0].last) await embedded.stop()
  } catch {
    // The server stopped by itself: there is nothing left to stop.
  }
}

async function connectTo(
  target: () => Promise<pg.ClientConfig>,
  embedded: Embedded | undefined,
): Promise<pg.Client> {
  const config = {
    application_name: 'realword session',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...(await target()),
  }
  let client = newClient(config)
  try {
    await client.connect()
  } catch (error) {
    const { code } = error as { code?: string }
    // 28000: a new server, or one of an earlier release, has no role of the service yet.
    if (code === '28000' && embedded?.isInUse()) {
      // A move that was killed may have forbidden all writes; it is undone later.
      const asOwner = { ...config, user: roles.owner, options: '-c default_transaction_read_only=off' }
      await createDatabase(asOwner, String(client.database))
      await createService(asOwner)
    } else if (code === '3D000') await createDatabase(config, String(client.database))
    else throw error
    client = newClient(config)
    await client.connect()
  }
  try {
    await checkServer(client)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}

// Without an error listener, a connection lost while it opens would end the process.
function newClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config)
  client.on('error', () => {})
  return client
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as is_standby,
      current_setting('synchronous_commit') as synchronous_commit`)
  const { version, is_standby, synchronous_commit } = rows[0]
  if (version < 150_000) {
    throw new Problem(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}, and Realword needs 15 or newer.`,
      'Upgrade it, or leave DATABASE_URL out to use the one Realword brings.',
    )
  }
  if (is_standby) {
    throw new Problem(
      'The database of DATABASE_URL is a standby, which accepts no writes.',
      'Name the primary, or all hosts with target_session_attrs=read-write.',
    )
  }
  if (synchronous_commit === 'off') {
    throw new Problem(
      'The database has synchronous_commit = off for us: an order that was answered 201 could be lost.',
      'Set it to on for our role or database: alter role … set synchronous_commit = on.',
    )
  }
}

async function createDatabase(config: pg.ClientConfig, name: string): Promise<void> {
  const client = newClient({ ...config, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // 42P04, 23505: another instance created it a moment ago.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}
