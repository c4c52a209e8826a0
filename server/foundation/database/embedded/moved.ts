import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../lib/problem.ts'
import { syncFolder } from '../../lib/sync-folder.ts'

/** The database that replaced the embedded one, and when. */
export type Moved = { to: string; at: string }

const fileOf = (dataDir: string) => join(dataDir, 'moved.json')

/** The address that the database of this data folder was moved to; undefined if it was not moved. */
export function movedTo(dataDir: string): string | undefined {
  return readMoved(dataDir)?.to
}

/** Throws Problem if the database of this data folder was moved. */
export function refuseMoved(dataDir: string): void {
  const moved = readMoved(dataDir)
  if (!moved) return
  throw new Problem(
    `The database of ${dataDir} was moved to ${withoutPassword(moved.to)} on ${moved.at}.`,
    `Set DATABASE_URL=${withoutPassword(moved.to)}${withoutPassword(moved.to) === moved.to ? '' : ' with its password'}. To return to the old database as it was at that time, remove ${fileOf(dataDir)}; what was written since then stays in the new one.`,
  )
}

/** From now on, the data folder names the new database. Its password is in the file, which only its owner can read. */
export function writeMoved(dataDir: string, moved: Moved): void {
  const file = fileOf(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(moved, undefined, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(draft, file)
  syncFolder(dataDir)
}

/** The address with asterisks as its password. */
export function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1:***@').replace(/([?&]password=)[^&]*/, '$1***')
}

function readMoved(dataDir: string): Moved | undefined {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return undefined
  try {
    const moved = JSON.parse(readFileSync(file, 'utf8')) as Moved
    if (/^postgres(ql)?:\/\//.test(moved.to)) return moved
  } catch {
    // Refused below.
  }
  throw new Problem(
    `${file} is damaged. It names the database that replaced the one in this folder.`,
    'Set DATABASE_URL to that database.',
  )
}
