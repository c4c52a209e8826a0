import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Measured } from './programs/load.ts'
import { fillWithReviews } from './review-rows.ts'

type Options = { seconds: number; rounds: number; reviews: number[]; beside: string | undefined }

const connections = 32

/**
 * Measures reads over HTTP with 32 connections: ratings of one and of 24 products and a page of ten reviews, cached and
 * uncached, beside a bare node:http server and a bare Fastify that answer with the same bytes. With `beside`, the folder of
 * another checkout, its uncached reads of the same store are measured as well. Rounds alternate between all of them.
 * Prints medians.
 */
export async function run({ seconds, rounds, reviews, beside }: Options): Promise<void> {
  const uncached: Record<string, number[]> = {}
  for (const count of reviews) {
    const rows = await measureStore(count, seconds, rounds, beside)
    console.log(`\n${count.toLocaleString('en')} reviews\n`)
    console.log(
      '| read | bytes | bare node:http /s | bare Fastify /s | cached /s | of Fastify | of node:http | p99 ms | not cached /s | of node:http | p99 ms |',
    )
    console.log(`|${' --- |'.repeat(11)}`)
    for (const row of rows) {
      printRow(row)
      const before = uncached[row.name] ?? []
      uncached[row.name] = [...before, median(row.uncached.map(one => one.perSecond))]
    }
    printCosts(rows)
  }
  console.log()
  for (const [name, [first = 0, ...others]] of Object.entries(uncached)) {
    for (const other of others)
      console.log(`${name}: ${(first / other).toFixed(2)}× slower with more reviews`)
  }
}

type Row = {
  name: string
  bytes: number
  node: Measured[]
  fastify: Measured[]
  cached: Measured[]
  uncached: Costs[]
  other: Costs[]
}

/** With the processor time of each read in µs: of Node, and of PostgreSQL with all its processes. */
type Costs = Measured & { node: number; database: number }

async function measureStore(
  reviews: number,
  seconds: number,
  rounds: number,
  beside: string | undefined,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const stops: (() => Promise<void>)[] = []
  const start = async (file: string, env: NodeJS.ProcessEnv) => {
    const server = await startServer(file, env)
    stops.unshift(server.stop)
    return server
  }
  try {
    await migrate(opened.database)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    await fillWithReviews(opened.database, store.store_id, reviews)
    // All reads come from one address, whose limit is far below their rate.
    const settings = { DATA_DIR: dataDir, SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '1000000000' }) }
    const remembering = await start('service.ts', settings)
    const forgets = { ...settings, FORGETS: store.store_id }
    const forgetting = await start('service.ts', forgets)
    const other = beside && (await start(resolve(beside, 'bench', 'service.ts'), forgets))
    const credentials = `store_id=${store.store_id}&store_key=${store.store_key}`
    const reads = makeReads(credentials, Math.ceil(reviews / 100))
    const answers: Record<string, string> = {}
    for (const { name, paths } of reads) {
      const response = await fetch(`http://127.0.0.1:${remembering.port}${paths[0]}`)
      if (response.status !== 200) throw new Error(`${paths[0]} returned ${response.status}`)
      answers[`/${name.replaceAll(' ', '-')}`] = Buffer.from(await response.arrayBuffer()).toString('base64')
    }
    const file = join(dataDir, 'answers.json')
    writeFileSync(file, JSON.stringify(answers))
    const node = await start('programs/bare-read-server.ts', { ANSWERS: file, KIND: 'node' })
    const fastify = await start('programs/bare-read-server.ts', { ANSWERS: file, KIND: 'fastify' })
    const rows: Row[] = []
    for (const { name, paths } of reads) {
      const path = `/${name.replaceAll(' ', '-')}`
      const bytes = Buffer.from(answers[path] as string, 'base64').length
      const row: Row = { name, bytes, node: [], fastify: [], cached: [], uncached: [], other: [] }
      for (let round = 0; round < rounds; round++) {
        row.node.push(await load(node, [path]))
        row.fastify.push(await load(fastify, [path]))
        row.cached.push(await load(remembering, paths.slice(0, 1)))
        row.uncached.push(await load(forgetting, paths))
        if (other) row.other.push(await load(other, paths))
      }
      rows.push(row)
    }
    return rows
  } finally {
    for (const stop of stops) await stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }

  async function load({ port, pid }: { port: number; pid: number }, paths: string[]): Promise<Costs> {
    const pathsFile = join(dataDir, 'paths.json')
    writeFileSync(pathsFile, JSON.stringify(paths))
    const options: GetLoad = { port, pathsFile, connections, seconds }
    const before = [processorTime(pid), databaseTime(dataDir)] as const
    const measured = await runToEnd<Measured>('programs/get-load.ts', options)
    const count = measured.statuses['200'] ?? 0
    const node = ((processorTime(pid) - before[0]) * 1000) / count
    const database = ((databaseTime(dataDir) - before[1]) * 1000) / count
    // A fast error would look like speed.
    const others = Object.keys(measured.statuses).filter(status => status !== '200')
    if (others.length > 0) throw new Error(`responses other than 200: ${JSON.stringify(measured.statuses)}`)
    return { ...measured, node, database }
  }
}

// A thousand products spread over the store, read one after the other. The lists of ratings that are read at the same time
// have no products in common.
export function makeReads(credentials: string, products: number): { name: string; paths: string[] }[] {
  const step = Math.max(1, Math.floor(products / 1_000))
  const some = Array.from({ length: Math.min(1_000, products) }, (_, index) => (index * step) % products)
  const several = (first: number) =>
    Array.from({ length: 24 }, (_, index) => `product_id=P-${(first + index * step) % products}`).join('&')
  return [
    {
      name: 'ratings of one',
      paths: some.map(one => `/api/v1/ratings.json?${credentials}&expand=metrics&product_id=P-${one}`),
    },
    {
      name: 'ratings of 24',
      paths: some.map(one => `/api/v1/ratings.json?${credentials}&expand=metrics&${several(24 * one)}`),
    },
    {
      name: 'ten reviews',
      paths: some.map(one => `/api/v1/reviews.json?${credentials}&limit=10&product_id=P-${one}`),
    },
  ]
}

function printRow({ name, bytes, node, fastify, cached, uncached }: Row): void {
  const rate = (measured: Measured[]) => median(measured.map(one => one.perSecond))
  const late = (measured: Measured[]) => median(measured.map(one => one.p99))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const ratio = (a: Measured[], b: Measured[]) => `${(rate(a) / rate(b)).toFixed(2)}×`
  const cells = [
    name,
    whole(bytes),
    whole(rate(node)),
    whole(rate(fastify)),
    whole(rate(cached)),
    ratio(cached, fastify),
    ratio(cached, node),
    late(cached),
    whole(rate(uncached)),
    ratio(uncached, node),
    late(uncached),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function printCosts(rows: Row[]): void {
  console.log('\nProcessor time of each read that is not cached, in µs, and that of the other checkout:\n')
  console.log('| read | Node | other | ratio | PostgreSQL | other | ratio |')
  console.log(`|${' --- |'.repeat(7)}`)
  for (const { name, uncached, other } of rows) {
    const cells = (['node', 'database'] as const).flatMap(key => {
      const [ours = 0, theirs = 0] = [uncached, other].map(costs => median(costs.map(one => one[key])))
      return [
        Math.round(ours),
        ...(other.length > 0 ? [Math.round(theirs), (ours / theirs).toFixed(2)] : ['', '']),
      ]
    })
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}
