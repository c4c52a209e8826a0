import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import sql, { raw } from 'sql-template-tag'
import { Problem } from '../../lib/problem.ts'
import { changeShardsOneByOne, distributeNewTables } from '../citus/citus.ts'
import type { Connection, Database } from '../connect.ts'
import { type OnWait, whileLocked } from './lock.ts'
import { concurrentIndex, isOutsideTransaction } from './rules.ts'
import { splitStatements } from './split-statements.ts'
import { prepareIndex } from './unfinished-index.ts'

export type Migration = { version: number; name: string; checksum: string; text: string }

/**
 * Checksums of migrations before their text was changed without changing what they make: constraints got the names that
 * PostgreSQL had given them, and statements of their own, because Citus adds no other ones (docs/decisions/0037).
 */
const formerChecksums: Record<number, string> = {
  75: 'e29aaf4a33b5a16b71e66e658f14b8d0b99ada730b99474cfc85ef514937a6eb',
  90: '157a7a4be9e594be9e6c995a0d094a67cecd37cb8d0c853fc585e930a1554adb',
  99: 'db491900cb80a7a269bec800d5ea487fc4c3e1ad7e5ba101e80b6ed9359dc621',
}

const folder = new URL('../../../../migrations/', import.meta.url)

/**
 * Brings the database up to date. Returns the applied migrations. Throws Problem if the database is newer than this
 * release, or an applied migration was changed. `onWait` is called while another process migrates.
 */
export async function migrate(
  database: Database,
  migrations = readMigrations(),
  onWait?: OnWait,
): Promise<Migration[]> {
  const applied: Migration[] = []
  // Read before each: while this process waited for the lock, another may have applied several.
  const readNext = async () => (await pendingMigrations(database, migrations))[0]
  let next = await readNext()
  if (next) await createTable(database, onWait)
  for (; next; next = await readNext()) {
    if (await applyOne(database, next, migrations, onWait)) applied.push(next)
  }
  return applied
}

async function createTable(database: Database, onWait: OnWait | undefined): Promise<void> {
  const create = async (tx: Connection) => {
    await tx.query(sql`
      create table if not exists realword_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
  }
  await whileLocked(database, create, onWait)
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

async function applyOne(
  database: Database,
  migration: Migration,
  all: Migration[],
  onWait: OnWait | undefined,
): Promise<boolean> {
  const apply = async (tx: Connection) => {
    const done = await check(tx, all)
    if (done.has(migration.version)) return false
    if (isOutsideTransaction(migration.text))
      await database.longStatements(db => runOneByOne(db, splitStatements(migration.text), onWait))
    await changeShardsOneByOne(tx)
    if (!isOutsideTransaction(migration.text))
      // One by one: Citus sends the text of a query to the workers whole, and they refuse several commands.
      for (const statement of splitStatements(migration.text)) await tx.query(raw(statement))
    await distributeNewTables(tx)
    await tx.query(sql`
      insert into realword_migrations (version, name, checksum)
      values (${migration.version}, ${migration.name}, ${migration.checksum})`)
    return true
  }
  return await whileLocked(database, apply, onWait)
}

// A killed process leaves applied statements, which the migration must allow to be applied again, and an unfinished
// index.
async function runOneByOne(db: Connection, statements: string[], onWait: OnWait | undefined): Promise<void> {
  for (const statement of statements) {
    const index = concurrentIndex(statement)
    if (index) await prepareIndex(db, index, statement, onWait)
    await db.query(raw(statement))
  }
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
    if (![ours.checksum, formerChecksums[version]].includes(checksum)) {
      throw new Problem(
        `The migration ${version} (${name}) was changed after it was applied to this database.`,
        'Put the file back as it was and write the change as a new migration. Nothing was changed.',
      )
    }
  }
  return new Set(rows.map(({ version }) => version))
}
