import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { sumAllGroups } from '../server/answers/reviews/group-sums.ts'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Measured } from './programs/load.ts'
import { fillWithReviews } from './review-rows.ts'

type Options = { seconds: number; rounds: number; reviews: number[] }

/**
 * Measures the reads that cost most, over HTTP, one after the other and never from the response cache: searches, pages
 * far down, long pages, and the ratings of a whole store, of which a second store has all products in groups of five.
 * Prints medians of the processor time of each in ms, of Node and of PostgreSQL.
 */
export async function run({ seconds, rounds, reviews }: Options): Promise<void> {
  const count = Math.max(...reviews)
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    await fillWithReviews(opened.database, store.store_id, count)
    const grouped = await createStore(opened.database, systemClock, { name: 'Groups' })
    await addGroupedProducts(opened.database, store.store_id, grouped.store_id)
    const reads = { ...readsOf(store, Math.ceil(count / 100)), ...readsOfGroups(grouped) }
    console.log(`\n${count.toLocaleString('en')} reviews, processor time in ms\n`)
    console.log('| read | Node | PostgreSQL | together | p50 ms |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    for (const [name, paths] of Object.entries(reads)) {
      const storeId = name.startsWith('grouped') ? grouped.store_id : store.store_id
      printRow(name, await measure({ dataDir, storeId, paths, seconds, rounds }))
    }
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Keys = { store_id: string; store_key: string }

function readsOf(store: Keys, products: number): Record<string, string[]> {
  const read = (file: string, query: string) =>
    `/api/v1/${file}?store_id=${store.store_id}&store_key=${store.store_key}&${query}`
  // Distinct queries, because an equal one would be answered from the cache.
  const variants = (file: string, query: (index: number) => string) =>
    Array.from({ length: 90 }, (_, index) => read(file, `limit=${10 + index}&${query(index)}`))
  const search = (term: (index: number) => string, of = '') =>
    variants('reviews.json', index => `terms=${encodeURIComponent(term(index))}${of}`)
  const far = (order: string, of = '') => variants('reviews.json', () => `offset=10000&orderBy=${order}${of}`)
  return {
    'search: a word of all reviews': search(() => 'café'),
    'search: of one in ten': search(index => `cor${index % 10}`),
    'search: of one in a thousand': search(index => `lote${index}`),
    'search: two words, of one in a thousand': search(index => `lote${index} cor${index % 10}`),
    'search: of none': search(index => `nenhuma${index}`),
    'search: a word of all, by votes': search(() => 'café', '&orderBy=most_voted'),
    'search: a word of all, in one product': search(() => 'café', '&product_id=P-7'),
    ...Object.fromEntries(
      ['most_recent', 'oldest', 'most_positive', 'most_negative', 'most_voted', 'with_pictures'].map(
        order => [`offset 10,000, ${order}`, far(order)],
      ),
    ),
    'offset 10,000, four and five stars': far('most_recent', '&rating=4&rating=5'),
    'reviews.html, 100': Array.from({ length: Math.min(1_000, products) }, (_, index) =>
      read('reviews.html', `limit=100&product_id=P-${index}`),
    ),
    'ratings of a whole store': ratingsOf(store),
  }
}

function readsOfGroups(store: Keys): Record<string, string[]> {
  return { 'grouped: ratings of a whole store': ratingsOf(store) }
}

function ratingsOf({ store_id, store_key }: Keys): string[] {
  return Array.from(
    { length: 90 },
    (_, index) => `/api/v1/ratings.json?store_id=${store_id}&store_key=${store_key}&limit=${10_000 - index}`,
  )
}

/** As many products and ratings as the other store has, in groups of five. */
async function addGroupedProducts(database: Database, from: string, to: string): Promise<void> {
  await database.longTransaction(async tx => {
    await tx.query(sql`
      insert into products (store_id, product_id, id, sku, name, price, url, created_at, rated, group_id)
      select ${to}, product_id, gen_random_uuid(), sku, name, price, url, created_at, true,
        md5((substr(product_id, 3)::integer / 5)::text)::uuid
      from products
      where store_id = ${from}`)
    await tx.query(sql`
      insert into rating_summaries (
        store_id, product_id, one, two, three, four, five, recommended, not_recommended
      )
      select ${to}, product_id, one, two, three, four, five, recommended, not_recommended
      from rating_summaries
      where store_id = ${from}`)
    await sumAllGroups(tx, to)
  })
  await database.query(sql`vacuum analyze products, rating_summaries, group_summaries`)
}

type Cost = { node: number; database: number; p50: number }

type Setup = { dataDir: string; storeId: string; paths: string[]; seconds: number; rounds: number }

async function measure({ dataDir, storeId, paths, seconds, rounds }: Setup): Promise<Cost[]> {
  const settings = JSON.stringify({ READ_RATE_LIMIT: '1000000000' })
  const service = await startServer('service.ts', { DATA_DIR: dataDir, FORGETS: storeId, SETTINGS: settings })
  const pathsFile = join(dataDir, 'paths.json')
  writeFileSync(pathsFile, JSON.stringify(paths))
  const load: GetLoad = { port: service.port, pathsFile, connections: 1, seconds }
  try {
    // Not measured: plans are made and code is optimised.
    await runToEnd<Measured>('programs/get-load.ts', load)
    const costs: Cost[] = []
    for (let round = 0; round < rounds; round++) {
      const before = [processorTime(service.pid), databaseTime(dataDir)] as const
      const { statuses, p50 } = await runToEnd<Measured>('programs/get-load.ts', load)
      const reads = statuses['200'] ?? 0
      // A fast error would look like speed.
      if (Object.keys(statuses).length !== 1 || reads === 0) throw new Error(JSON.stringify(statuses))
      const node = (processorTime(service.pid) - before[0]) / reads
      costs.push({ node, database: (databaseTime(dataDir) - before[1]) / reads, p50 })
    }
    return costs
  } finally {
    await service.stop()
  }
}

function printRow(name: string, costs: Cost[]): void {
  const of = (key: keyof Cost) => median(costs.map(cost => cost[key]))
  const figures = [of('node'), of('database'), of('node') + of('database'), of('p50')]
  console.log(`| ${[name, ...figures.map(figure => figure.toFixed(1))].join(' | ')} |`)
}
