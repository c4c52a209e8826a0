import sql, { raw } from 'sql-template-tag'
import { expect, inject } from 'vitest'
import type { Database } from '../../foundation/database/connect.ts'

/** Resolves when a connection to this database waits for a lock, or `done` returns true. */
export async function untilOneWaits(database: Database, done: () => boolean): Promise<void> {
  // On Citus the row that is waited for is on another node.
  const activity = raw(inject('citus') ? 'citus_stat_activity' : 'pg_stat_activity')
  const waiting = sql`
    select
    from ${activity}
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => done() || (await database.query(waiting)).length === 1).toBe(true)
}
