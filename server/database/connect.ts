import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { createPipeline, NotDurable, type Pipeline } from './pipeline.ts'

/** Whatever a statement can be sent through: the shared pipeline, the pool, or one transaction. */
export type Connection = { query: <Row>(statement: Sql) => Promise<Row[]> }

export type Database = Connection & {
  /** Single look-ups of many callers over a few shared connections. */
  pipeline: Pipeline
  /** The same for group commits: a look-up must not stand behind a write that waits for a lock. */
  writes: Pipeline
  /** Runs `act` in a transaction: committed when it resolves, rolled back when it throws. */
  transaction: <T>(act: (tx: Connection) => Promise<T>) => Promise<T>
  /** The same on a connection of its own, and without limits of time: for migrations and repairs. */
  longTransaction: <T>(act: (tx: Connection) => Promise<T>) => Promise<T>
  /** Connections that find the tables of `schema` first: for sign-in, whose library writes its own SQL. */
  schemaPool: (schema: string) => pg.Pool
  close: () => Promise<void>
}

/** Raised by the server itself or by losing it: try again later. SQLSTATE, or a system error's code. */
const unavailable =
  /^(08...|28...|3D000|57P0[1-5]|57014|53...|55000|55P03|58030|40001|40P01|25006|XX000|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EMFILE|ENFILE|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EACCES)$/

/** Whether `error` says that the database cannot serve now, rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NotDurable) return true
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && unavailable.test(code)) return true
  return /Connection terminated|not queryable|Query read timeout|timeout exceeded when trying to connect|timeout expired/.test(
    error.message,
  )
}

/** Whether two transactions stood in each other's way and one was rolled back: the same again may succeed at once. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(String((error as { code?: unknown }).code))
}

/** Connections to the database at `target`; none is opened before it is needed. */
export function connect(target: pg.ClientConfig): Database {
  const config: pg.ClientConfig = {
    ...target,
    application_name: 'realword',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A statement that waits longer is given up by the server; the client's own limit is for a server
    // that does not answer at all.
    statement_timeout: 15_000,
    query_timeout: 20_000,
  }
  const pool = openPool({ ...config, max: 8, idleTimeoutMillis: 30_000 })
  // Statements of the pipeline are prepared once and look up by key. Prepared over tables that are still
  // empty, they would be planned as scans and stay so.
  const byKey = { ...config, options: '-c enable_seqscan=off -c plan_cache_mode=force_generic_plan' }
  const schemaPools: pg.Pool[] = []
  const pipeline = createPipeline(byKey, 2)
  const writes = createPipeline(byKey, 4)

  return {
    pipeline,
    writes,
    query: async <Row>(statement: Sql) => rowsOf<Row>(await pool.query(statement)),
    transaction: act => transaction(pool, act),
    longTransaction: async act => {
      const alone = openPool({ ...config, statement_timeout: 0, query_timeout: 0, max: 1 })
      try {
        return await transaction(alone, act)
      } finally {
        await alone.end()
      }
    },
    schemaPool: schema => {
      const own = openPool({ ...config, options: `-c search_path=${schema}`, max: 4 })
      schemaPools.push(own)
      return own
    },
    close: async () => {
      const pools = [pool, ...schemaPools].map(one => one.end())
      await Promise.all([...pools, pipeline.close(), writes.close()])
    },
  }
}

// Without a listener a connection that is lost would end the process: the pool hears those that are idle, and
// nobody those that are in use. What was asked over it is rejected all the same.
function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

async function transaction<T>(pool: pg.Pool, act: (tx: Connection) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act({
      query: async <Row>(statement: Sql) => rowsOf<Row>(await client.query(statement)),
    })
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // The connection's state is not known after an error: another is cheaper than finding out.
    client.release(true)
    throw error
  }
}

// A script of several statements, sent as one text, has a result for each.
function rowsOf<Row>(result: pg.QueryResult | pg.QueryResult[]): Row[] {
  return Array.isArray(result) ? result.flatMap(one => one.rows) : result.rows
}
