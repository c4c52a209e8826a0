import pg from 'pg'
import sql from 'sql-template-tag'
import { readCitus } from '../../foundation/database/citus/citus.ts'
import { distributeTables } from '../../foundation/database/citus/distribution.ts'
import { connect, type Database } from '../../foundation/database/connect.ts'
import { findServer } from '../../foundation/database/find-server.ts'
import { migrate } from '../../foundation/database/migrations/migrate.ts'
import { openSession } from '../../foundation/database/session.ts'
import { installJobs } from '../../foundation/jobs/install.ts'
import { readPostgresAddress } from '../../foundation/lib/network/postgres-address.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { endWhenSilent, trackSockets, unlessSilent } from './silent-target.ts'
import { readTables, sameTable, type Table } from './tables.ts'

/**
 * Creates our tables in the database of `url`, without rows. Throws Problem if it has any that are not of an unfinished
 * move, or if its user may not create them. With `startOver`, deletes the rows of an unfinished move.
 */
export async function prepareTarget(url: string, tables: Table[], startOver: boolean): Promise<void> {
  const tracked = trackSockets(await findTarget(url))
  const target = tracked.config
  // Checks the version, and creates the database if it is missing.
  const opening = openSession({ target: async () => target })
  const session = await unlessSilent(tracked, opening).catch(error => {
    tracked.destroy()
    throw error instanceof Problem ? error : notReached(error)
  })
  const database = connect(target)
  try {
    await endWhenSilent(tracked)
    await checkEmpty(database, startOver)
    await createTables(database, session)
    const client = new pg.Client(target)
    client.on('error', () => {})
    await client.connect()
    try {
      await checkSame(client, tables)
      for (const { name } of tables) await client.query(`truncate ${name} cascade`)
    } finally {
      await client.end()
    }
  } finally {
    await database.close()
    await session.close()
    tracked.destroy()
  }
}

/** How to connect to the database of `url`. Throws Problem if no host of it can be used. */
export async function findTarget(url: string): Promise<pg.ClientConfig> {
  return await findServer(readPostgresAddress(url)).catch(error => {
    throw error instanceof Problem ? error : notReached(error)
  })
}

/** From now on, a service may use the target. */
export async function completeTarget(client: pg.Client): Promise<void> {
  await client.query('update realword_move set complete = true')
}

/** Removes the mark of the move, once the target is in use. */
export async function unmarkTarget(client: pg.Client): Promise<void> {
  await client.query('drop table realword_move')
}

async function checkEmpty(database: Database, startOver: boolean): Promise<void> {
  const [found] = await database.query<{ encoding: string; unfinished: boolean; used: boolean }>(sql`
    select current_setting('server_encoding') as encoding,
      to_regclass('realword_move') is not null as unfinished,
      coalesce(to_regclass('realword_migrations'), to_regclass('stores')) is not null
        or to_regnamespace('accounts') is not null or to_regnamespace('pgboss') is not null as used`)
  if (found?.encoding !== 'UTF8')
    throw new Problem(
      `The database has the encoding ${found?.encoding}, and Realword needs UTF8.`,
      "Create another one: create database … encoding 'UTF8' template template0. Nothing was changed.",
    )
  if (found.unfinished && !startOver)
    throw new Problem(
      'The database holds the incomplete copy of a move that did not finish.',
      'Run this again with --start-over, which deletes that copy and starts again. Nothing was changed.',
    )
  if (found.used && !found.unfinished)
    throw new Problem(
      'The database already holds tables of Realword, and a move replaces nothing.',
      'Name an empty database; one that does not exist yet is created. Nothing was changed.',
    )
}

// The mark is first: from the first table on, no service may take the copy for a whole database.
async function createTables(
  database: Database,
  session: { processId: () => number | undefined },
): Promise<void> {
  try {
    await database.query(sql`create table if not exists realword_move (complete boolean primary key)`)
    await database.query(sql`insert into realword_move values (false) on conflict do nothing`)
    await database.query(sql`delete from realword_move where complete`)
    const citus = await readCitus(database)
    if (citus && citus.nodes > 0)
      await distributeTables(database, { session, prepare: async () => void (await migrate(database)) })
    else await migrate(database)
    await installJobs(database)
  } catch (error) {
    throw error instanceof Problem ? error : refused(error as Error & { code?: string })
  }
}

async function checkSame(client: pg.Client, tables: Table[]): Promise<void> {
  const there = await readTables(client)
  const wrong = tables.filter(table => {
    const same = there.find(({ path }) => path === table.path)
    return !same || !sameTable(same, table)
  })
  if (wrong.length > 0)
    throw new Problem(
      `These tables are not the same in a database of this release: ${wrong.map(({ name }) => name).join(', ')}.`,
      'Start the service of this release once, so that it brings the database up to date, and run this again with --start-over.',
    )
}

function notReached({ message, code }: Error & { code?: string }): Problem {
  return new Problem(
    `The database of --to cannot be used: ${message || code}.`,
    'Check the address, and that the server runs. At most an empty database was created.',
  )
}

function refused(error: Error & { code?: string }): Error {
  if (error.code === '42501')
    return new Problem(
      `The user of --to may not create our tables: ${error.message}.`,
      'Make it the owner of the database (alter database … owner to …), and run this again with --start-over.',
    )
  // An extension that the server does not bring.
  if (error.code === '58P01' || error.code === '0A000')
    return new Problem(
      `The server of --to lacks something that Realword needs: ${error.message}.`,
      "Install PostgreSQL's contrib modules there (btree_gin, pg_trgm), and run this again with --start-over.",
    )
  return error
}
