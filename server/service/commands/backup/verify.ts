import type { Command } from 'commander'
import sql, { raw } from 'sql-template-tag'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { migrate } from '../../../foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../../foundation/database/open.ts'
import { Problem } from '../../../foundation/lib/problem.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { openPlace } from '../../../upkeep/backups/destinations/place.ts'
import { listBackupIds } from '../../../upkeep/backups/manifest.ts'
import { recordBackupEvent } from '../../../upkeep/backups/state.ts'
import { verifyBackup } from '../../../upkeep/backups/verify.ts'
import { requireWholeWal } from '../../../upkeep/backups/wal/replay.ts'
import type { Check } from '../../../upkeep/doctor/check.ts'
import { checkDatabase } from '../../../upkeep/doctor/database-checks.ts'
import { endWithError } from '../errors.ts'
import { bold, print, say } from '../output.ts'
import { stopSignals } from '../service/shutdown.ts'

export function addVerify(backup: Command): void {
  backup
    .command('verify')
    .description('restore a backup into a temporary folder, start it and run doctor on it')
    .argument('[id]', 'a backup of BACKUP_URL (the newest)')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { json }: { json?: boolean }) => {
      const config = readConfig(process.env)
      const place = openPlace(config)
      const newest = id ?? (await listBackupIds(place.destination)).at(-1)
      if (!newest)
        throw new Problem(
          `There is no backup in ${place.destination.address}.`,
          'Make one: ./realword backup create',
        )
      const now = systemClock()
      const { manifest, found } = await verifyBackup(
        place,
        newest,
        now,
        folder => examine(config, folder),
        interruption(),
      ).catch(endIfInterrupted)
      recordBackupEvent(config.DATA_DIR, 'verified', now, newest)
      const { rows, checks } = found
      const reach = await requireWholeWal(place, manifest)
      const restorable_until = reach ? new Date(reach.until).toISOString() : null
      const pictures = manifest.pictures.count
      print(json, { backup_id: newest, rows, pictures, checks, restorable_until }, () => {
        say(`${bold(`${newest} is complete`)}: its copy started, doctor found no error in it.`)
        say(`${rows} rows in all tables, ${pictures} pictures.`)
        if (reach) say(`Any moment until ${restorable_until} can be restored.`)
      })
    })
}

class Interruption extends Problem {}

function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    for (const signal of stopSignals)
      process.once(signal, () =>
        reject(
          new Interruption('The check was interrupted.', 'Its copy was deleted. Run the command again.'),
        ),
      )
  })
}

// The restore that still runs must not write the deleted copy again.
function endIfInterrupted(error: unknown): never {
  if (!(error instanceof Interruption)) throw error
  endWithError(error)
  process.exit()
}

// No jobs run on the copy, and nothing listens: only these connections use it.
async function examine(config: Config, dataDir: string): Promise<{ rows: number; checks: Check[] }> {
  const opened = await openDatabase({ embedded: { dataDir, settings: { shared_buffers: '64MB' } } })
  try {
    // A backup of an earlier release is examined as `start` would leave it.
    await migrate(opened.database)
    const rows = await countRows(opened.database)
    const copy = { ...config, DATA_DIR: dataDir, DATABASE_URL: undefined }
    const checks = await checkDatabase(copy, systemClock, false)
    const wrong = checks.filter(({ status }) => status === 'error')
    if (wrong.length === 0) return { rows, checks }
    throw new Problem(
      `doctor finds errors in the restored copy:\n${wrong.map(({ name, detail }) => `  ${name}: ${detail}`).join('\n')}`,
      'If `./realword doctor` finds them in the service too, fix them there and back up again. Otherwise restore an older backup.',
    )
  } finally {
    await opened.close()
  }
}

/** Reads every row of every table, which also checks the checksums of their pages. */
async function countRows(database: Database): Promise<number> {
  return await database.longTransaction(async tx => {
    const tables = await tx.query<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name
      from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`)
    let rows = 0
    for (const { name } of tables) {
      const [counted] = await tx.query<{ rows: string }>(
        sql`select count(*) as rows from ${raw(name)} as counted`,
      )
      rows += Number(counted?.rows)
    }
    return rows
  })
}
