import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import type { Attribute } from '../server/tenants/stores/settings/attribute-rules.ts'
import { createStore, updateStore } from '../server/tenants/stores/stores.ts'
import { median, startServer } from './processes.ts'
import { fillWithReviews } from './review-rows.ts'
import { type Cost, measure } from './slow-reads.ts'

type Options = { seconds: number; rounds: number; reviews: number[] }

const asked = { required: false, public: true }
const city = { id: 'city', label: { 'pt-BR': 'Na cidade' } }
const hiking = { id: 'hiking', label: { 'pt-BR': 'Na trilha' } }
const attributes: Attribute[] = [
  { ...asked, id: 'fit', type: 'scale', label: { 'pt-BR': 'Caimento' } },
  { ...asked, id: 'use', type: 'choice', label: { 'pt-BR': 'Uso' }, options: [city, hiking] },
]

// Each read, and the one that it is compared with.
const reads: Record<string, [what: string, query: string, beside?: string]> = {
  'ratings of one': ['ratings', 'expand=metrics'],
  'with counts of answers': ['ratings', 'expand=metrics,attributes', 'ratings of one'],
  'ten reviews': ['reviews', 'limit=10'],
  'with their answers': ['reviews', 'limit=10&expand=attributes', 'ten reviews'],
  'with five stars': ['reviews', 'limit=10&rating=5', 'ten reviews'],
  'with one answer': ['reviews', 'limit=10&expand=attributes&attribute.fit=3', 'ten reviews'],
  'with two answers': [
    'reviews',
    'limit=10&expand=attributes&attribute.fit=3&attribute.fit=4&attribute.use=city',
    'ten reviews',
  ],
}

/**
 * Measures answers to a store's own questions over HTTP: their counts, and pages that show them or are filtered by them,
 * of a thousand products in turn and never from the response cache. Rounds alternate. Prints medians of the processor
 * time of each read, and its ratio to the read without answers.
 */
export async function run({ seconds, rounds, reviews }: Options): Promise<void> {
  const count = Math.max(...reviews)
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    await updateStore(opened.database, store.store_id, { attributes })
    await fillWithReviews(opened.database, store.store_id, count, true)
    const service = await startServer('service.ts', {
      DATA_DIR: dataDir,
      FORGETS: store.store_id,
      SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '1000000000' }),
    })
    const costs: Record<string, Cost[]> = {}
    for (let round = 0; round < rounds; round++) {
      for (const [name, [what, query]] of Object.entries(reads)) {
        const paths = Array.from(
          { length: Math.min(1_000, Math.ceil(count / 100)) },
          (_, product) =>
            `/api/v1/${what}.json?store_id=${store.store_id}&store_key=${store.store_key}&product_id=P-${product}&${query}`,
        )
        const measured = await measure({ dataDir, ...service, paths, seconds, rounds: 1 })
        costs[name] = [...(costs[name] ?? []), ...measured]
      }
    }
    await service.stop()
    print(count, costs)
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

function print(count: number, costs: Record<string, Cost[]>): void {
  console.log(`\n${count.toLocaleString('en')} reviews, processor time of a read in ms\n`)
  console.log('| read | Node | PostgreSQL | together | ratio | p50 ms | ratio |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  const of = (name: string) => {
    const by = (key: keyof Cost) => median((costs[name] ?? []).map(cost => cost[key]))
    const [node, database] = [by('node'), by('database')]
    return { node, database, both: node + database, p50: by('p50') }
  }
  for (const [name, [, , other = name]] of Object.entries(reads)) {
    const [own, beside] = [of(name), of(other)]
    const ratio = (key: 'both' | 'p50') => (other === name ? '' : `${(own[key] / beside[key]).toFixed(2)}×`)
    const figures = [own.node, own.database, own.both].map(ms => ms.toFixed(3))
    console.log(`| ${[name, ...figures, ratio('both'), own.p50.toFixed(2), ratio('p50')].join(' | ')} |`)
  }
}
