import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMember } from '../server/accounts/members.ts'
import { createPerson } from '../server/accounts/people.ts'
import type { Database } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrations/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { installJobs } from '../server/jobs/install.ts'
import { systemClock } from '../server/lib/time/clock.ts'
import { listStores } from '../server/stores/all-stores.ts'
import { createStore } from '../server/stores/stores.ts'
import { type DashboardList, dashboardLists } from './dashboard-lists.ts'
import { fillStore, type StoreSize, settle } from './dashboard-rows.ts'
import { median, startServer } from './processes.ts'

/** `data` is a folder that keeps the data for the next run. `lists` selects lists by the start of their name. */
type Options = {
  rounds: number
  reviews: number[]
  orders: number[]
  data: string | undefined
  lists: string
}

const aim = 3 // allowed time in the large store, as a multiple of the small one's
const deep = 30 // pages, of a hundred rows each

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
      const rows: Row[] = []
      head(sizes)
      for (const list of dashboardLists.filter(({ name }) => name.startsWith(lists))) {
        const row = await measure(list, stores, read, rounds * 5)
        rows.push(row)
        printRow(row)
      }
      sumUp(rows)
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
  const person = await database.transaction(tx => createPerson(tx, { ...owner, at }))
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

type Read = (path: string) => Promise<{ took: number; body: Page }>
type Page = { result?: { id: string }[]; next?: string | null }

async function signIn(url: string): Promise<Read> {
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
    return { took, body: JSON.parse(text) as Page }
  }
}

/** Milliseconds for each store, the small one first; `deep` is for a page deep inside, if there is one. */
type Row = { name: string; first: number[]; deep: number[] | undefined }

async function measure(
  { name, path, paged }: DashboardList,
  stores: string[],
  read: Read,
  times: number,
): Promise<Row> {
  const first = stores.map(storeId => `/stores/${storeId}${path}`)
  const inside = paged ? await Promise.all(first.map(one => walk(one, paged, read))) : undefined
  return {
    name,
    first: await alternate(first, read, times),
    deep: inside && (await alternate(inside, read, times)),
  }
}

/** The address of the page after `deep` others, or of the last one. */
async function walk(path: string, parameter: string, read: Read): Promise<string> {
  const with_ = (change: string) => `${path}${path.includes('?') ? '&' : '?'}${change}`
  const limit = parameter === 'after' ? 'limit=100&' : ''
  let next: string | undefined
  for (let page = 0; page < deep; page++) {
    const { body } = await read(with_(`${limit}${next ? `${parameter}=${next}` : ''}`))
    if (!body.next) break
    next = encodeURIComponent(body.next)
  }
  return next ? with_(`${parameter}=${next}`) : path
}

async function alternate(paths: string[], read: Read, times: number): Promise<number[]> {
  const took: number[][] = paths.map(() => [])
  for (let turn = -2; turn < times; turn++) {
    for (const [index, path] of paths.entries()) {
      const { took: one } = await read(path)
      // The first two calls warm up caches.
      if (turn >= 0) took[index]?.push(one)
    }
  }
  return took.map(median)
}

const ratio = ([small = 1, large = 1]: number[]) => large / small

function head(sizes: StoreSize[]): void {
  const [small, large] = sizes.map(({ reviews }) => count(reviews))
  console.log(`\nMilliseconds, medians; reviews in the store: ${small} and ${large}\n`)
  console.log(`| list | first page, ${small} | ${large} | ratio | deep inside, ${small} | ${large} | ratio |`)
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
}

function printRow({ name, first, deep }: Row): void {
  const cells = (took: number[] | undefined) =>
    took ? [...took.map(one => one.toFixed(1)), `${ratio(took).toFixed(1)}×`] : ['', '', '']
  console.log(`| ${[name, ...cells(first), ...cells(deep)].join(' | ')} |`)
}

function sumUp(rows: Row[]): void {
  const missed = rows.filter(({ first, deep }) => Math.max(ratio(first), deep ? ratio(deep) : 0) > aim)
  console.log(`\n${rows.length - missed.length} of ${rows.length} lists take at most ${aim} times as long.`)
  if (missed.length > 0) console.log(`Longer: ${missed.map(({ name }) => name).join(', ')}`)
}

const count = (value: number) => value.toLocaleString('en')

const seconds = (begun: number) => ((performance.now() - begun) / 1000).toFixed(0)
