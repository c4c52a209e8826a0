import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { listStores } from '../server/tenants/stores/all-stores.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import { type Hostile, hostileRequests, type Shop } from './abuse-requests.ts'
import { startServer } from './processes.ts'
import { databaseTime, processorTime, residentMemory } from './processor-time.ts'
import { fillWithLongReviews, fillWithReviews } from './review-rows.ts'

type Options = { seconds: number; reviews: number[]; minutes: number; data: string | undefined }

const aim = 10 // ms of processor time
const mixRate = 20 // requests a second
const searchRate = 32 // requests a second

// Costs are measured with all limits lifted. A stranger can cause these costs times the limits.
const lifted = {
  READ_RATE_LIMIT: '1000000000',
  VISITOR_RATE_LIMIT: '1000000000',
  STORE_RATE_LIMIT: '1000000000',
  SIGN_IN_RATE_LIMIT: '1000000000',
}

/**
 * Measures the cost of hostile requests: processor time of the service and of PostgreSQL for each public address, bytes
 * sent for each byte received, searches at a fixed rate, and resident memory under the worst mix at a fixed rate.
 */
export async function run({ seconds, reviews, minutes, data }: Options): Promise<void> {
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    const shop = await openShop(opened.database, reviews[0] ?? 100_000)
    const requests = hostileRequests(shop)
    const measure = async (act: (target: Target) => Promise<void>) => {
      const service = await startServer('service.ts', { DATA_DIR: dataDir, SETTINGS: JSON.stringify(lifted) })
      await act({ dataDir, pid: service.pid, port: service.port }).finally(service.stop)
    }
    await measure(target => printCosts(target, requests, seconds))
    await measure(target => printSearches(target, requests))
    await measure(target => printMemory(target, requests, minutes))
  } finally {
    await opened.close()
    if (!data) rmSync(dataDir, { recursive: true })
  }
}

type Target = { dataDir: string; pid: number; port: number }

async function openShop(database: Database, reviews: number): Promise<Shop> {
  await migrate(database)
  await installJobs(database)
  const known = (await listStores(database))[0]
  const { store_id } =
    known ?? (await createStore(database, systemClock, { name: 'Bench', open_reviews: true }))
  if (!known) {
    await fillWithReviews(database, store_id, reviews)
    await fillWithLongReviews(database, store_id)
  }
  const [store] = await database.query<{ store_key: string }>(
    sql`select store_key from stores where store_id = ${store_id}`,
  )
  const ids = await database.query<{ id: string }>(
    sql`select id from reviews where store_id = ${store_id} order by created_at limit 1000`,
  )
  return {
    store_id,
    store_key: store?.store_key ?? '',
    reviewIds: ids.map(({ id }) => id),
    products: Math.ceil(reviews / 100),
  }
}

async function printCosts(target: Target, requests: Hostile[], seconds: number): Promise<void> {
  console.log(
    '\n| request | status | service, ms | PostgreSQL, ms | both | bytes out for each in | limited by |',
  )
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | --- |')
  for (const one of requests) {
    const client = openClient(target.port)
    // Warm up: query plans, lazy modules and files that are built once.
    for (let number = 0; number < 5; number++) await client.send(one, 900_000 + number)
    const before = [processorTime(target.pid), databaseTime(target.dataDir), client.sent(), client.received()]
    const end = performance.now() + seconds * 1000
    let count = 0
    let status = 0
    while (performance.now() < end) status = await client.send(one, count++)
    const after = [processorTime(target.pid), databaseTime(target.dataDir), client.sent(), client.received()]
    const [service = 0, database = 0, sent = 1, received = 0] = after.map(
      (value, index) => value - (before[index] ?? 0),
    )
    client.close()
    const both = (service + database) / count
    const cells = [
      one.name,
      status,
      (service / count).toFixed(2),
      (database / count).toFixed(2),
      both > aim ? `**${both.toFixed(2)}**` : both.toFixed(2),
      (received / sent).toFixed(1),
      one.limitedBy ?? 'READ_RATE_LIMIT',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

// Sends searches at a fixed rate, independent of responses, as many clients would.
async function printSearches(target: Target, requests: Hostile[]): Promise<void> {
  const searches = requests.filter(
    ({ name }) => name.startsWith('search, a word of') && !name.includes('1,000'),
  )
  const { cores, statuses } = await sendAtRate(target, searches, searchRate, 15)
  console.log(
    `\n${searchRate} hostile searches a second: ${cores.toFixed(2)} cores in use; answers ${JSON.stringify(statuses)}`,
  )
}

async function printMemory(target: Target, requests: Hostile[], minutes: number): Promise<void> {
  const mix = requests.filter(({ isInMix }) => isInMix)
  console.log(`\n| after | resident, MB | cores in use | answers (${mix.length} kinds, ${mixRate}/s) |`)
  console.log('| --- | ---: | ---: | --- |')
  console.log(`| 0 s | ${residentMemory(target.pid)} | | |`)
  const step = 30 // seconds
  for (let after = step; after <= minutes * 60; after += step) {
    const { cores, statuses } = await sendAtRate(target, mix, mixRate, step)
    console.log(
      `| ${after} s | ${residentMemory(target.pid)} | ${cores.toFixed(2)} | ${JSON.stringify(statuses)} |`,
    )
  }
}

let distinct = 0

async function sendAtRate(target: Target, kinds: Hostile[], rate: number, seconds: number) {
  const client = openClient(target.port, 64)
  const statuses: Record<string, number> = {}
  const begun = performance.now()
  const before = processorTime(target.pid) + databaseTime(target.dataDir)
  const sending: Promise<void>[] = []
  for (let number = 0; number < rate * seconds; number++) {
    await pause(Math.max(0, begun + (number * 1000) / rate - performance.now()))
    const kind = kinds[number % kinds.length] as Hostile
    sending.push(
      client.send(kind, distinct++).then(status => {
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
    )
  }
  await Promise.all(sending)
  const used = processorTime(target.pid) + databaseTime(target.dataDir) - before
  client.close()
  return { cores: used / (performance.now() - begun), statuses }
}

function openClient(port: number, maxSockets = 1) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const sockets = new Set<Socket>()
  const total = (what: 'bytesRead' | 'bytesWritten') =>
    [...sockets].reduce((sum, socket) => sum + socket[what], 0)
  return {
    sent: () => total('bytesWritten'),
    received: () => total('bytesRead'),
    close: () => agent.destroy(),
    send: ({ method = 'GET', path, body, headers = {} }: Hostile, number: number): Promise<number> =>
      new Promise(resolve => {
        const bytes = body?.(number)
        const length = bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes)) }
        const own = { origin: `http://127.0.0.1:${port}`, ...length }
        const asked = request({
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: path(number),
          headers: { ...headers, ...own },
        })
        asked.on('socket', socket => sockets.add(socket))
        asked.on('error', () => resolve(0)) // the server may close the connection after refusing a body early
        asked.on('response', response => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        })
        asked.end(bytes)
      }),
  }
}
