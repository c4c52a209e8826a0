import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { type Column, type LookUp, shareLookUps } from './shared-look-ups.ts'

/** A statement and its prepared name. The same name always means the same text. */
export type Prepared = { name: string; text: string; values: unknown[] }

export type Pipeline = {
  /**
   * Runs one read-only statement, sent at once behind those in flight. Returns its rows. Sent again if another
   * statement's timeout closed the connection.
   */
  query: <Row>(statement: Sql | Prepared) => Promise<Row[]>
  /** Like `query`, sharing the statement with other callers. */
  lookUp: LookUp
  /**
   * Runs the statements as one transaction in one round trip. Returns the rows of each after the commit. Any error
   * rolls back all of them. Throws NotDurable if a standby did not confirm.
   */
  transaction: (statements: (Sql | Prepared)[]) => Promise<unknown[][]>
  /** Its open connections, and the statements in flight beyond one for each. */
  connections: () => { used: number; idle: number; waiting: number }
  /** Sends the next statements over new connections. */
  replaceConnections: () => void
  close: () => Promise<void>
}

/** The commit is on this server, but not on the standbys that `synchronous_standby_names` requires. */
export class NotDurable extends Error {}

// Statements of a pipeline are prepared once and look up by key. Prepared while tables are still empty, they would be
// planned as scans forever. Citus finds the node of a store from the parameters, so it needs a plan for each execution.
const settings = `
  select set_config('enable_seqscan', 'off', false), set_config('plan_cache_mode', mode, false)
  from (select case when to_regclass('pg_dist_partition') is null then 'force_generic_plan' else 'auto' end as mode) as plan`

type Shared = {
  client: pg.Client
  ready: Promise<unknown>
  inFlight: number
  warnings: number
  hasTimedOut: boolean
  isGathering: boolean
  /** Whether a statement used it since this was last asked. */
  isNeeded: boolean
}

const idleFor = 30_000 // ms

/**
 * A few connections that many callers share. PostgreSQL answers in order, so statements follow each other without
 * waiting. Measured at 32 callers: 78,000 small reads a second against 35,000 through a pool. A connection with an
 * error in a transaction is replaced, because its prepared statements are unknown. All but the first close after at least
 * `closeAfter` ms without a statement: PostgreSQL keeps 5 MB for each.
 */
export function createPipeline(
  config: () => pg.ClientConfig,
  size: number,
  onOpen: (client: pg.Client) => void = () => {},
  closeAfter = idleFor,
): Pipeline {
  const shared: (Shared | undefined)[] = Array.from({ length: size })

  function open(slot: number): Shared {
    const client = new pg.Client({ ...config(), pipeline: true } as pg.ClientConfig)
    onOpen(client)
    const ready = client.connect().then(() => client.query(settings))
    const opened: Shared = {
      ...{ client, ready, inFlight: 0, warnings: 0 },
      ...{ hasTimedOut: false, isGathering: false, isNeeded: true },
    }
    const idle = slot > 0 ? setInterval(() => closeIfIdle(opened), closeAfter).unref() : undefined
    const drop = () => {
      clearInterval(idle)
      if (shared[slot] === opened) shared[slot] = undefined
    }
    client.on('error', drop)
    client.on('end', drop)
    client.on('notice', notice => {
      if (notice.severity === 'WARNING') opened.warnings++
    })
    opened.ready.catch(drop)
    shared[slot] = opened
    return opened
  }

  function closeIfIdle(one: Shared): void {
    const isIdle = !one.isNeeded && one.inFlight === 0
    one.isNeeded = false
    if (!isIdle) return
    discard(one)
    one.client.end().catch(() => {})
  }

  function leastBusy(): Shared {
    let best = shared[0] ?? open(0)
    for (let slot = 1; slot < size && best.inFlight > 0; slot++) {
      const other = shared[slot] ?? open(slot)
      if (other.inFlight < best.inFlight) best = other
    }
    return best
  }

  async function use<T>(act: (one: Shared) => Promise<T>): Promise<T> {
    const one = leastBusy()
    one.inFlight++
    one.isNeeded = true
    try {
      await one.ready
      return await act(one)
    } finally {
      one.inFlight--
    }
  }

  function discard(one: Shared): void {
    const slot = shared.indexOf(one)
    if (slot >= 0) shared[slot] = undefined
  }

  async function read<Row>(statement: Sql | Prepared, isRepeat = false): Promise<Row[]> {
    let used: Shared | undefined
    try {
      return await use(async one => {
        used = one
        gatherWrites(one)
        return (await one.client.query(statement)).rows as Row[]
      })
    } catch (error) {
      // pg closes a connection whose first answer is late, and rejects all statements behind it.
      if (used?.hasTimedOut && !isTimeout(error) && !isRepeat) return await read(statement, true)
      if (used && isTimeout(error)) {
        used.hasTimedOut = true
        discard(used)
      }
      throw error
    }
  }

  return {
    query: statement => read(statement),
    lookUp: shareLookUps(statement => read<Column[]>(statement)),
    transaction: statements =>
      use(async one => {
        // A warning does not name its statement: while two are in flight, both count as not durable.
        const { warnings } = one
        // Sent in one iteration of the event loop, so no statement of another caller can come between.
        const sent = together(one.client, () => [
          one.client.query('begin isolation level read committed'),
          ...statements.map(statement => one.client.query(statement)),
          one.client.query('commit'),
        ])
        const results = await Promise.allSettled(sent)
        const failure = results.find(result => result.status === 'rejected')
        if (failure) {
          discard(one)
          one.client.end().catch(() => {})
          throw failure.reason
        }
        if (one.warnings > warnings) throw new NotDurable('the commit was not confirmed by a standby')
        return results
          .slice(1, -1)
          .map(result => (result as PromiseFulfilledResult<pg.QueryResult>).value.rows)
      }),
    connections: () => {
      const open = shared.filter(one => one !== undefined)
      const used = open.filter(({ inFlight }) => inFlight > 0).length
      const inFlight = open.reduce((sum, one) => sum + one.inFlight, 0)
      return { used, idle: open.length - used, waiting: inFlight - used }
    },
    replaceConnections: () => {
      for (const one of shared.splice(0, size, ...Array.from({ length: size }, () => undefined))) {
        // One that still answers ends after its last statement.
        if (one?.inFlight === 0) one.client.end().catch(() => {})
        else one?.client.once('drain', () => one.client.end().catch(() => {}))
      }
    },
    close: async () => {
      await Promise.all(shared.map(one => one?.client.end().catch(() => {})))
    },
  }
}

/** Writes once for the statements of this iteration of the event loop. Each write costs as much as a small read. */
function gatherWrites(one: Shared): void {
  if (one.isGathering) return
  one.isGathering = true
  const stream = streamOf(one.client)
  stream.cork()
  setImmediate(() => {
    one.isGathering = false
    stream.uncork()
  })
}

/** Writes once for the statements that `send` sends. */
function together<T>(client: pg.Client, send: () => T): T {
  const stream = streamOf(client)
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

// A part of pg that its types omit.
function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
