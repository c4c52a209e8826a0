import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { createOrders } from '../server/asking/orders/orders.ts'
import type { Connection, Database } from '../server/foundation/database/connect.ts'
import { embedded } from '../server/foundation/database/embedded/embedded.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore, readStore } from '../server/tenants/stores/stores.ts'
import { forgetOldData } from '../server/upkeep/housekeeping/old-data.ts'
import { median } from './processes.ts'
import { databaseTime } from './processor-time.ts'

/** The numbers of stored orders to measure at: `--orders 100000,2000000`. */
type Options = { orders: number[]; rounds: number }

type Bench = { dataDir: string; database: Database; storeId: string; rounds: number }

/**
 * Measures what orders cost that are never deleted, and what their deletion costs: the bytes of each, the processor
 * time of PostgreSQL for a new order among few and among many, and the deletion of all of them.
 */
export async function run({ orders: [few = 0, many = 0], rounds }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    const { database } = opened
    await migrate(database)
    const { store_id: storeId } = await createStore(database, systemClock, { name: 'Bench' })
    const bench = { dataDir, database, storeId, rounds }
    console.log('\n| | PostgreSQL, µs per new order |\n| --- | ---: |')
    await fill(bench, 0, few)
    await printNewOrders(bench, `among ${count(few)} orders`)
    await fill(bench, few, many)
    await printNewOrders(bench, `among ${count(many)} orders`)
    const before = await sizes(database)
    const deletion = await forgetAll(bench)
    await printNewOrders(bench, `among ${count(many)} deleted orders`)
    printSizes(before, await sizes(database), many)
    console.log(`\n${deletion}`)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

const count = (value: number) => value.toLocaleString('en')

const products = JSON.stringify(
  [1, 2].map(number => ({
    product_id: `product-${number}`,
    sku: `SKU-${number}`,
    name: `Stainless steel moka pot, ${number * 3} cups`,
    price: 149.9,
    url: `https://shop.example/products/stainless-steel-moka-pot-${number}`,
    pictures: [`https://cdn.shop.example/pictures/moka-pot-${number}.jpg`],
  })),
)

const atOnce = 100_000

/** Orders from 2016 on, a minute apart, each with a request that was mailed and a link that has expired. */
async function fill({ dataDir, database, storeId }: Bench, from: number, to: number): Promise<void> {
  for (let first = from + 1; first <= to; first += atOnce) {
    const numbers = sql`generate_series(${first}::integer, ${Math.min(to, first + atOnce - 1)}::integer) as n`
    const at = sql`('2016-01-01Z'::timestamptz + make_interval(mins => n))`
    await database.longTransaction(async tx => {
      await tx.query(sql`
        insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
        select ${storeId}::uuid, 'order-' || n, gen_random_uuid(), ${at}, ${at}, ${products}::jsonb,
          jsonb_build_array(jsonb_build_object(
            'name', 'Ana Martins', 'email', 'buyer.' || n || '@example.com', 'phone', '+55 11 90000-0000'
          )), ${at}
        from ${numbers}`)
      await tx.query(sql`
        insert into mailings (
          store_id, id, kind, address, email, name, language, link_salt, link_hash, unsubscribe_hash,
          link_expires_at, state, day, requests_of, created_at, sent_at, attempts, last_answer
        )
        select ${storeId}::uuid, id, 'request', address, address, 'Ana Martins', 'en', sha256(address::bytea),
          sha256(address::bytea), sha256(id::text::bytea), ${at} + interval '97 days', 'sent', ${at}::date, id, ${at},
          ${at}, 1, '250 2.0.0 Ok: queued as 4bZ0qL2xWzz9sQx'
        from ${numbers}, concat('buyer.', n, '@example.com') as address,
          lateral (select md5('mail ' || n)::uuid as id) as mail`)
      await tx.query(sql`
        insert into review_requests (
          store_id, order_id, address, id, email, name, state, due_at, reasons, created_at, mailing_id
        )
        select ${storeId}::uuid, 'order-' || n, address, gen_random_uuid(), address, 'Ana Martins', 'sent',
          ${at} + interval '7 days', '[{"name": "days", "values": {"days": 7}}]', ${at}, md5('mail ' || n)::uuid
        from ${numbers}, concat('buyer.', n, '@example.com') as address`)
    })
  }
  await vacuum(dataDir)
}

// On a connection of its own, because the others end a statement after 15 s.
async function vacuum(dataDir: string): Promise<void> {
  const { socketFolder, port } = await embedded({ dataDir }).ensureRunning()
  const client = new pg.Client({ host: socketFolder, port, user: 'realword', database: 'realword' })
  await client.connect()
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
  await client.end()
}

const tables = ['orders', 'review_requests', 'mailings', 'former_orders']

const callers = 64
const newOrders = 10_000
let sent = 0

async function printNewOrders(bench: Bench, where: string): Promise<void> {
  const { database, storeId, dataDir } = bench
  const settings = await readStore(database, storeId)
  const orders = createOrders(database, systemClock)
  const now = new Date().toISOString()
  const send = () =>
    orders.create(storeId, settings, {
      order_id: `new-${++sent}`,
      order_date: now,
      delivery_date: now,
      products: JSON.parse(products),
      customers: [{ name: 'Ana Martins', email: `new.${sent}@example.com`, phone: '+55 11 90000-0000' }],
    })
  const costs: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const before = databaseTime(dataDir)
    const call = async () => {
      for (let number = 0; number < newOrders / callers; number++) await send()
    }
    await Promise.all(Array.from({ length: callers }, call))
    costs.push(((databaseTime(dataDir) - before) / newOrders) * 1000)
  }
  console.log(`| ${where} | ${median(costs).toFixed(0)} |`)
}

