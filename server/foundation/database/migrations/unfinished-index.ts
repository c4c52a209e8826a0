import { setTimeout as pause } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../connect.ts'
import { everyMinute, type OnWait } from './lock.ts'

/**
 * Clears the way for `statement`, which creates the index `name` concurrently: PostgreSQL continues the statement of a
 * killed process to its end, and an index that fails stays unfinished.
 */
export async function prepareIndex(
  db: Connection,
  name: string,
  statement: string,
  onWait: OnWait | undefined,
): Promise<void> {
  await waitForBuilder(db, name, statement, onWait)
  const [unfinished] = await db.query(sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`)
  if (unfinished) await db.query(raw(`drop index concurrently ${name}`))
}

// To drop the index that is being built would be a deadlock: each waits for the other.
async function waitForBuilder(
  db: Connection,
  name: string,
  statement: string,
  onWait: OnWait | undefined,
): Promise<void> {
  const notice = everyMinute(onWait)
  for (;;) {
    // PostgreSQL shows the first kilobyte of statements.
    const [builder] = await db.query<{ pid: number }>(sql`
      select pid
      from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and state = 'active'
        and query like '%index concurrently%' and starts_with(${statement}, query)`)
    if (!builder) return
    await notice(
      async () =>
        `Waiting for PostgreSQL to complete the index ${name}, which a process began that has ended. To begin it anew: select pg_terminate_backend(${builder.pid})`,
    )
    await pause(100)
  }
}
