import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { enqueueDueStores } from '../server/asking/dispatch/due.ts'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { median, runToEnd, startServer } from './processes.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Load, Measured } from './programs/load.ts'
import { fillWithReviews } from './review-rows.ts'

/** `rows` is the size of the import, and of the backlog of mails. */
type Options = { seconds: number; rounds: number; rows: number }

const secret = 'the secret of a benchmark, which hides nothing'

/**
 * Measures the orders and reads of one store alone, and beside another store that writes orders over 64 connections,
 * imports reviews, exports them, or has a backlog of mails. Alone and beside alternate. Prints medians and ratios.
 */
export async function run({ seconds, rounds, rows }: Options): Promise<void> {
  const bench = await open(rows)
  try {
    console.log(
      '| neighbour | orders p50 ms | alone | ratio | orders p99 ms | alone | ratio | reads p50 ms | alone | ratio | reads p99 ms | alone | ratio |',
    )
    console.log(`| --- |${' ---: |'.repeat(12)}`)
    await measure(bench, 2)
    for (const [name, start] of Object.entries(neighbours)) {
      const alone: Measures[] = []
      const beside: Measures[] = []
      for (let round = 0; round < rounds; round++) {
        alone.push(await measure(bench, seconds))
        const stop = await start(bench, round)
        beside.push(await measure(bench, seconds))
        await stop()
      }
      printRow(name, beside, alone)
    }
  } finally {
    await bench.close()
  }
}

export type Shop = { storeId: string; storeKey: string; headers: string[] }

type Bench = {
  dataDir: string
  database: Database
  port: number
  busy: Shop
  other: Shop
  rows: number
  csv: string
  reads: string
  sink: string
  close: () => Promise<void>
}

async function open(rows: number): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const { database } = opened
  await migrate(database)
  await installJobs(database)
  const [busy, other] = [await aShop(database), await aShop(database)]
  for (const { storeId } of [busy, other]) await fillWithReviews(database, storeId, 10_000)
  const [{ store_key = '' } = {}] = await database.query<{ store_key: string }>(
    sql`select store_key from stores where store_id = ${other.storeId}`,
  )
  const reads = join(dataDir, 'reads.json')
  const credentials = `store_id=${other.storeId}&store_key=${store_key}`
  const paths = Array.from(
    { length: 100 },
    (_, n) => `/api/v1/ratings.json?${credentials}&expand=metrics&product_id=P-${n}`,
  )
  writeFileSync(reads, JSON.stringify(paths))
  const csv = join(dataDir, 'reviews.csv')
  writeFileSync(csv, csvOf(rows))
  const sink = fork(fileURLToPath(new URL('programs/mail-sink.ts', import.meta.url)))
  const [sinkPort] = await once(sink, 'message')
  // Drops the store's cached answers fifty times a second, so that reads reach the database, where neighbours meet.
  const service = await startServer('service.ts', {
    DATA_DIR: dataDir,
    FORGETS: other.storeId,
    SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '100000000' }),
  })
  return {
    ...{ dataDir, database, port: service.port, busy, other, rows, csv, reads },
    sink: `smtp://127.0.0.1:${sinkPort}`,
    close: async () => {
      await service.stop()
      sink.disconnect()
      await opened.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

export async function aShop(database: Database): Promise<Shop> {
  const { store_id, store_key, api_key } = await createStore(database, systemClock, { name: 'Shop' })
  return {
    storeId: store_id,
    storeKey: store_key,
    headers: [`X-API-Key: ${api_key}`, `X-Store-Id: ${store_id}`, 'Content-Type: application/json'],
  }
}

export function csvOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `P-${n % 100},${1 + (n % 5)},Heats fast,It has heated ${n} cups so far,Ana,ana.${n}@example.com,2025-01-02`,
  )
  return ['product_id,rating,title,body,display_name,email,created_at', ...lines].join('\n')
}

type Measures = { orders: Measured; reads: Measured }

