import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../server/foundation/database/connect.ts'
import { migrate } from '../../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { installJobs } from '../../server/foundation/jobs/install.ts'
import { systemClock } from '../../server/foundation/lib/time/clock.ts'
import { addMember } from '../../server/tenants/accounts/members.ts'
import { createUser } from '../../server/tenants/accounts/users.ts'
import { listStores } from '../../server/tenants/stores/all-stores.ts'
import { createStore } from '../../server/tenants/stores/stores.ts'
import { startServer } from '../processes.ts'
import { compareLists, type ReadPage } from './compare-lists.ts'
import { dashboardLists } from './dashboard-lists.ts'
import { fillStore, type StoreSize, settle } from './dashboard-rows.ts'

/** `data` is a folder that keeps the data for the next run. `lists` selects lists by the start of their name. */
type Options = {
  rounds: number
  reviews: number[]
  orders: number[]
  data: string | undefined
  lists: string
}

const aim = 3 // allowed time in the large store, as a multiple of the small one's

/**
 * Measures each list of the dashboard with each of its filters and orders, as an owner reads it: in a small and a large
 * store of the same database, the first page and one deep inside. Calls alternate between the stores.
 */
export async function run({ rounds, reviews, orders, data, lists }: Options): Promise<void> {
  const sizes = reviews.map((count, index) => ({ reviews: count, orders: orders[index] ?? 0 }))
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    await installJobs(opened.database)
    const kept = await listStores(opened.database)
    const stores =
      kept.length > 0 ? kept.map(({ store_id }) => store_id) : await makeStores(opened.database, sizes)
    const service = await startServer('service.ts', { DATA_DIR: dataDir })
    try {
      const read = await signIn(`http://127.0.0.1:${service.port}`)
      const chosen = dashboardLists.filter(({ name }) => name.startsWith(lists))
      const measured = chosen.map(({ name, path, paged }) => ({
        ...{ name, paged },
        paths: stores.map(storeId => `/stores/${storeId}${path}`),
        limit: paged === 'after' ? 'limit=100&' : '',
      }))
      await compareLists(measured, read, { sizes: reviews, times: rounds * 5, aim })
    } finally {
      await service.stop()
    }
  } finally {
    await opened.close()
    if (!data) rmSync(dataDir, { recursive: true })
  }
}

const owner = { name: 'The owner', email: 'owner@shop.example', password: 'correct horse battery' }

async function makeStores(database: Database, sizes: StoreSize[]): Promise<string[]> {
  const at = new Date()
  const person = await database.transaction(tx => createUser(tx, { ...owner, at }))
  const ids: string[] = []
  for (const size of sizes) {
    const { store_id } = await createStore(database, systemClock, { name: `${size.reviews} reviews` })
    await database.transaction(tx => addMember(tx, store_id, { userId: person.id, role: 'owner', at }))
    const begun = performance.now()
    await fillStore(database, store_id, size)
    console.log(`${count(size.reviews)} reviews, ${count(size.orders)} orders: ${seconds(begun)} s to fill`)
    ids.push(store_id)
  }
  await settle(database)
  return ids
}

async function signIn(url: string): Promise<ReadPage> {
  const headers = { origin: url, 'x-realword-page': '1' }
  const signedIn = await fetch(`${url}/admin/api/session`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ email: owner.email, password: owner.password }),
  })
  if (!signedIn.ok) throw new Error(`signing in returned ${signedIn.status}: ${await signedIn.text()}`)
  const cookie = signedIn.headers.getSetCookie().map(one => one.replace(/;.*/, ''))
  return async path => {
    const begun = performance.now()
    const answer = await fetch(`${url}/admin/api${path}`, {
      headers: { ...headers, cookie: cookie.join('; ') },
    })
    const text = await answer.text()
    const took = performance.now() - begun
    if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}: ${text}`)
    return { took, next: (JSON.parse(text) as { next?: string | null }).next }
  }
}

const count = (value: number) => value.toLocaleString('en')

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(0)
