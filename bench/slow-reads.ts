import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
 * Measures searches in a whole store and pages far down, of ten reviews each, over HTTP, one after the other and never
 * from the response cache. Prints medians of the processor time of each in ms, of Node and of PostgreSQL.
 */
export async function run({ seconds, rounds, reviews }: Options): Promise<void> {
  const count = Math.max(...reviews)
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    await fillWithReviews(opened.database, store.store_id, count)
    console.log(`\n${count.toLocaleString('en')} reviews, processor time in ms\n`)
    console.log('| read | Node | PostgreSQL | together | p50 ms |')
    console.log('| --- | ---: | ---: | ---: | ---: |')
    const service = await startServer('service.ts', {
      DATA_DIR: dataDir,
      FORGETS: store.store_id,
      SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '1000000000' }),
    })
    for (const [name, paths] of Object.entries(readsOf(store)))
      printRow(name, await measure({ dataDir, ...service, paths, seconds, rounds }))
    await service.stop()
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** Distinct addresses of each read, because an equal one would be answered from the cache. */
function readsOf({ store_id, store_key }: { store_id: string; store_key: string }): Record<string, string[]> {
  const reads = (query: (index: number) => string) =>
    Array.from(
      { length: 1_000 },
      (_, index) =>
        `/api/v1/reviews.json?store_id=${store_id}&store_key=${store_key}&limit=10&${query(index)}`,
    )
  const search = (terms: (index: number) => string) =>
    reads(index => `offset=${index % 40}&terms=${encodeURIComponent(terms(index))}`)
  const far = (more: string) => reads(index => `offset=${9_000 + index}&${more}`)
  const orders = ['most_recent', 'oldest', 'most_positive', 'most_negative', 'most_voted', 'with_pictures']
  return {
    'search: a word of all reviews': search(() => 'café'),
    'search: of one in ten': search(index => `cor${index % 10}`),
    'search: of one in a thousand': search(index => `lote${index}`),
    ...Object.fromEntries(orders.map(order => [`offset 10,000, ${order}`, far(`orderBy=${order}`)])),
    'offset 10,000, four and five stars': far('rating=4&rating=5'),
  }
}

/** In ms: processor time of a read in Node and in PostgreSQL, and the median of its time. */
export type Cost = { node: number; database: number; p50: number }

type Setup = {
  dataDir: string
  port: number
  pid: number
  paths: string[]
  seconds: number
  rounds: number
}

/** Reads these addresses one after the other, in rounds. */
export async function measure({ dataDir, port, pid, paths, seconds, rounds }: Setup): Promise<Cost[]> {
  const pathsFile = join(dataDir, 'paths.json')
  writeFileSync(pathsFile, JSON.stringify(paths))
  const load: GetLoad = { port, pathsFile, connections: 1, seconds }
  // Not measured: plans are made and code is optimised.
  await runToEnd<Measured>('programs/get-load.ts', load)
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) {
    const before = [processorTime(pid), databaseTime(dataDir)] as const
    const { statuses, p50 } = await runToEnd<Measured>('programs/get-load.ts', load)
    const reads = statuses['200'] ?? 0
    // A fast error would look like speed.
    if (Object.keys(statuses).length !== 1 || reads === 0) throw new Error(JSON.stringify(statuses))
    const node = (processorTime(pid) - before[0]) / reads
    costs.push({ node, database: (databaseTime(dataDir) - before[1]) / reads, p50 })
  }
  return costs
}

function printRow(name: string, costs: Cost[]): void {
  const of = (key: keyof Cost) => median(costs.map(cost => cost[key]))
  const figures = [of('node'), of('database'), of('node') + of('database'), of('p50')]
  console.log(`| ${[name, ...figures.map(figure => figure.toFixed(1))].join(' | ')} |`)
}
