import sql, { raw, type Sql } from 'sql-template-tag'
import { expect, inject } from 'vitest'
import type { Connection, Database } from '../../foundation/database/connect.ts'

/** Resolves when a connection to this database waits for a lock, or `done` returns true. */
export async function untilOneWaits(database: Database, done: () => boolean): Promise<void> {
  await expect.poll(async () => done() || (await countWaiting(database)) > 0).toBe(true)
}

/** Runs the calls at once: each has begun, and waits for the rows that `lock` locks, before any of them continues. */
export async function queuedBehind<T>(
  database: Database,
  lock: Sql,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  let results: Promise<T[]> | undefined
  await database.transaction(async tx => {
    await tx.query(lock)
    results = Promise.all(calls.map(call => call()))
    results.catch(() => {}) // awaited below
    await expect.poll(() => countWaiting(database)).toBe(calls.length)
  })
  return (await results) as T[]
}

/** Runs `act` while another worker has the rows that `lock` locks. Throws if it waits for them. */
export async function besideLock<T>(
  database: Database,
  lock: Sql | ((tx: Connection) => Promise<unknown>),
  act: () => Promise<T>,
): Promise<T> {
  return await database.transaction(async tx => {
    await (typeof lock === 'function' ? lock(tx) : tx.query(lock))
    const { result, waits } = await beginBeside(database, act)
    if (waits) throw new Error('It waits for a lock.')
    return await result
  })
}

/** Runs `act` while a transaction has made `change`, which is committed once `act` waits for it. Throws if it does not wait. */
export async function besideChange<T>(
  database: Database,
  change: (tx: Connection) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const { result } = await database.transaction(async tx => {
    await change(tx)
    const begun = await beginBeside(database, act)
    if (!begun.waits) throw new Error('It does not wait for the change.')
    return begun
  })
  return await result
}

/** Begins `act`, until it waits for a lock or has ended. */
async function beginBeside<T>(
  database: Database,
  act: () => Promise<T>,
): Promise<{ result: Promise<T>; waits: boolean }> {
  let isDone = false
  const result = act().finally(() => {
    isDone = true
  })
  result.catch(() => {}) // awaited by the caller
  await untilOneWaits(database, () => isDone)
  return { result, waits: !isDone }
}

/** How many connections to this database wait for a lock. */
export async function countWaiting(database: Database): Promise<number> {
  // On Citus the row that is waited for is on another node.
  const activity = raw(inject('citus') ? 'citus_stat_activity' : 'pg_stat_activity')
  // Not those of the whole server: of a commit that notifies ("object"), or of a file that grows ("extend").
  const waiting = sql`
    select
    from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'
      and wait_event in ('advisory', 'relation', 'transactionid', 'tuple')`
  return (await database.query(waiting)).length
}
