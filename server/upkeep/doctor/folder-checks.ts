import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sql from 'sql-template-tag'
import { findBinaries } from '../../foundation/database/embedded/binaries.ts'
import { embedded } from '../../foundation/database/embedded/embedded.ts'
import { majorOf } from '../../foundation/database/embedded/major.ts'
import { isAlive, readPostmaster } from '../../foundation/database/embedded/postmaster.ts'
import { openDatabase } from '../../foundation/database/open.ts'
import { error, type Finding, ok, warning } from './check.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

/**
 * Creates a temporary PostgreSQL cluster, writes to it, stops it and deletes it: everything that a first start needs.
 */
export async function tryEmbedded(): Promise<Finding> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-doctor-'))
  const server = { dataDir, settings: { shared_buffers: '16MB' } }
  try {
    const opened = await openDatabase({ embedded: server })
    try {
      await opened.database.query(sql`create table tried (at timestamptz not null)`)
      await opened.database.query(sql`insert into tried values (now())`)
      const [{ version } = { version: '' }] = await opened.database.query<{ version: string }>(
        sql`select current_setting('server_version') as version from tried`,
      )
      return ok(`PostgreSQL ${version} was created, written to and stopped in a temporary folder`)
    } finally {
      await opened.close()
    }
  } finally {
    await embedded(server).stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Checks DATA_DIR without changing it. */
export function checkDataFolder(dataDir: string, isEmbedded: boolean): Finding {
  const there = nearest(dataDir)
  const cannotUse = refusal(dataDir, there)
  if (cannotUse) return error(cannotUse)
  const folder = join(dataDir, 'postgres')
  if (isEmbedded && existsSync(folder)) {
    const unsound = unsoundness(folder)
    if (unsound) return error(unsound)
  }
  const { bavail, bsize } = statfsSync(there)
  const free = `${((bavail * bsize) / GiB).toFixed(1)} GiB free`
  // PostgreSQL writes its log in files of 16 MiB.
  if (bavail * bsize < 32 * MiB)
    return error(`${dataDir} has ${free}. Free disk space now: the service refuses orders.`)
  if (bavail * bsize < GiB)
    return warning(
      `${dataDir} has only ${free}. Free disk space: with a full disk, the service refuses orders.`,
    )
  if (there !== dataDir) return ok(`${dataDir} does not exist yet; the first start creates it, ${free}`)
  const unfinished = readdirSync(dataDir).filter(name => name.startsWith('postgres.new-'))
  if (unfinished.length > 0)
    return warning(
      `${dataDir} contains ${unfinished.join(', ')}, left by an interrupted first start and never used. Stop the service, then remove it.`,
    )
  const running = isEmbedded ? readPostmaster(folder) : undefined
  const server =
    running && isAlive(running.pid, folder) ? `, used by a running server (process ${running.pid})` : ''
  return ok(`${dataDir}, ${free}${server}`)
}

/** The folder itself, or the nearest one above it that exists. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}

function refusal(dataDir: string, there: string): string | undefined {
  if (!statSync(there).isDirectory()) return `${there} is not a folder. Set DATA_DIR to another one.`
  try {
    accessSync(there, constants.W_OK | constants.X_OK)
  } catch {
    const what =
      there === dataDir ? `${dataDir} cannot be written` : `${dataDir} cannot be created in ${there}`
    return `${what} by the user ${process.getuid?.()}. Make that user its owner, or set DATA_DIR to another folder.`
  }
  return undefined
}

function unsoundness(folder: string): string | undefined {
  const { uid } = statSync(folder)
  const own = process.getuid?.()
  if (own !== undefined && own !== 0 && uid !== own)
    return `${folder} belongs to the user ${uid}, but this is the user ${own}. Run Realword as its owner.`
  const made = majorOf(folder)
  if (made === undefined)
    return `${folder} holds no PostgreSQL data. Set DATA_DIR to another folder, or move this one.`
  const { major } = findBinaries()
  if (made === major) return undefined
  return `${folder} was made by PostgreSQL ${made}, and this Realword brings PostgreSQL ${major}. ${made < major ? 'Run ./realword upgrade.' : 'Start the Realword version that created it.'}`
}
