import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { createPipeline, NotDurable, type Pipeline, type Prepared } from './pipeline.ts'
import { followConnections } from './silent-connections.ts'

/** Anything that can run a statement: the shared pipeline, the pool, or a transaction. */
export type Connection = { query: <Row>(statement: Sql | Prepared) => Promise<Row[]> }

export type Database = Connection & {
  /** Single look-ups of many callers over a few shared connections. */
  pipeline: Pipeline
  /** A pipeline for group commits: a look-up must not queue behind a write that waits for a lock. */
  writes: Pipeline
  /** Runs `act` in a transaction: commits when it resolves, rolls back when it throws. */
  transaction: <T>(act: (tx: Connection) => Promise<T>) => Promise<T>
  /** Like `transaction`, on its own connection and without time limits: for migrations and repairs. */
  longTransaction: <T>(act: (tx: Connection) => Promise<T>) => Promise<T>
  /** Like `longTransaction`, with each statement in a transaction of its own, as `create index concurrently` needs. */
  longStatements: <T>(act: (db: Connection) => Promise<T>) => Promise<T>
  /** Runs `act` on one connection of its own, so that a lock of its session covers several transactions. */
  ownSession: <T>(limits: SessionLimits, act: (session: Session) => Promise<T>) => Promise<T>
  /** Connections that search `schema` first: for sign-in, whose library writes its own SQL. */
  schemaPool: (schema: string) => pg.Pool
  /** The connections of each pool, and the statements that wait for one. */
  connections: () => PoolState[]
  /** Replaces all connections: new statements open others, and those that stay silent are closed. */
  replaceConnections: () => void
  close: () => Promise<void>
}

/** One connection. Its transactions follow each other; one that fails is rolled back, and the connection stays. */
export type Session = Connection & Pick<Database, 'transaction'>

export type SessionLimits = {
  /** The longest statement, in ms. */
  statement: number
  /** Closes the connection 5 s later; its transaction is then rolled back. */
  signal?: AbortSignal | undefined
}

export type PoolState = { pool: string; used: number; idle: number; waiting: number }

/** Errors from the server itself, or from losing it: retry later. SQLSTATEs and system error codes. */
const unavailable =
  /^(08...|28...|3D000|57P0[1-5]|57014|53...|55000|55P03|58030|40001|40P01|25006|XX000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EMFILE|ENFILE|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EACCES)$/

/** Whether `error` means that the database cannot serve now, and not that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NotDurable) return true
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && unavailable.test(code)) return true
  return /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|timeout expired/.test(
    error.message,
  )
}

/** Whether two transactions conflicted and one was rolled back: an immediate retry may succeed. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(String((error as { code?: unknown }).code))
}

/** Where a connection that opens now connects to. */
export type Place = () => pg.ClientConfig

/** Creates the connections to the database at `target`. Each opens when it is first needed. */
export function connect(target: pg.ClientConfig | Place): Database {
  const place = typeof target === 'function' ? target : () => target
  const opened = followConnections()
  const config = (): pg.ClientConfig => ({
    application_name: 'realword',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // The server cancels a statement after this time. The client's own limit is for a server that does not answer at
    // all.
    statement_timeout: 15_000,
    query_timeout: 20_000,
    ...place(),
  })
  const openPool = (own: Place, limits: pg.PoolConfig) => quietPool(own, limits, opened.add)
  const pool = openPool(config, { max: 8, idleTimeoutMillis: 10_000 })
  const schemaPools: pg.Pool[] = []
  const pipeline = createPipeline(config, 2, opened.add)
  const writes = createPipeline(config, 4, opened.add)

  // A client, not a pool: each call has one connection, which closes when the call ends.
  async function alone<T>(
    { statement, signal }: SessionLimits,
    act: (client: pg.Client) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({ ...config(), statement_timeout: statement, query_timeout: 0 })
    client.on('error', () => {})
    opened.add(client)
    let grace: NodeJS.Timeout | undefined
    const close = () => {
      grace = setTimeout(() => void client.end(), 5_000)
    }
    await client.connect()
    signal?.addEventListener('abort', close)
    try {
      return await act(client)
    } finally {
      signal?.removeEventListener('abort', close)
      clearTimeout(grace)
      await client.end()
    }
  }

  const unlimited = { statement: 0 }

  const queryOf =
    (one: pg.Pool | pg.Client): Connection['query'] =>
    async statement =>
      rowsOf(await one.query(statement))

  return {
    pipeline,
    writes,
    query: queryOf(pool),
    transaction: act => transaction(pool, act),
    longTransaction: act => alone(unlimited, client => transactionOn(client, act)),
    longStatements: act => alone(unlimited, client => act({ query: queryOf(client) })),
    ownSession: (limits, act) =>
      alone(limits, client =>
        act({ query: queryOf(client), transaction: work => transactionOrRollback(client, work) }),
      ),
    schemaPool: schema => {
      const own = openPool(() => withOption(config(), `-c search_path=${schema}`), { max: 4 })
      schemaPools.push(own)
      return own
    },
    connections: () => [
      stateOf('main', [pool]),
      stateOf('sign_in', schemaPools),
      { pool: 'reads', ...pipeline.connections() },
      { pool: 'writes', ...writes.connections() },
    ],
    replaceConnections: () => {
      for (const one of [pipeline, writes]) one.replaceConnections()
      void opened.dropSilent()
    },
    close: async () => {
      const pools = [pool, ...schemaPools].map(one => one.end())
      await Promise.all([...pools, pipeline.close(), writes.close()])
    },
  }
}

// Of two values of a setting, PostgreSQL takes the last: ours, if the address has one too.
function withOption(config: pg.ClientConfig, option: string): pg.ClientConfig {
  return { ...config, options: [config.options, option].filter(Boolean).join(' ') }
}

function stateOf(name: string, pools: pg.Pool[]): PoolState {
  const sum = (read: (pool: pg.Pool) => number) => pools.reduce((before, pool) => before + read(pool), 0)
  const idle = sum(pool => pool.idleCount)
  return {
    pool: name,
    used: sum(pool => pool.totalCount) - idle,
    idle,
    waiting: sum(pool => pool.waitingCount),
  }
}

// Without an error listener, a lost connection would end the process. The pool listens on idle connections only. The
// statements of a lost connection are rejected anyway.
function quietPool(config: Place, limits: pg.PoolConfig, onOpen: (client: pg.Client) => void): pg.Pool {
  class Client extends pg.Client {
    constructor() {
      super(config())
      onOpen(this)
    }
  }
  const pool = new pg.Pool({ ...config(), ...limits, Client })
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

async function transaction<T>(pool: pg.Pool, act: (tx: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const result = await transactionOn(client, act)
    client.release()
    return result
  } catch (error) {
    // After an error, the connection's state is unknown: opening another is cheaper than checking.
    client.release(true)
    throw error
  }
}

async function transactionOn<T>(client: pg.ClientBase, act: (tx: Connection) => Promise<T>): Promise<T> {
  await client.query('begin')
  const result = await act({
    query: async <Row>(statement: Sql | Prepared) => rowsOf<Row>(await client.query(statement)),
  })
  await client.query('commit')
  return result
}

async function transactionOrRollback<T>(client: pg.Client, act: (tx: Connection) => Promise<T>): Promise<T> {
  try {
    return await transactionOn(client, act)
  } catch (error) {
    // A lost connection rolls back by itself.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

// A script of several statements has one result for each.
function rowsOf<Row>(result: pg.QueryResult | pg.QueryResult[]): Row[] {
  return Array.isArray(result) ? result.flatMap(one => one.rows) : result.rows
}
