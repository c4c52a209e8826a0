import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql, { raw } from 'sql-template-tag'
import type { Database } from '../../server/foundation/database/connect.ts'
import { migrate } from '../../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { installJobs } from '../../server/foundation/jobs/install.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'
import { listStores } from '../../server/tenants/stores/all-stores.ts'
import { createKey } from '../../server/tenants/stores/keys.ts'
import { scopes } from '../../server/tenants/stores/scopes.ts'
import { createStore } from '../../server/tenants/stores/stores.ts'
import { startServer } from '../processes.ts'
import { compareLists, type ReadPage } from './compare-lists.ts'
import { fillStore, settle } from './dashboard-rows.ts'

const aim = 1.5 // allowed time in the large store, as a multiple of the small one's

/** `reviews` are the rows of each list. `data` is a folder that keeps the data for the next run. */
type Options = { rounds: number; reviews: number[]; data: string | undefined }

/**
 * Measures each list of the management API, as a program reads it: with few and with many rows, in two stores of the same
 * database, the first page and one deep inside. A tenth of all rows changed since they were written.
 */
export async function run({ rounds, reviews: rows, data }: Options): Promise<void> {
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    await installJobs(opened.database)
    const kept = await listStores(opened.database)
    const stores =
      kept.length > 0 ? kept.map(({ store_id }) => store_id) : await makeStores(opened.database, rows)
    const keys = await Promise.all(stores.map(storeId => makeKey(opened.database, storeId)))
    const service = await startServer('service.ts', { DATA_DIR: dataDir })
    try {
      const read = reader(`http://127.0.0.1:${service.port}/manage/v1`, keys)
      const measured = lists.map(path => ({
        ...{ name: path, paged: 'cursor', limit: 'limit=100&' },
        paths: keys.map(() => path),
      }))
      await compareLists(measured, read, { sizes: rows, times: rounds * 7, aim })
    } finally {
      await service.stop()
    }
  } finally {
    await opened.close()
    if (!data) rmSync(dataDir, { recursive: true })
  }
}

const since = () => new Date(Date.now() - 400 * 24 * 60 * 60 * 1000).toISOString()

const lists = [
  '/reviews',
  '/reviews?state=published',
  '/reviews?state=pending',
  '/reviews?product_id=P-1',
  '/reviews?language=es',
  `/reviews?updated_since=${since()}`,
  `/reviews?state=rejected&updated_since=${since()}`,
  '/questions',
  `/questions?updated_since=${since()}`,
  '/products',
  `/products?updated_since=${since()}`,
  '/orders',
  `/orders?received_until=${since()}`,
  `/orders?updated_since=${since()}`,
]

async function makeStores(database: Database, sizes: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const size of sizes) ids.push(await makeStore(database, size))
  await settle(database)
  return ids
}

async function makeStore(database: Database, size: number): Promise<string> {
  const { store_id } = await createStore(database, systemClock, { name: `${size} rows` })
  await fillStore(database, store_id, { reviews: size, orders: size, questions: size, products: size })
  const written = {
    reviews: 'created_at',
    questions: 'created_at',
    products: 'created_at',
    orders: 'received_at',
  }
  for (const [table, at] of Object.entries(written))
    await database.longTransaction(tx =>
      tx.query(sql`
        update ${raw(table)}
        set updated_at = ${raw(at)} + interval '1 day'
        where store_id = ${store_id} and hashtext(${raw(at)}::text) % 10 = 0`),
    )
  return store_id
}

async function makeKey(database: Database, storeId: string): Promise<string> {
  const { api_key } = await createKey(database, systemClock, storeId, { type: 'manage', scopes })
  return api_key
}

function reader(url: string, keys: string[]): ReadPage {
  return async (path, store) => {
    const begun = performance.now()
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${keys[store]}` } })
    const text = await answer.text()
    const took = performance.now() - begun
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}: ${text}`)
    return { took, next: (JSON.parse(text) as { next_cursor: string | null }).next_cursor }
  }
}
