import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedded } from '../../server/foundation/database/embedded/embedded.ts'
import { readPostmaster } from '../../server/foundation/database/embedded/postmaster.ts'
import { makeStore } from '../make-store.ts'
import { cleanUp, readyDataDir, runJson, type Service, startService } from '../service.ts'
import { createStore, orderText, post, query } from '../store.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir(), env: { WORKERS: '2' } })
})
afterAll(cleanUp)

test('every connection of the service is of its role, in each of its processes', async () => {
  const store = await makeStore(service)
  expect((await post(service.url, store, orderText('first'))).status).toBe(201)
  const users = await query<{ usename: string; session: boolean }>(
    service.dataDir,
    `select usename, application_name = 'realword session' as session
    from pg_stat_activity
    where application_name ~ '^realword'`,
  )
  expect(new Set(users.map(({ usename }) => usename))).toEqual(new Set(['realword_service']))
  // The first process and two that answer HTTP.
  expect(users.filter(({ session }) => session)).toHaveLength(3)
})

describe('the role of the service', () => {
  let client: pg.Client
  beforeAll(async () => {
    client = await connectAsService(service.dataDir)
  })
  afterAll(() => client.end())

  test('has no attribute, and is a member of no other role', async () => {
    const { rows } = await client.query(`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        (select count(*)::integer from pg_auth_members where member = pg_roles.oid) as memberships
      from pg_roles
      where rolname = current_user`)
    expect(rows).toEqual([
      {
        ...{ rolsuper: false, rolcreaterole: false, rolcreatedb: false },
        ...{ rolreplication: false, rolbypassrls: false, memberships: 0 },
      },
    ])
  })

  test('is refused programs, files, roles, settings, other roles and changes of tables', async () => {
    for (const statement of [
      "copy (select 1) to program 'true'",
      "copy (select 1) to '/dev/null'",
      "select pg_read_file('PG_VERSION')",
      "select pg_ls_dir('.')",
      "select lo_import('/dev/null')",
      'create role other',
      'alter role realword_service superuser',
      "alter system set work_mem = '8MB'",
      'select pg_reload_conf()',
      'create database other',
      'create extension pgcrypto',
      'create publication other for all tables',
      'create schema other',
      'create table other (id integer)',
      'create temporary table other (id integer)',
      'create function other() returns integer language sql as $$ select 1 $$',
      'create trigger other before update on orders for each row execute function suppress_redundant_updates_trigger()',
      'alter table orders add column other integer',
      'create index on orders (store_id)',
      'truncate orders',
      'drop table orders',
      "update realword_migrations set checksum = ''",
      'set role realword',
      'set session authorization realword',
      "select pg_create_physical_replication_slot('other')",
      'select rolpassword from pg_authid',
    ])
      await expect(client.query(statement), statement).rejects.toMatchObject({
        // insufficient_privilege, also where it must be the owner
        code: '42501',
      })
    await client.query('reset role')
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'realword_service' }])
  })

  test('reads and writes rows, and analyzes the catalogue of products', async () => {
    const warnings: string[] = []
    client.on('notice', ({ message }) => warnings.push(String(message)))
    for (const statement of ['select from orders', 'delete from orders where false', 'analyze products'])
      await client.query(statement)
    expect(warnings).toEqual([])
  })
})

describe('the role gets its rights', () => {
  test('in a data folder of an earlier release, of two services at once', async () => {
    const dataDir = readyDataDir()
    await onServer(dataDir, ['drop owned by realword_service', 'drop role realword_service'])
    const [one, other] = await Promise.all([startService({ dataDir }), startService({ dataDir })])
    const store = await createStore({ dataDir })
    expect((await post(one.url, store, orderText('first'))).status).toBe(201)
    expect((await post(other.url, store, orderText('second'))).status).toBe(201)
  })

  test('after a killed move that had forbidden all writes, if it does not exist', async () => {
    const dataDir = readyDataDir()
    await onServer(dataDir, [
      ...['drop owned by realword_service', 'drop role realword_service'],
      ...[
        'create publication realword_move for all tables',
        'alter system set default_transaction_read_only = on',
      ],
    ])
    const service = await startService({ dataDir })
    const store = await createStore({ dataDir })
    expect((await post(service.url, store, orderText('first'))).status).toBe(201)
  })

  test('when migrate alone runs after a start that was killed before it had granted all', async () => {
    const dataDir = readyDataDir()
    await onServer(dataDir, ['drop owned by realword_service', 'grant select on stores to realword_service'])
    expect(await runJson(['migrate'], { dataDir })).toEqual({ applied: [] })
    await asService(dataDir, 'select from orders')
  })

  test('on a table that an earlier release, or another command, has made since', async () => {
    const dataDir = readyDataDir()
    await onServer(dataDir, ['create table accounts.later (id integer)'])
    expect(await runJson(['store', 'list'], { dataDir })).toEqual([])
    await asService(dataDir, 'insert into accounts.later values (1)')
  })
})

/** Starts the server alone, runs the statement as the service, and stops it. */
async function asService(dataDir: string, statement: string): Promise<void> {
  const server = embedded({ dataDir })
  await server.ensureRunning()
  const client = await connectAsService(dataDir)
  await client.query(statement)
  await client.end()
  await server.stop()
}

async function connectAsService(dataDir: string): Promise<pg.Client> {
  const { socketFolder: host, port } = readPostmaster(join(dataDir, 'postgres')) ?? {}
  if (!host || !port) throw new Error('PostgreSQL is not running')
  const client = new pg.Client({ host, port, user: 'realword_service', database: 'realword' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Starts the server alone, runs the statements as its owner, and stops it. */
async function onServer(dataDir: string, statements: string[]): Promise<void> {
  const server = embedded({ dataDir })
  await server.ensureRunning()
  for (const statement of statements) await query(dataDir, statement)
  await server.stop()
}
