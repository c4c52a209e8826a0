import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { connect } from './connect.ts'
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrate.ts'

let empty: TestDatabase
beforeEach(async () => {
  empty = await createTestDatabase({ empty: true })
})
afterEach(() => empty.close())

const versions = (migrations: Migration[]) => migrations.map(({ version }) => version)

const ours = readMigrations()
const next = { version: 9001, name: 'next', checksum: 'n', text: 'create table next_one (id integer)' }

async function tables(): Promise<string[]> {
  const rows = await empty.database.query<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map(({ name }) => name)
}

describe('migrate', () => {
  test('applies all of an empty database in order, and nothing the second time', async () => {
    expect(versions(await pendingMigrations(empty.database))).toEqual(versions(ours))
    expect(await tables()).toEqual([])
    expect(versions(await migrate(empty.database))).toEqual(versions(ours))
    expect(await migrate(empty.database)).toEqual([])
    expect(await pendingMigrations(empty.database)).toEqual([])
  })

  test('applies what a later release adds', async () => {
    await migrate(empty.database)
    expect(versions(await pendingMigrations(empty.database, [...ours, next]))).toEqual([9001])
    expect(versions(await migrate(empty.database, [...ours, next]))).toEqual([9001])
    expect(await tables()).toContain('next_one')
  })

  test('of instances that start at once migrates once', async () => {
    const others = [1, 2, 3].map(() => connect(empty.target))
    const applied = await Promise.all([empty.database, ...others].map(db => migrate(db)))
    expect(versions(applied.flat()).sort((a, b) => a - b)).toEqual(versions(ours))
    await Promise.all(others.map(db => db.close()))
  })

  test('that fails half-way leaves nothing of itself, and can be tried again', async () => {
    const broken = { ...next, text: `${next.text}; select nonsense()` }
    await expect(migrate(empty.database, [...ours, broken])).rejects.toThrow('nonsense')
    expect(await tables()).not.toContain('next_one')
    expect(versions(await pendingMigrations(empty.database, [...ours, next]))).toEqual([9001])
    expect(versions(await migrate(empty.database, [...ours, next]))).toEqual([9001])
  })

  test.each([
    migrate,
    pendingMigrations,
  ])('refuses a migration changed after it was applied: %o', async act => {
    await migrate(empty.database)
    const changed = ours.map(one => (one.version === 2 ? { ...one, checksum: 'another' } : one))
    await expect(act(empty.database, [...changed, next])).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringMatching(/migration 2 .*was changed/),
      mend: expect.stringContaining('Nothing was changed'),
    })
    expect(await tables()).not.toContain('next_one')
  })

  test.each([migrate, pendingMigrations])('refuses a database that is newer: %o', async act => {
    await migrate(empty.database, [...ours, next])
    const another = { ...next, version: 9002, text: 'create table next_two (id integer)' }
    await expect(act(empty.database, [...ours, another])).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining('it is newer'),
      mend: expect.stringContaining('Nothing was changed'),
    })
    expect(await tables()).not.toContain('next_two')
  })
})
