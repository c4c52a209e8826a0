import type { Config } from '../../foundation/config/config.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { pendingMigrations, readMigrations } from '../../foundation/database/migrations/migrate.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import type { Clock } from '../../foundation/lib/time/clock.ts'
import { backUpNow } from './schedule.ts'

/**
 * Makes a backup if a new release is about to change the embedded database, BACKUP_URL is set and BACKUP_BEFORE_MIGRATING is
 * on. Throws Problem if that fails: then nothing is migrated.
 */
export async function backUpBeforeMigrating(config: Config, database: Database, clock: Clock): Promise<void> {
  const { DATABASE_URL, BACKUP_URL, BACKUP_BEFORE_MIGRATING } = config
  if (DATABASE_URL || !BACKUP_URL || BACKUP_BEFORE_MIGRATING === 'off') return
  const pending = await pendingMigrations(database)
  // A new database has nothing to lose.
  if (pending.length === 0 || pending.length === readMigrations().length) return
  try {
    await backUpNow(config, clock, { isScheduled: true })
  } catch (error) {
    const why = error instanceof Problem ? error.message : String(error)
    throw new Problem(
      `This release changes the database, and the backup before that failed: ${why}`,
      'Nothing was changed. Fix the cause, or set BACKUP_BEFORE_MIGRATING=off to continue without a backup.',
    )
  }
}
