import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readPostgresAddress } from '../lib/network/postgres-address.ts'
import { Problem } from '../lib/problem.ts'
import { connect, type Database, isUnavailable } from './connect.ts'
import { type Embedded, type EmbeddedOptions, embedded } from './embedded/embedded.ts'
import { movedTo, refuseMoved } from './embedded/moved.ts'
import { actAsOwner, placeOf, type Role } from './embedded/roles.ts'
import { refuseIncompleteCopy } from './embedded/unfinished-move.ts'
import { findServer, firstServer } from './find-server.ts'
import { isSilence, refusalOf } from './refusals.ts'
import { openSession, type Session } from './session.ts'

export type Opened = {
  database: Database
  session: Session
  /**
   * Runs `act` as the owner of the embedded database, who makes its tables, and lets the service use them. Another database
   * has only the role of DATABASE_URL.
   */
  asOwner: <T>(act: (owner: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export type OpenOptions = {
  /** Any PostgreSQL 15 or newer. Default: the embedded one. */
  databaseUrl?: string | undefined
  embedded: EmbeddedOptions
  /** Uses the database that the embedded one was moved to, instead of refusing to open. */
  followMove?: boolean
  /** As whom all connections to the embedded database are opened. Default: its owner. */
  role?: Role
  log?: (message: string, error?: unknown) => void
}

/**
 * Opens the database. Starts the embedded one if it is not running. When that is moved, its connections open again at
 * its new place. Throws Problem if it was moved before.
 */
export async function openDatabase(options: OpenOptions): Promise<Opened> {
  const { dataDir } = options.embedded
  const server = options.databaseUrl ? undefined : embedded(options.embedded)
  if (server && !options.followMove) refuseMoved(dataDir)
  const address = () => options.databaseUrl ?? movedTo(dataDir)
  const find = async (named: string | undefined): Promise<pg.ClientConfig> => {
    if (named) return await findServer(readPostgresAddress(named))
    return placeOf(await (server as Embedded).ensureRunning(), options.role)
  }
  // The session finds the server again after each loss, and the other connections follow it.
  let found: { named: string | undefined; config: pg.ClientConfig } | undefined
  let database: Database | undefined
  const target = async () => {
    const named = address()
    const before = found?.config
    found = { named, config: await find(named) }
    if (before?.host !== found.config.host || before?.port !== found.config.port)
      database?.replaceConnections()
    return found.config
  }
  const session = await openWithPatience(Boolean(server), () =>
    openSession({
      target,
      embedded: server,
      onLost: () => database?.replaceConnections(),
      ...(options.log && { log: options.log }),
    }),
  ).catch(error => {
    if (error instanceof Problem) throw error
    if (server) throw isSilence(error) ? notAnswered(error) : error
    throw refusalOf(error) ?? notReached(error)
  })
  const place = () => {
    const named = address()
    // Until the session follows a move.
    if (named && named !== found?.named) return firstServer(readPostgresAddress(named))
    return found?.config ?? {}
  }
  const opened = connect(place)
  database = opened
  const close = async () => {
    await opened.close()
    await session.close()
  }
  if (options.databaseUrl)
    await refuseIncompleteCopy(opened).catch(async error => {
      await close()
      // A pooler may refuse the settings of these connections, which the session does not have.
      throw error instanceof Problem ? error : (refusalOf(error) ?? error)
    })
  const asOwner: Opened['asOwner'] = act => (address() ? act(opened) : actAsOwner(place, act))
  return { database: opened, session, asOwner, close }
}

// For a host with two addresses, the error has a code and no message.
function notReached({ message, code }: Error & { code?: string }): Problem {
  return new Problem(
    `The database of DATABASE_URL cannot be used: ${message || code}.`,
    'Check DATABASE_URL, and that the server runs.',
  )
}

function notAnswered({ message }: Error): Problem {
  return new Problem(
    `The database in the data folder does not answer: ${message}.`,
    'Try again. If it says so again, see what is wrong: ./realword doctor',
  )
}

const patience = 3_000 // ms

// Between attaching to a server and marking our presence, the last process that leaves may stop it. `isEmbedded`: tries at
// least twice, because a machine that stalls makes the first attempt longer than our patience.
async function openWithPatience(isEmbedded: boolean, open: () => Promise<Session>): Promise<Session> {
  const until = Date.now() + patience
  for (let attempt = 1; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      const isLast = Date.now() > until && !(isEmbedded && attempt === 1)
      if (isLast || !isUnavailable(error)) throw error
      await pause(50)
    }
  }
}
