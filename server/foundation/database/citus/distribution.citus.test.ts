import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { startTestApp } from '../../../test/app.ts'
import { createOnNodes, dropOnNodes, type Nodes } from '../../../test/database/citus.ts'
import { anOrder } from '../../../test/factories.ts'
import { aStore } from '../../../test/users.ts'
import { checkCitus } from '../../../upkeep/doctor/citus-check.ts'
import { installJobs } from '../../jobs/install.ts'
import { connect, type Database } from '../connect.ts'
import { migrate, readMigrations } from '../migrations/migrate.ts'
import { distributeTables } from './distribution.ts'

const nodes = inject('citus') as Nodes
let target: Nodes[0] & { database: string }
let database: Database

beforeEach(async () => {
  target = { ...nodes[0], database: `test_${randomBytes(8).toString('hex')}` }
  await createOnNodes(nodes, target.database)
  database = connect(target)
})
afterEach(async () => {
  await database.close()
  await dropOnNodes(nodes, target.database)
})

/** How each table of ours is distributed: its column, 'reference' or 'local'. */
async function distributions(): Promise<Record<string, string>> {
  const rows = await database.query<{ name: string; how: string }>(sql`
    select relname as name, case
      when partmethod = 'h' then column_to_column_name(logicalrelid, partkey)
      when repmodel = 't' then 'reference'
      else 'local'
    end as how
    from pg_class
    left join pg_dist_partition on logicalrelid = oid
    where relkind in ('r', 'p')
      and relnamespace::regnamespace::text in ('public', 'accounts', 'pgboss')`)
  return Object.fromEntries(rows.map(({ name, how }) => [name, how]))
}

async function countAtCoordinator(table: string): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(
    sql`select pg_relation_size(${table}::regclass) as bytes`,
  )
  return Number(row?.bytes)
}

test('distributes stores by store_id and accounts to every node, with their rows, and nothing the second time', async () => {
  await migrate(database)
  await installJobs(database)
  const store = await aStore(database)
  await database.query(
    sql`insert into accounts."user" values ('user-1', 'Ana', 'ana@shop.example', true, null, now(), now())`,
  )
  expect(await checkCitus(database)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('no table is distributed. Run: ./realword migrate --citus'),
  })

  const distributed = await distributeTables(database)
  expect(distributed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['stores', 'orders', 'accounts."user"']),
  )
  expect(await distributeTables(database)).toEqual([])

  const how = await distributions()
  const local = Object.keys(how).filter(name => how[name] === 'local')
  expect(how).toMatchObject({
    stores: 'store_id',
    orders: 'store_id',
    memberships: 'store_id',
    user: 'reference',
  })
  expect(how).toMatchObject({ session: 'reference', realword_migrations: 'local', job: 'local' })
  expect(
    local.filter(name => ['stores', 'reviews', 'mailings', 'account', 'rateLimit'].includes(name)),
  ).toEqual([])
  expect(await database.query(sql`select store_id from stores`)).toEqual([{ store_id: store.storeId }])
  expect(await database.query(sql`select "name" from accounts."user"`)).toEqual([{ name: 'Ana' }])
  expect([await countAtCoordinator('stores'), await countAtCoordinator('accounts."user"')]).toEqual([0, 0])
  expect(await checkCitus(database)).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/^Citus [\d.-]+: all tables are distributed over \d nodes$/),
  })

  const service = await startTestApp({}, target)
  try {
    expect((await service.send('POST', '/orders', { headers: store.headers, body: anOrder() })).status).toBe(
      201,
    )
  } finally {
    await service.close()
  }
})

test('continues where a killed call stopped', async () => {
  await migrate(database)
  // This turns memberships, which refers to it, into a table that Citus knows and has not distributed.
  await database.query(sql`select create_reference_table('accounts."user"')`)
  await database.query(sql`select create_distributed_table('stores', 'store_id')`)
  expect(await checkCitus(database)).toMatchObject({
    status: 'error',
    detail: expect.stringMatching(/^not distributed: .*memberships/),
  })
  await distributeTables(database)
  expect(await distributions()).toMatchObject({
    memberships: 'store_id',
    orders: 'store_id',
    session: 'reference',
  })
  expect((await checkCitus(database)).status).toBe('ok')
})

test('later migrations are applied to a distributed database, and their tables distributed with them', async () => {
  const ours = readMigrations()
  // The first release that distributes tables contains the migrations up to this one.
  const first = 41
  const supported = ours.filter(({ version }) => version <= first)
  await migrate(database, supported)
  await distributeTables(database)
  const later = await migrate(database)
  expect(later.map(({ version }) => version)).toEqual(
    ours.map(({ version }) => version).filter(version => version > first),
  )
  expect((await checkCitus(database)).status).toBe('ok')
  const { storeId } = await aStore(database)
  const text = `
    create table gifts (
      store_id uuid not null references stores,
      gift_id uuid not null,
      order_id text not null,
      primary key (store_id, gift_id),
      foreign key (store_id, order_id) references orders (store_id, order_id)
    );
    create index gifts_by_order on gifts (store_id, order_id);
    alter table stores add column gifts integer not null default 0;
    update stores set gifts = 1;
    create table accounts.gift_givers (user_id text primary key references accounts."user" on delete cascade);`
  const applied = await migrate(database, [...ours, { version: 9001, name: 'gifts', checksum: 'g', text }])
  expect(applied.map(({ version }) => version)).toEqual([9001])
  expect(await distributions()).toMatchObject({ gifts: 'store_id', gift_givers: 'reference' })
  expect((await checkCitus(database)).status).toBe('ok')
  expect(await database.query(sql`select gifts from stores where store_id = ${storeId}`)).toEqual([
    { gifts: 1 },
  ])
})
