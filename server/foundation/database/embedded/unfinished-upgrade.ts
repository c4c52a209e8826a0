import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../lib/problem.ts'

/** The folder of the data folder in which `upgrade` makes the new database. */
export const upgradeFolder = 'upgrade'

/** The file in it that says that the new database is complete, and only the folders have to be exchanged. */
export const completeUpgrade = 'complete.json'

/** Throws Problem if an upgrade was interrupted while it exchanged the folders: there may be no database for a moment. */
export function refuseUnfinishedUpgrade(dataDir: string): void {
  if (!existsSync(join(dataDir, upgradeFolder, completeUpgrade))) return
  throw new Problem(
    `The upgrade of PostgreSQL in ${dataDir} was interrupted.`,
    'Continue it: ./realword upgrade. Nothing is lost.',
  )
}
