import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import {
  allowWrites,
  dropPublication,
  forbidWrites,
  moveLock,
  movePublication,
} from '../../foundation/database/embedded/unfinished-move.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { type ChangeStream, markPrefix, openChangeStream } from './change-stream.ts'
import { moveName, openClient } from './clients.ts'
import { readTables, type Table } from './tables.ts'

export type Source = {
  config: pg.ClientConfig
  tables: Table[]
  stream: ChangeStream
  /** For short statements. */
  control: pg.Client
  /** For transactions that see one snapshot. */
  reader: pg.Client
  /** Resolves when the stream has everything that was committed before the call. */
  catchUp: () => Promise<void>
  /** Stops all writes: new transactions can only read, and running ones have ended when it resolves. */
  stopWrites: () => Promise<void>
  /** Rejects if the server was lost since: after its restart, a service lets orders be written again. */
  proveStopped: () => Promise<void>
  /**
   * Undoes all changes to the server; `keepReadOnly`: except that nothing can be written. All its connections have then
   * ended.
   */
  close: (keepReadOnly?: boolean) => Promise<void>
}

/** Begins a move: opens the stream of changes. Throws Problem if another move is running or the server cannot stream. */
export async function openSource(config: pg.ClientConfig): Promise<Source> {
  const control = await openClient(config)
  const opened: pg.Client[] = [control]
  let stream: ChangeStream | undefined

  async function close(keepReadOnly = false): Promise<void> {
    stream?.close()
    try {
      if (keepReadOnly) return await endConnections(control)
      // The locks of `stopWrites`.
      await control.query('rollback')
      await allowWrites(control)
      await dropPublication(control)
    } finally {
      await Promise.all(opened.map(client => client.end()))
    }
  }

  try {
    await lockMove(control)
  } catch (error) {
    await control.end()
    throw error
  }
  try {
    await dropPublication(control)
    await control.query(`create publication ${movePublication} for all tables`)
    const tables = await readTables(control)
    stream = await openChangeStream(config, movePublication)
    const reader = await openClient(config)
    opened.push(reader)
    const { arriveAt } = stream
    return {
      config,
      tables,
      stream,
      control,
      reader,
      catchUp: async () => {
        const mark = randomUUID()
        const arrived = arriveAt(mark)
        await control.query(`select pg_logical_emit_message(false, '${markPrefix}', $1, true)`, [mark])
        await arrived
      },
      stopWrites: () => stopWrites(control, tables),
      proveStopped: async () => void (await control.query('select 1')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function lockMove(control: pg.Client): Promise<void> {
  const { rows } = await control.query(`
    select current_setting('wal_level') as level, pg_try_advisory_lock(${moveLock}) as locked`)
  const [{ level, locked }] = rows
  if (!locked)
    throw new Problem('Another process is moving this database.', 'Wait until it ends. Nothing was changed.')
  if (level !== 'logical')
    throw new Problem(
      'The running PostgreSQL server was started by an older Realword, and cannot send its changes.',
      'Stop and start the service once, and run this again. Nothing was changed.',
    )
}

const patience = 10_000 // ms for running transactions to end; then they are ended

// A transaction that waits for the locks of `stopWrites` would write once they are gone, and be answered, although the new
// database is in use. Connections that open later can only read.
async function endConnections(control: pg.Client): Promise<void> {
  await control.query(
    `select pg_terminate_backend(pid, ${patience})
    from pg_stat_activity
    where backend_type = 'client backend' and application_name <> $1`,
    [moveName],
  )
}

// A transaction that began before its connection knew the setting waits for the lock, and the lock waits for those that
// wrote. Readers need no lock that conflicts.
async function stopWrites(control: pg.Client, tables: Table[]): Promise<void> {
  await forbidWrites(control)
  await waitForSetting(control)
  const names = tables.map(({ name }) => name).join(', ')
  const until = performance.now() + patience
  for (;;) {
    try {
      await control.query('begin')
      await control.query("set local lock_timeout = '200ms'")
      await control.query(`lock table ${names} in share mode`)
      return
    } catch (error) {
      await control.query('rollback')
      if ((error as { code?: string }).code !== '55P03') throw error
      if (performance.now() > until)
        await control.query(`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null`)
      await pause(20)
    }
  }
}

// The postmaster reads its settings before it tells the connections, so all that open later know them too.
async function waitForSetting(control: pg.Client): Promise<void> {
  const isKnown =
    "select reset_val = 'on' as known from pg_settings where name = 'default_transaction_read_only'"
  while (!(await control.query(isKnown)).rows[0].known) await pause(20)
}
