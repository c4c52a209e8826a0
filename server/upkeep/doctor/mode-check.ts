import { chmodSync, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { type Finding, ok, warning } from './check.ts'

/**
 * Whether other users can read DATA_DIR; `fix` corrects the modes. Checks only folders and top-level files: a private
 * folder protects its files, and there may be a million pictures.
 */
export function checkModes(dataDir: string, fix: boolean): Finding {
  const loose = looseIn(dataDir)
  if (loose.length === 0) return ok(`no other user of this machine can read ${dataDir}`)
  const named = loose.slice(0, mostNamed).map(({ path }) => path)
  const all = `${named.join(', ')}${loose.length > mostNamed ? ` and ${loose.length - mostNamed} more` : ''}`
  if (!fix) return warning(`other users of this machine can read ${all}. Run: ./realword doctor --fix`)
  for (const { path, mode } of loose) chmodSync(path, mode)
  return ok(`removed other users' access to ${all}`)
}

const mostNamed = 5

type Loose = { path: string; mode: number }

function looseIn(dataDir: string): Loose[] {
  const entries = readdirSync(dataDir).map(name => join(dataDir, name))
  const pictures = join(dataDir, 'pictures')
  const folders = existsSync(pictures) ? readdirSync(pictures).map(name => join(pictures, name)) : []
  return [dataDir, ...entries, ...folders].flatMap(path => {
    const found = lstatSync(path)
    // The operator chose where links point. Sockets are protected by their folder.
    if (!found.isFile() && !found.isDirectory()) return []
    const mode = tightMode(path, dataDir, found)
    return (found.mode & 0o777 & ~mode) === 0 ? [] : [{ path, mode: found.mode & mode }]
  })
}

// If PostgreSQL runs as another user, that user must be able to pass through DATA_DIR.
function tightMode(path: string, dataDir: string, found: Stats): number {
  if (!found.isDirectory()) return 0o600
  const postgres = join(dataDir, 'postgres')
  const isPassed = path === dataDir && existsSync(postgres) && lstatSync(postgres).uid !== found.uid
  return isPassed ? 0o711 : 0o700
}
