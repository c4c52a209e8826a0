import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { readTables } from './tables.ts'

let home: TestDatabase
let client: pg.Client
beforeAll(async () => {
  home = await createTestDatabase()
  client = new pg.Client(home.target)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await home.close()
})

test('every table with rows moves, after those that it refers to, and nothing needs more than its rows', async () => {
  const tables = await readTables(client)
  const names = tables.map(({ name }) => name)
  expect(names.indexOf('products')).toBeGreaterThan(names.indexOf('stores'))
  expect(names.indexOf('review_votes')).toBeGreaterThan(names.indexOf('reviews'))
  const referenced = tables.filter(({ isReferenced }) => isReferenced).map(({ name }) => name)
  expect(referenced).toEqual(
    expect.arrayContaining(['stores', 'products', 'pgboss.queue', 'accounts."user"']),
  )
  expect(referenced).not.toContain('orders')
  expect(names).toEqual(expect.arrayContaining(['accounts."user"', 'pgboss.job_common', 'orders']))
  expect(tables.find(({ name }) => name === 'products')?.columns.map(({ name }) => name)).not.toContain(
    'sort_name',
  )
  const { rows } = await client.query(
    `
    select relname
    from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('public', 'accounts', 'pgboss'))
      and (relkind = 'r' or relkind = 'S')
      and oid <> all ($1::regclass[])
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by 1`,
    [names],
  )
  expect(rows.map(({ relname }) => relname.replace(/_\d+$/, ''))).toEqual([
    'queue_stats',
    'queue_stats',
    'realword_migrations',
  ])
})

test('a table without a primary key is an error', async () => {
  await client.query('begin; create table keyless (a integer)')
  await expect(readTables(client)).rejects.toThrow('the table keyless has no primary key')
  await client.query('rollback')
})