/** Deletes all old orders as the hourly cleanup does. Returns a sentence about it. */
async function forgetAll({ database, storeId, dataDir }: Bench): Promise<string> {
  let longest = 0
  const timed: Database = {
    ...database,
    transaction: async <T>(act: (tx: Connection) => Promise<T>) => {
      const begun = performance.now()
      const result = await database.transaction(act)
      longest = Math.max(longest, performance.now() - begun)
      return result
    },
  }
  const [begun, busy] = [performance.now(), databaseTime(dataDir)]
  await Array.fromAsync(forgetOldData(timed, storeId, new Date()))
  const seconds = (performance.now() - begun) / 1000
  const [left] = await database.query<{ gone: number }>(sql`
    select count(*)::integer as gone from former_orders where store_id = ${storeId}`)
  const thousands = (left?.gone ?? 0) / 1000
  await vacuum(dataDir)
  const each = (value: number) => (value / thousands).toFixed(0)
  return (
    `Deleted ${count(left?.gone ?? 0)} orders in ${seconds.toFixed(0)} s: ${each(seconds * 1000)} ms and ` +
    `${each(databaseTime(dataDir) - busy)} ms of PostgreSQL's processor time for 1,000 orders, ` +
    `vacuum included; the longest transaction took ${longest.toFixed(0)} ms.`
  )
}

type Sizes = Map<string, { rows: number; indexes: number }>

/** Bytes of each table and of its indexes. */
async function sizes(database: Database): Promise<Sizes> {
  const found = await database.query<{ name: string; rows: string; indexes: string }>(sql`
    select name, pg_table_size(name::regclass) as rows, pg_indexes_size(name::regclass) as indexes
    from unnest(${tables}::text[]) as name`)
  return new Map(
    found.map(({ name, rows, indexes }) => [name, { rows: Number(rows), indexes: Number(indexes) }]),
  )
}

function printSizes(before: Sizes, after: Sizes, orders: number): void {
  console.log(
    '\n| table | bytes per order | of them indexes | after the deletion |\n| --- | ---: | ---: | ---: |',
  )
  const each = (value: number) => count(Math.round(value / orders))
  for (const [name, { rows, indexes }] of before) {
    const left = after.get(name) ?? { rows: 0, indexes: 0 }
    console.log(
      `| ${name} | ${each(rows + indexes)} | ${each(indexes)} | ${each(left.rows + left.indexes)} |`,
    )
  }
}
