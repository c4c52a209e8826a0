import { statfs } from 'node:fs/promises'
import sql from 'sql-template-tag'
import packageJson from '../../../package.json' with { type: 'json' }
import { countImports } from '../../exchange/imports/uploads/count-imports.ts'
import type { Config } from '../../foundation/config/config.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { readQueues } from '../../foundation/jobs/queue-state.ts'
import { backupState } from '../../upkeep/backups/state.ts'
import type { Health } from './operator-schemas.ts'

const day = 24 * 60 * 60 * 1000

/** The state of the service, its queues and its disk. Reads figures only, of all stores together. */
export async function readHealth(db: Connection, config: Config, at: Date): Promise<Health> {
  const { DATA_DIR, DATABASE_URL, SMTP_URL } = config
  const since = new Date(at.getTime() - day)
  const { bytes, postgresql, schema } = await readDatabase(db)
  return {
    at,
    queues: await readQueues(db, at),
    mails: { since, ...(await countMails(db, since)), sends: SMTP_URL !== undefined },
    imports: byState(await countImports(db, since)),
    backups: readBackups(config, at.getTime()),
    disk: await readDisk(DATA_DIR),
    database: { bytes, embedded: DATABASE_URL === undefined },
    versions: { realword: packageJson.version, node: process.versions.node, postgresql, schema },
  }
}

// Joined with the stores, so that each one's part of the index by state and date is read.
async function countMails(db: Connection, since: Date) {
  const [queued] = await db.query<{ waiting: number }>(sql`
    select count(*)::integer as waiting
    from mailings
    where state = 'queued'`)
  const states = await db.query<{ state: string; count: number }>(sql`
    select mailings.state, count(*)::integer as count
    from stores
    join mailings on mailings.store_id = stores.store_id
    where mailings.state in ('queued', 'sent', 'kept', 'failed', 'suppressed', 'cancelled')
      and mailings.created_at >= ${since}
    group by 1
    order by 1`)
  return { waiting: queued?.waiting ?? 0, states: byState(states) }
}

const byState = (rows: { state: string; count: number }[]) =>
  Object.fromEntries(rows.map(({ state, count }) => [state, count]))

async function readDatabase(db: Connection) {
  const [found] = await db.query<{ bytes: number; postgresql: string; schema: number }>(sql`
    select pg_database_size(current_database())::float8 as bytes,
      split_part(current_setting('server_version'), ' ', 1) as postgresql,
      (select max(version) from realword_migrations) as schema`)
  return found ?? { bytes: 0, postgresql: '', schema: 0 }
}

function readBackups(config: Config, now: number): Health['backups'] {
  const { isScheduled, isOverdue, isVerifyOverdue, lastSuccess, lastVerified, problem, verifyProblem, wal } =
    backupState(config, now)
  return {
    scheduled: isScheduled,
    overdue: isOverdue,
    verify_overdue: isVerifyOverdue,
    last_success_at: lastSuccess ? new Date(lastSuccess.at) : null,
    last_verified_at: lastVerified ? new Date(lastVerified.at) : null,
    problem: (problem ?? verifyProblem)?.message ?? null,
    wal: wal
      ? {
          archived_until: wal.archivedUntil ? new Date(wal.archivedUntil) : null,
          late: wal.isLate,
          awaits_backup: wal.awaitsBackup,
          problem: wal.problem?.message ?? null,
        }
      : null,
  }
}

async function readDisk(folder: string): Promise<Health['disk']> {
  const found = await statfs(folder).catch(() => undefined)
  if (!found) return null
  return { free_bytes: found.bavail * found.bsize, total_bytes: found.blocks * found.bsize }
}
