import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The major version of PostgreSQL that made this folder; undefined if it holds no data of PostgreSQL. */
export function majorOf(folder: string): number | undefined {
  const file = join(folder, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  return /^\d+$/.test(version) ? Number(version) : undefined
}
