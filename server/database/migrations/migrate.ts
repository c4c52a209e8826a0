import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sql, { raw } from 'sql-template-tag'
import { Problem } from '../../lib/problem.ts'
import { changeShardsOneByOne, distributeNewTables } from '../citus/citus.ts'
import type { Connection, Database } from '../connect.ts'
import { concurrentIndex, isOutsideTransaction } from './rules.ts'
import { splitStatements } from './split-statements.ts'

export type Migration = { version: number; name: string; checksum: string; text: string }

const folder = new URL('../../../migrations/', import.meta.url)
const migrationLock = 7_267_002 // advisory lock: of concurrent instances, one migrates

/**
 * Brings the database up to date. Returns the applied migrations. Throws Problem if the database is newer than this
 * release, or an applied migration was changed.
 */
export async function migrate(database: Database, migrations = readMigrations()): Promise<Migration[]> {
  const applied: Migration[] = []
  // Read before each: while this process waited for the lock, another may have applied several.
  const readNext = async () => (await pendingMigrations(database, migrations))[0]
  let next = await readNext()
  if (next) await createTable(database)
  for (; next; next = await readNext()) {
    if (await applyOne(database, next, migrations)) applied.push(next)
  }
  return applied
}

async function createTable(database: Database): Promise<void> {
  await whileLocked(database, async tx => {
    await tx.query(sql`
      create table if not exists realword_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
  })
}

/**
 * Runs `act` in a transaction during which no other process migrates. Each try to lock is a transaction of its own: if
 * one is running its statement when `create index concurrently` starts in the other process, that waits for its end.
 */
export async function whileLocked<T>(database: Database, act: (tx: Connection) => Promise<T>): Promise<T> {
  for (;;) {
    const done = await database.longTransaction(async tx =>
      (await tryToLock(tx)) ? { result: await act(tx) } : undefined,
    )
    if (done) return done.result
    await pause(100)
  }
}

// Without parameters: after a statement with parameters its portal stays open, which an index would wait for.
async function tryToLock(tx: Connection): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>(
    raw(`select pg_try_advisory_xact_lock(${migrationLock}) as taken`),
  )
  return lock?.taken ?? false
}

/** The migrations to apply. Throws Problem like `migrate`; changes nothing. */
export async function pendingMigrations(db: Connection, migrations = readMigrations()): Promise<Migration[]> {
  const [table] = await db.query<{ there: boolean }>(
    sql`select to_regclass('realword_migrations') is not null as there`,
  )
  if (!table?.there) return migrations
  const done = await check(db, migrations)
  return migrations.filter(({ version }) => !done.has(version))
}

export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter(file => file.endsWith('.sql'))
    .sort()
    .map(file => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { version: Number(file.slice(0, 4)), name: file.slice(5, -4), checksum, text }
    })
}

async function applyOne(database: Database, migration: Migration, all: Migration[]): Promise<boolean> {
  return await whileLocked(database, async tx => {
    const done = await check(tx, all)
    if (done.has(migration.version)) return false
    if (isOutsideTransaction(migration.text))
      await database.longStatements(db => runOneByOne(db, splitStatements(migration.text)))
    await changeShardsOneByOne(tx)
    if (!isOutsideTransaction(migration.text))
      // One by one: Citus sends the text of a query to the workers whole, and they refuse several commands.
      for (const statement of splitStatements(migration.text)) await tx.query(raw(statement))
    await distributeNewTables(tx)
    await tx.query(sql`
      insert into realword_migrations (version, name, checksum)
      values (${migration.version}, ${migration.name}, ${migration.checksum})`)
    return true
  })
}

// A killed process leaves applied statements, which the migration must allow to be applied again, and an unfinished
// index.
async function runOneByOne(db: Connection, statements: string[]): Promise<void> {
  for (const statement of statements) {
    const index = concurrentIndex(statement)
    if (index) await dropUnfinishedIndex(db, index)
    await db.query(raw(statement))
  }
}

async function dropUnfinishedIndex(db: Connection, name: string): Promise<void> {
  const [unfinished] = await db.query(sql`
    select from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`)
  if (unfinished) await db.query(raw(`drop index concurrently ${name}`))
}

async function check(db: Connection, migrations: Migration[]): Promise<Set<number>> {
  const rows = await db.query<{ version: number; name: string; checksum: string }>(
    sql`select version, name, checksum from realword_migrations`,
  )
  for (const { version, name, checksum } of rows) {
    const ours = migrations.find(migration => migration.version === version)
    if (!ours) {
      throw new Problem(
        `The database has the migration ${version} (${name}), which this Realword does not know: it is newer.`,
        'Start the release that made it, or a later one. Nothing was changed.',
      )
    }
    if (ours.checksum !== checksum) {
      throw new Problem(
        `The migration ${version} (${name}) was changed after it was applied to this database.`,
        'Put the file back as it was and write the change as a new migration. Nothing was changed.',
      )
    }
  }
  return new Set(rows.map(({ version }) => version))
}
