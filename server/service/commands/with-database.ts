import { constants, getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../foundation/config/config.ts'
import { waitUntilDistributed } from '../../foundation/database/citus/distribution.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { majorOf } from '../../foundation/database/embedded/major.ts'
import type { Role } from '../../foundation/database/embedded/roles.ts'
import { migrate } from '../../foundation/database/migrations/migrate.ts'
import { type Opened, openDatabase } from '../../foundation/database/open.ts'
import { installJobs } from '../../foundation/jobs/install.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { stopSignals } from './service/shutdown.ts'

/** Opens the database of this machine's settings, brings it up to date, lets `act` use it as the service does, and leaves. */
export async function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openConfigured('service')
  try {
    await opened.asOwner(async owner => {
      await waitUntilDistributed(owner)
      await backUpFirst(owner)
      await migrate(owner)
      await installJobs(owner)
    })
    return await act(opened.database)
  } finally {
    await opened.close()
  }
}

/** Loads the code of backups only if one may be made: most commands find no pending migration. */
export async function backUpFirst(database: Database): Promise<void> {
  const config = readConfig(process.env)
  if (!config.BACKUP_URL || config.DATABASE_URL) return
  const { backUpBeforeMigrating } = await import('../../upkeep/backups/before-migrating.ts')
  await backUpBeforeMigrating(config, database, systemClock)
}

const lowPriority = 5 // the service gets three times as much of a busy processor

/**
 * Like `withDatabase`, for a command that computes for minutes: with a lower priority than the service on this machine,
 * which waits for the same processors. An embedded PostgreSQL server that the command starts keeps the normal one.
 */
export async function withDatabaseInBackground<T>(act: (database: Database) => Promise<T>): Promise<T> {
  return await withDatabase(async database => {
    if (getPriority() < lowPriority) setPriority(lowPriority)
    return await act(database)
  })
}

/** Opens the database; a signal leaves it before it ends the process, so that no server stays behind alone. */
export async function openConfigured(role: Role = 'owner'): Promise<Opened> {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
  let opened: Opened | undefined
  for (const signal of stopSignals) {
    const code = 128 + constants.signals[signal]
    process.once(signal, async () => {
      await opened?.session.close()
      process.exit(code)
    })
  }
  const isNew = !DATABASE_URL && majorOf(join(DATA_DIR, 'postgres')) === undefined
  opened = await openDatabase({ databaseUrl: DATABASE_URL, embedded: { dataDir: DATA_DIR }, role })
  if (isNew) process.stderr.write(newDatabaseNotice(DATA_DIR))
  return opened
}

// A command in a second terminal without the settings of the service finds an empty database, which explains nothing.
function newDatabaseNotice(dataDir: string): string {
  return `Created a new database in ${dataDir}. If your service runs with another DATA_DIR, set the same one here.\n`
}
