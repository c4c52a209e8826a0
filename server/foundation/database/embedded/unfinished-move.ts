import pg from 'pg'
import sql from 'sql-template-tag'
import { Problem } from '../../lib/problem.ts'
import type { Connection } from '../connect.ts'
import { roles } from './roles.ts'

/** While this publication exists, the database is being moved, or its move was killed. */
export const movePublication = 'realword_move'

/** Advisory lock of the process that moves the database. */
export const moveLock = 7_267_005

/** SQL: whether a move is running, or was killed. */
export const isMoving = `exists (select from pg_publication where pubname = '${movePublication}')`

/**
 * Undoes what a killed move left in the embedded server: transactions can write again. Does nothing while a move is
 * running. `target`: the server, which only its owner can change.
 */
export async function undoUnfinishedMove(
  client: pg.Client,
  target: () => Promise<pg.ClientConfig>,
): Promise<void> {
  const { rows } = await client.query(`select ${isMoving} as moving`)
  if (!rows[0].moving) return
  const owner = new pg.Client({ ...(await target()), user: roles.owner })
  owner.on('error', () => {})
  await owner.connect()
  try {
    // Held until this connection ends, so no other move can begin meanwhile.
    const { rows } = await owner.query(`select pg_try_advisory_lock(${moveLock}) as unfinished`)
    if (!rows[0].unfinished) return
    await allowWrites(owner)
    await dropPublication(owner)
  } finally {
    await owner.end()
  }
}

export async function dropPublication(client: pg.Client): Promise<void> {
  await client.query('begin read write')
  await client.query(`drop publication if exists ${movePublication}`)
  await client.query('commit')
}

/** Every new transaction of every connection can only read. Those that run can still write. */
export async function forbidWrites(client: pg.Client): Promise<void> {
  await client.query('alter system set default_transaction_read_only = on')
  await client.query('select pg_reload_conf()')
}

export async function allowWrites(client: pg.Client): Promise<void> {
  await client.query('alter system reset default_transaction_read_only')
  await client.query('select pg_reload_conf()')
}

/** Throws Problem if this database is the copy of a move that has not finished. */
export async function refuseIncompleteCopy(db: Connection): Promise<void> {
  const [table] = await db.query<{ there: boolean }>(
    sql`select to_regclass('realword_move') is not null as there`,
  )
  if (!table?.there) return
  const [copy] = await db.query<{ complete: boolean }>(sql`select complete from realword_move`)
  if (copy?.complete) return
  throw new Problem(
    'The database of DATABASE_URL is the incomplete copy of a move that has not finished.',
    'Wait until ./realword move ends. If it was interrupted, leave DATABASE_URL out, and run it again with --start-over.',
  )
}