let measured = 0
async function measure({ port, other, reads }: Bench, seconds: number): Promise<Measures> {
  const load: Load = {
    ...{ port, path: '/orders', headers: other.headers, connections: 2, seconds },
    prefix: `other-${++measured}`,
  }
  const orders = await runToEnd<Measured>('programs/load.ts', load)
  const getLoad: GetLoad = { port, pathsFile: reads, connections: 2, seconds }
  return {
    orders: only(orders, '201'),
    reads: only(await runToEnd<Measured>('programs/get-load.ts', getLoad), '200'),
  }
}

// A fast error would look like speed.
function only(one: Measured, status: string): Measured {
  if (Object.keys(one.statuses).some(found => found !== status))
    throw new Error(`unexpected responses: ${JSON.stringify(one.statuses)}`)
  return one
}

/** Starts something in the busy store that lasts until the returned function is called. */
type Neighbour = (bench: Bench, round: number) => Promise<() => Promise<void>>

const neighbours: Record<string, Neighbour> = {
  '64 writers': async ({ port, busy }, round) => {
    const load = { port, path: '/orders', headers: busy.headers, connections: 64, seconds: 3_600 }
    const path = fileURLToPath(new URL('programs/load.ts', import.meta.url))
    const argument = JSON.stringify({ ...load, prefix: `busy-${round}` })
    return ended(spawn(process.execPath, [path, argument], { stdio: 'ignore' }))
  },
  'an import': async bench => command(bench, ['review', 'import', '--store', bench.busy.storeId, bench.csv]),
  'an export': async bench =>
    command(bench, ['store', 'export', bench.busy.storeId, join(bench.dataDir, `${++measured}.zip`)]),
  'a backlog of mails': async (bench, round) => {
    await addDue(bench, round)
    const worker = await startServer('programs/mail-worker.ts', {
      DATA_DIR: bench.dataDir,
      ...{ SMTP_URL: bench.sink, MAIL_FROM: 'reviews@shop.example', SECRET: secret, LOG_LEVEL: 'warn' },
    })
    const secrets = { current: secret, all: [secret] }
    await enqueueDueStores({ database: bench.database, clock: systemClock, secrets })
    return worker.stop
  },
}

/** Runs a command, again and again until the returned function is called. */
function command({ dataDir }: Bench, args: string[]): () => Promise<void> {
  const realword = fileURLToPath(new URL('../realword', import.meta.url))
  let isOver = false
  let running: ChildProcess
  const start = () => {
    running = spawn(realword, args, { env: { ...process.env, DATA_DIR: dataDir }, stdio: 'ignore' })
    running.once('exit', () => {
      if (!isOver) start()
    })
  }
  start()
  return async () => {
    isOver = true
    await ended(running)()
  }
}

function ended(child: ChildProcess): () => Promise<void> {
  return async () => {
    if (child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
}

async function addDue({ database, busy, rows }: Bench, round: number): Promise<void> {
  await database.longTransaction(async tx => {
    await tx.query(sql`
      insert into orders (store_id, order_id, id, order_date, delivery_date, products, customers, received_at)
      select ${busy.storeId}::uuid, concat('due-', ${round}::text, '-', n), gen_random_uuid(), now(), now(),
        '[{"product_id":"P-1","sku":"SKU-1","name":"Moka pot","price":9}]', '[]', now()
      from generate_series(1, ${rows}) as n`)
    await tx.query(sql`
      insert into review_requests (store_id, order_id, address, id, email, name, state, due_at, reasons, created_at)
      select ${busy.storeId}::uuid, concat('due-', ${round}::text, '-', n), address, gen_random_uuid(), address, 'Ana',
        'scheduled', now(), '[]', now()
      from generate_series(1, ${rows}) as n, concat('due.', ${round}::text, '.', n, '@example.com') as address`)
  })
}

function printRow(name: string, beside: Measures[], alone: Measures[]): void {
  const cells = (['orders', 'reads'] as const).flatMap(kind =>
    (['p50', 'p99'] as const).flatMap(time => {
      const [ours, before] = [beside, alone].map(all => median(all.map(one => one[kind][time]))) as [
        number,
        number,
      ]
      return [ours, before, `${(ours / before).toFixed(2)}×`]
    }),
  )
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
