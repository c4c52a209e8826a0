import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import type { Connection, Database } from '../connect.ts'

const migrationLock = 7_267_002 // advisory lock: of concurrent instances, one migrates
const firstNotice = 5_000 // ms
const furtherNotices = 60_000 // ms

/** Receives a sentence while this process waits for another one. */
export type OnWait = (sentence: string) => void

const printWait: OnWait = sentence => void process.stderr.write(`${sentence}\n`)

/**
 * Runs `act` in a transaction during which no other process migrates. Each try to lock is a transaction of its own: if
 * one is running its statement when `create index concurrently` starts in the other process, that waits for its end.
 */
export async function whileLocked<T>(
  database: Database,
  act: (tx: Connection) => Promise<T>,
  onWait = printWait,
): Promise<T> {
  const notice = everyMinute(onWait)
  for (;;) {
    const done = await database.longTransaction(async tx =>
      (await tryToLock(tx)) ? { result: await act(tx) } : undefined,
    )
    if (done) return done.result
    await notice(() => describeHolder(database))
    await pause(100)
  }
}

/** Calls `onWait` with what `describe` finds, first after a few seconds. */
export function everyMinute(
  onWait = printWait,
): (describe: () => Promise<string | undefined>) => Promise<void> {
  let due = performance.now() + firstNotice
  return async describe => {
    if (performance.now() < due) return
    const sentence = await describe()
    if (sentence === undefined) return
    onWait(sentence)
    due = performance.now() + furtherNotices
  }
}

// Without parameters: after a statement with parameters its portal stays open, which an index would wait for. The name
// ends with the transaction.
async function tryToLock(tx: Connection): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>(
    raw(`
      select
        set_config('application_name', '${ownName()}', true),
        pg_try_advisory_xact_lock(${migrationLock}) as taken`),
  )
  return lock?.taken ?? false
}

// PostgreSQL cuts names off after 63 bytes.
function ownName(): string {
  return `realword process ${process.pid} on ${hostname()
    .replace(/[^\w.-]/g, '?')
    .slice(0, 30)}`
}

type Holder = { pid: number; name: string; client: string | null; seconds: number }

async function describeHolder(db: Connection): Promise<string | undefined> {
  const [holder] = await db.query<Holder>(sql`
    select
      activity.pid,
      application_name as name,
      host(client_addr) || ':' || client_port as client,
      extract(epoch from now() - xact_start)::integer as seconds
    from pg_locks
    join pg_stat_activity activity using (pid)
    where locktype = 'advisory' and classid = 0 and objid = ${migrationLock} and objsubid = 1 and granted
      and datname = current_database()`)
  if (!holder) return undefined
  const { pid, name, client, seconds } = holder
  const from = client ? ` from ${client}` : ''
  return `Waiting for another process that has been migrating this database for ${seconds} s: ${name}${from}. If it hangs, end it, or its connection: select pg_terminate_backend(${pid})`
}
