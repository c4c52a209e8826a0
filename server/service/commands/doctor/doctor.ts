import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, readConfig } from '../../../foundation/config/config.ts'
import { printable } from '../../../foundation/lib/text/printable.ts'
import { systemClock } from '../../../foundation/lib/time/clock.ts'
import { checkBackups } from '../../../upkeep/doctor/backup-check.ts'
import { type Check, check, ok, type Status } from '../../../upkeep/doctor/check.ts'
import { checkDatabase } from '../../../upkeep/doctor/database-checks.ts'
import { checkMail } from '../../../upkeep/doctor/external/mail-check.ts'
import { checkScanner } from '../../../upkeep/doctor/external/scanner-check.ts'
import { checkDataFolder, tryEmbedded } from '../../../upkeep/doctor/folder-checks.ts'
import { checkModes } from '../../../upkeep/doctor/mode-check.ts'
import { checkSecretFiles } from '../../../upkeep/doctor/secret-files-check.ts'
import { checkZones } from '../../../upkeep/doctor/zone-check.ts'
import { bad, good, print, say, warn } from '../output.ts'
import { showDoctorProgress } from './doctor-progress.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check settings, database, mail and files; exit 1 on any error')
    .option('--fix', 'apply pending migrations and rebuild wrong counts')
    .option('--json', 'print JSON')
    .action(async ({ fix, json }: { fix?: boolean; json?: boolean }) => {
      const checks = await examine(fix ?? false)
      print(json, { checks }, () => printFindings(checks))
      if (checks.some(({ status }) => status === 'error')) process.exitCode = 1
    })
}

async function examine(fix: boolean): Promise<Check[]> {
  let config: Config | undefined
  const settings = await check('settings', () => {
    config = readConfig(process.env)
    return ok(`valid; data folder: ${config.DATA_DIR}`)
  })
  // The settings name the database, so without them no other check can run.
  if (!config) return [settings]
  const { DATA_DIR, DATABASE_URL } = config
  const own = DATABASE_URL === undefined
  const progress = await showDoctorProgress()
  const database = async () => {
    try {
      return await checkDatabase(config as Config, systemClock, fix, progress.of)
    } finally {
      progress.end()
    }
  }
  return [
    settings,
    await check('embedded', () => (own ? tryEmbedded() : ok('not needed: DATABASE_URL is set'))),
    await check('data folder', () => checkDataFolder(DATA_DIR, own)),
    ...(existsSync(DATA_DIR) ? [await check('modes', () => checkModes(DATA_DIR, fix))] : []),
    await check('secret files', () => checkSecretFiles(process.env)),
    ...(await database()),
    await check('time zones', () => checkZones()),
    await check('backups', () => checkBackups(config as Config, systemClock)),
    await check('malware scanner', () => checkScanner(config as Config, systemClock)),
    await check('mail', () => checkMail(config as Config)),
  ]
}

const paint: Record<Status, (text: string) => string> = { ok: good, warning: warn, error: bad }

function printFindings(checks: Check[]): void {
  const width = Math.max(...checks.map(({ name }) => name.length))
  for (const { name, status, detail } of checks) {
    say(
      `${paint[status](status.padEnd(7))}  ${name.padEnd(width)}  ${printable(detail.replaceAll('\n', ' '))}`,
    )
  }
}
