import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Database } from '../../server/foundation/database/connect.ts'
import { migrate, readMigrations } from '../../server/foundation/database/migrations/migrate.ts'
import { findLongLocks } from '../../server/foundation/database/migrations/rules.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'
import { createStore } from '../../server/tenants/stores/stores.ts'
import { anOrder } from '../../server/test/factories.ts'
import { startServer } from '../processes.ts'
import { startWriters, type Writers } from './writers.ts'

const index = `-- outside a transaction
create index concurrently if not exists bench_index on orders (store_id, order_date, order_id)`
const column = 'alter table orders add column bench_note text not null default $$none$$'

/**
 * Fills `orders` with rows, and migrates the table beside eight writers of orders over HTTP: a concurrent index, a column
 * with a default, and a change of every row in batches. Prints how long each took, the writers' p99 and the longest time
 * in which no order was accepted.
 */
export async function run({ rows }: { rows: number }): Promise<void> {
  for (const text of [index, column]) {
    if (findLongLocks(text).length > 0) throw new Error(`our rules refuse ${text}`)
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const { database } = opened
  await migrate(database)
  const { store_id: storeId, api_key } = await createStore(database, systemClock, { name: 'Shop' })
  const service = await startServer('service.ts', { DATA_DIR: dataDir })
  const sent = { 'X-API-Key': api_key, 'X-Store-Id': storeId, 'Content-Type': 'application/json' }
  let writers: Writers | undefined
  try {
    await fill(database, { storeId, port: service.port, headers: sent, rows })
    writers = startWriters(service.port, sent)
    const { report } = writers
    console.log('| beside | seconds | orders | p99 ms | longest gap ms |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    const measure = async (name: string, act: () => Promise<unknown>) => {
      report()
      const start = performance.now()
      await act()
      const seconds = (performance.now() - start) / 1000
      const { orders, p99, gap } = report()
      const figures = [seconds.toFixed(1), orders, Math.round(p99), Math.round(gap)]
      console.log(`| ${[name, ...figures].join(' | ')} |`)
    }
    await measure('nothing', () => pause(15_000))
    await measure('a concurrent index', () => migrateTo(database, [index]))
    await measure('a column with a default', () => migrateTo(database, [index, column]))
    await measure('a change of every row, 1,000 at a time', () => changeRows(database, storeId))
    await measure('nothing again', () => pause(15_000))
  } finally {
    await writers?.stop()
    await service.stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Filling = { storeId: string; port: number; headers: Record<string, string>; rows: number }

/** Copies an order that the service accepted. */
async function fill(database: Database, { storeId, port, headers, rows }: Filling): Promise<void> {
  const order = anOrder()
  const body = JSON.stringify(order)
  const answer = await fetch(`http://127.0.0.1:${port}/orders`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`the first order was answered ${answer.status}`)
  const batch = 100_000
  for (let first = 0; first < rows; first += batch) {
    await database.longTransaction(tx =>
      tx.query(sql`
        insert into orders
        select (jsonb_populate_record(orders, jsonb_build_object('order_id', 'F-' || n, 'id', gen_random_uuid()))).*
        from orders, generate_series(${first + 1}::integer, ${Math.min(first + batch, rows)}::integer) as n
        where store_id = ${storeId} and order_id = ${order.order_id}`),
    )
  }
  await database.longStatements(db => db.query(sql`vacuum analyze orders`))
  const [size] = await database.query<{ size: string; rows: number }>(sql`
    select pg_size_pretty(pg_total_relation_size('orders')) as size, count(*)::integer as rows from orders`)
  console.log(`\n${size?.rows.toLocaleString('en')} orders, ${size?.size}\n`)
}

const migrateTo = (database: Database, texts: string[]) =>
  migrate(database, [
    ...readMigrations(),
    ...texts.map((text, at) => ({ version: 9_000 + at, name: `bench-${at}`, checksum: `${at}`, text })),
  ])

/** As housekeeping changes rows: a batch is one transaction, which begins after the last row of the previous one. */
async function changeRows(database: Database, storeId: string): Promise<void> {
  let after = ''
  for (;;) {
    const [changed] = await database.query<{ last: string | null }>(sql`
      with changed as (
        update orders
        set bench_note = 'changed'
        where store_id = ${storeId} and order_id = any(array(
          select order_id
          from orders
          where store_id = ${storeId} and order_id > ${after}
          order by order_id
          limit 1000))
        returning order_id
      )
      select max(order_id) as last
      from changed`)
    if (!changed?.last) return
    after = changed.last
  }
}
