import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../lib/problem.ts'
import type { RunAs } from './run-as.ts'

const longestSocketPath = 107 // bytes; sun_path of unix(7), without its closing NUL

/**
 * The folder of the server's socket: inside the data folder, or under /tmp if that path is too long for a socket or
 * contains characters that PostgreSQL's setting does not allow. Only its owner may enter it. That protects the
 * database, which has no password.
 */
export function socketFolderFor(dataDir: string, as: RunAs): string {
  const inside = join(dataDir, 'run')
  const folder = fits(inside) ? inside : join('/tmp', `realword-${digest(dataDir)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const uid = process.getuid?.() ?? 0
  const { uid: owner, mode } = lstatSync(folder)
  const isOurs = owner === uid || (as.kind === 'user' && owner === as.uid)
  if (!isOurs || (mode & 0o170077) !== 0o040000) {
    throw new Problem(
      `${folder}, where the database's socket must lie, belongs to somebody else or is open to others.`,
      'Remove it, or set DATA_DIR to a shorter path.',
    )
  }
  if (as.kind === 'user') chownSync(folder, as.uid, as.gid)
  return folder
}

function fits(folder: string): boolean {
  return (
    Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath && !/[,"\\]|^\s|\s$/.test(folder)
  )
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
