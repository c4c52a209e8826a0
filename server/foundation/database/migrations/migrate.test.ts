import { createHash } from 'node:crypto'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { connect } from '../connect.ts'
import { whileLocked } from './lock.ts'
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
  test('applies all migrations of an empty database in order, and none the second time', async () => {
    expect(versions(await pendingMigrations(empty.database))).toEqual(versions(ours))
    expect(await tables()).toEqual([])
    expect(versions(await migrate(empty.database))).toEqual(versions(ours))
    expect(await migrate(empty.database)).toEqual([])
    expect(await pendingMigrations(empty.database)).toEqual([])
  })

  test('applies the migrations of a later release', async () => {
    await migrate(empty.database)
    expect(versions(await pendingMigrations(empty.database, [...ours, next]))).toEqual([9001])
    expect(versions(await migrate(empty.database, [...ours, next]))).toEqual([9001])
    expect(await tables()).toContain('next_one')
  })

  test('runs once when instances start concurrently', async () => {
    const others = [1, 2, 3].map(() => connect(empty.target))
    const applied = await Promise.all([empty.database, ...others].map(db => migrate(db)))
    expect(versions(applied.flat()).sort((a, b) => a - b)).toEqual(versions(ours))
    await Promise.all(others.map(db => db.close()))
  })

  test('waits for a running migration, however long it takes', async () => {
    const other = new pg.Client(empty.target)
    await other.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7267002)')
    const limits = `create table limits as
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    const connections = async () => {
      const [row] = await empty.database.query<{ opened: number }>(sql`
        select sessions::integer as opened from pg_stat_database where datname = current_database()`)
      return row?.opened ?? 0
    }
    const before = await connections()
    const applied = migrate(empty.database, [{ ...next, text: limits }])
    // It tries again and again, each time over another connection.
    await vi.waitFor(async () => expect(await connections()).toBeGreaterThan(before + 5), 120_000)
    expect(await tables()).toEqual([])
    await other.query('commit')
    expect(versions(await applied)).toEqual([9001])
    expect(await empty.database.query(sql`select * from limits`)).toEqual([{ statement: '0', lock: '0' }])
    await other.end()
  })

  test('creates an index while rows are written and other instances start, and anew after a kill', async () => {
    await migrate(empty.database, [next])
    const text =
      '-- outside a transaction\ncreate index concurrently if not exists next_by_id on next_one (id)'
    const index = { version: 9002, name: 'index', checksum: 'i', text }
    // What a killed process leaves: an index that is not valid, and a migration that is not recorded.
    await empty.database.query(sql`insert into next_one values (1), (1)`)
    const broken = sql`create unique index concurrently next_by_id on next_one (id)`
    await expect(empty.database.query(broken)).rejects.toThrow('could not create unique index')
    // An open transaction that has written lets the index wait, and others write meanwhile.
    const writer = new pg.Client(empty.target)
    await writer.connect()
    await writer.query('begin')
    await writer.query('insert into next_one values (2)')
    const others = [1, 2].map(() => connect(empty.target))
    const applied = Promise.all([empty.database, ...others].map(db => migrate(db, [next, index])))
    await vi.waitFor(async () => {
      const building = await empty.database.query(sql`
        select from pg_stat_activity
        where datname = current_database() and query like '%index concurrently%' and wait_event_type = 'Lock'`)
      expect(building).toHaveLength(1)
    }, 120_000)
    await empty.database.query(sql`insert into next_one values (3)`)
    await writer.query('commit')
    expect(versions((await applied).flat())).toEqual([9002])
    const found = await empty.database.query(sql`
      select indisvalid, indisunique from pg_index where indexrelid = 'next_by_id'::regclass`)
    expect(found).toEqual([{ indisvalid: true, indisunique: false }])
    await Promise.all([writer.end(), ...others.map(db => db.close())])
  })

  test('creates an index although another instance asks for the lock at that moment', async () => {
    await migrate(empty.database, [next])
    // A slow machine: each try takes long, so that one is running whenever the index looks.
    await empty.database.query(sql`
      create function pg_try_advisory_xact_lock(integer) returns boolean language sql as $$
        select pg_sleep(0.3);
        select pg_catalog.pg_try_advisory_xact_lock($1::bigint);
      $$`)
    const { database: name = '' } = empty.target
    await empty.database.query(raw(`alter database ${name} set search_path = public, pg_catalog`))
    const text =
      '-- outside a transaction\ncreate index concurrently if not exists next_by_id on next_one (id)'
    const index = { version: 9002, name: 'index', checksum: 'i', text }
    const instances = [1, 2, 3].map(() => connect(empty.target))
    const applied = await Promise.all(instances.map(db => migrate(db, [next, index])))
    expect(versions(applied.flat())).toEqual([9002])
    await Promise.all(instances.map(db => db.close()))
  })

  test('waits for an index that PostgreSQL still builds for a killed process, and keeps it', async () => {
    await migrate(empty.database, [next])
    const statement = 'create index concurrently if not exists next_by_id on next_one (id)'
    const text = `-- outside a transaction\n${statement}`
    const index = { version: 9002, name: 'index', checksum: 'i', text }
    const [writer, builder] = [new pg.Client(empty.target), new pg.Client(empty.target)]
    await Promise.all([writer.connect(), builder.connect()])
    await writer.query('begin')
    await writer.query('insert into next_one values (1)')
    // It does not notice that the client of a running statement is gone.
    const built = builder.query(text)
    const oidOfIndex = async () => {
      const [index] = await empty.database.query<{ oid: number | null }>(
        sql`select to_regclass('next_by_id')::oid::integer as oid`,
      )
      return index?.oid
    }
    await vi.waitFor(async () => expect(await oidOfIndex()).toBeTypeOf('number'), 120_000)
    const oid = await oidOfIndex()
    const notices: string[] = []
    const applied = migrate(empty.database, [next, index], sentence => notices.push(sentence))
    await vi.waitFor(() => expect(notices).toHaveLength(1), 120_000)
    expect(notices[0]).toMatch(
      /^Waiting for PostgreSQL to complete the index next_by_id, .*: select pg_terminate_backend\(\d+\)$/,
    )
    await writer.query('commit')
    await built
    expect(versions(await applied)).toEqual([9002])
    expect(await oidOfIndex()).toBe(oid)
    await Promise.all([writer.end(), builder.end()])
  })

  test('reports the process that it waits for, and continues when the connection of a frozen one is ended', async () => {
    await migrate(empty.database, [])
    const frozen = connect(empty.target)
    let isLocked = false
    const never = whileLocked(frozen, async () => {
      isLocked = true
      await new Promise(() => {})
    })
    void never.catch(() => {})
    await vi.waitFor(() => expect(isLocked).toBe(true), 120_000)
    const notices: string[] = []
    const applied = migrate(empty.database, [next], sentence => notices.push(sentence))
    await vi.waitFor(() => expect(notices).toHaveLength(1), 120_000)
    const [, seconds, name, fix] =
      /^Waiting for another process that has been migrating this database for (\d+) s: (.+)\. If it hangs, end it, or its connection: (.+)$/.exec(
        notices[0] as string,
      ) ?? []
    expect(Number(seconds)).toBeGreaterThan(3)
    expect(name).toContain(`realword process ${process.pid} on `)
    await empty.database.query(raw(fix as string))
    expect(versions(await applied)).toEqual([9001])
  })

  test('that fails half-way leaves no changes, and can be retried', async () => {
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
      fix: expect.stringContaining('Nothing was changed'),
    })
    expect(await tables()).not.toContain('next_one')
  })

  test('goes on after migrations whose text Citus refused, and which made the same', async () => {
    const former = ours.map(one => {
      if (![75, 90, 99].includes(one.version)) return one
      const text =
        one.version === 90
          ? one.text.replace(
              /^alter table mailings (drop .*);\nalter table mailings (add .*\()\n(.*)\n\)/m,
              'alter table mailings\n  $1,\n  $2\n  $3\n  )',
            )
          : one.text.replace(/constraint \w+_check check/, 'check')
      return { ...one, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
    expect(former.filter((one, place) => one.checksum !== ours[place]?.checksum)).toHaveLength(3)
    await migrate(empty.database, former)
    expect(versions(await migrate(empty.database, [...ours, next]))).toEqual([9001])
    const checks = await empty.database.query(sql`
      select conname as name from pg_constraint
      where conname in ('stores_ask_again_after_check', 'stores_own_holidays_check')`)
    expect(checks).toHaveLength(2)
  })

  test.each([migrate, pendingMigrations])('refuses a database that is newer: %o', async act => {
    await migrate(empty.database, [...ours, next])
    const another = { ...next, version: 9002, text: 'create table next_two (id integer)' }
    await expect(act(empty.database, [...ours, another])).rejects.toMatchObject({
      name: 'Problem',
      message: expect.stringContaining('it is newer'),
      fix: expect.stringContaining('Nothing was changed'),
    })
    expect(await tables()).not.toContain('next_two')
  })
})
