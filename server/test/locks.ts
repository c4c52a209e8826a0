import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Database } from '../database/connect.ts'

/** Resolves when a connection to this database waits for a lock, or `done` returns true. */
export async function untilOneWaits(database: Database, done: () => boolean): Promise<void> {
  const waiting = sql`
    select
    from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => done() || (await database.query(waiting)).length === 1).toBe(true)
}
