import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { Prepared } from '../../foundation/database/pipeline.ts'
import type { Column } from '../../foundation/database/shared-look-ups.ts'

/**
 * Runs acts one after the other, each in one transaction that is rolled back. `change` may replace the text of each
 * statement.
 */
export async function openRolledBack(
  target: pg.ClientConfig,
  change: (text: string) => string = text => text,
) {
  const client = new pg.Client(target)
  await client.connect()
  const database = databaseOver(client, change)
  return {
    /** The database for a service whose requests are sent within `run`. */
    database,
    run: async <T>(act: (db: Database) => Promise<T>): Promise<T> => {
      await client.query('begin isolation level repeatable read')
      try {
        return await act(database)
      } finally {
        await client.query('rollback')
      }
    },
    close: () => client.end(),
  }
}

function databaseOver(client: pg.Client, change: (text: string) => string): Database {
  // One connection runs one statement at a time.
  let last: Promise<unknown> = Promise.resolve()
  const send = (statement: string | pg.QueryConfig) => {
    const sent = last.then(() => client.query(statement))
    last = sent.catch(() => {})
    return sent
  }
  const query = async <Row>(statement: Sql | Prepared): Promise<Row[]> => {
    const { text, values } = statement
    // The outer transaction has set the isolation level, and setup statements need to write in it.
    if (text.startsWith('set transaction')) return []
    const result = await send({ text: change(text), values })
    return (Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows) as Row[]
  }
  let depth = 0
  const transaction = async <T>(act: (tx: Connection) => Promise<T>): Promise<T> => {
    const name = `depth_${++depth}`
    await send(`savepoint ${name}`)
    try {
      const result = await act({ query })
      await send(`release savepoint ${name}`)
      return result
    } catch (error) {
      await send(`rollback to savepoint ${name}`)
      throw error
    }
  }
  const pipeline = {
    query,
    lookUp: async ({ values, ...statement }: Prepared, keys: string[]) => {
      const rows = await query<Record<string, Column>>({ ...statement, values: [...values, keys] })
      return rows.map(row => Object.values(row))
    },
    transaction: (statements: (Sql | Prepared)[]) =>
      transaction(async () => {
        const rows: unknown[][] = []
        for (const statement of statements) rows.push(await query(statement))
        return rows
      }),
    connections: () => ({ used: 0, idle: 0, waiting: 0 }),
    replaceConnections: () => {},
    close: async () => {},
  }
  return {
    ...{ query, transaction, longTransaction: transaction, pipeline, writes: pipeline },
    longStatements: act => act({ query }),
    ownSession: (_limits, act) => act({ query, transaction }),
    schemaPool: () => {
      throw new Error('Verbs of a store need no long transaction.')
    },
    connections: () => [],
    replaceConnections: () => {},
    close: async () => {},
  }
}
