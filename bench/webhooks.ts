import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { eventBody } from '../server/foundation/events/event-body.ts'
import { recordEvents } from '../server/foundation/events/record.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { enqueueForStores } from '../server/foundation/jobs/jobs.ts'
import { readSecrets } from '../server/foundation/lib/secret.ts'
import { eventSamples } from '../server/links/webhooks/event-samples.ts'
import { createWebhook } from '../server/links/webhooks/webhooks.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import { aStore } from './requests.ts'

type Options = { seconds: number; rounds: number }

const perSecond = 3_000 // deliveries of a round for each of its seconds
const mostOfStore = 20 // endpoints
const settings = { SECRET: 'the secret of a benchmark, which hides nothing', EGRESS_ALLOW: '127.0.0.0/8' }

/**
 * Measures deliveries of waiting events to as many endpoints as requests may be in flight, beside a bare node:http client
 * that posts bodies of the same size to the same receiver over as many connections. Rounds alternate. Prints medians.
 */
export async function run({ seconds, rounds }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const receiver = await startReceiver()
  try {
    await migrate(opened.database)
    await installJobs(opened.database)
    const worker = await startServer('programs/mail-worker.ts', {
      ...settings,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    })
    const place = { dataDir, database: opened.database, receiver, worker: worker.pid }
    console.log(
      '| connections | deliveries /s | bare client /s | ratio | Node µs | PostgreSQL µs | bare client µs |',
    )
    console.log(`|${' ---: |'.repeat(7)}`)
    try {
      for (const connections of [1, 10, 100]) await measure(place, { connections, seconds, rounds })
    } finally {
      await worker.stop()
    }
    console.log(`${cpus().length} processors`)
  } finally {
    receiver.stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Place = { dataDir: string; database: Database; receiver: Receiver; worker: number }

type Round = { rate: number; node: number; database: number }

async function measure(place: Place, { connections, seconds, rounds }: Options & { connections: number }) {
  const stores = await addEndpoints(place, connections)
  const events = Math.ceil((perSecond * seconds) / connections)
  const [ours, bare]: [Round[], { rate: number; node: number }[]] = [[], []]
  // The first round is not measured: the compiler of Node optimises during it.
  for (let round = 0; round <= rounds; round++) {
    const delivered = await deliver(place, stores, events, connections)
    const posted = await post(place, events * connections, connections)
    if (round === 0) continue
    ours.push(delivered)
    bare.push(posted)
  }
  const of = <Key extends string>(all: Record<Key, number>[], key: Key) => median(all.map(one => one[key]))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const rate = of(ours, 'rate')
  const cells = [
    ...[connections, whole(rate), whole(of(bare, 'rate')), `${(rate / of(bare, 'rate')).toFixed(2)}×`],
    ...[whole(of(ours, 'node')), whole(of(ours, 'database')), whole(of(bare, 'node'))],
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** New stores with these endpoints, which wait until `deliver`. */
async function addEndpoints({ database, receiver }: Place, endpoints: number): Promise<string[]> {
  const stores: string[] = []
  const context = {
    secrets: readSecrets({ SECRET: settings.SECRET, DATA_DIR: '' }),
    egress: { allow: [settings.EGRESS_ALLOW] },
    by: { at: new Date(), actor: 'command' } as const,
  }
  for (let number = 0; number < endpoints; number++) {
    if (number % mostOfStore === 0) stores.push(await aStore(database, number))
    const storeId = stores.at(-1) as string
    await database.transaction(tx => createWebhook(tx, storeId, { url: receiver.url }, context))
  }
  return stores
}

const sample = {
  type: 'review.published',
  subject: 'a review',
  data: eventSamples['review.published'],
} as const

/** Times are processor times in µs for each delivery. */
async function deliver(place: Place, stores: string[], events: number, connections: number): Promise<Round> {
  const { database, receiver, dataDir, worker } = place
  const at = new Date()
  for (const storeId of stores) {
    await database.query(sql`
      update webhook_endpoints set waits_until = now() + interval '1 day' where store_id = ${storeId}`)
    await database.transaction(tx => recordEvents(tx, storeId, Array(events).fill(sample), at))
  }
  await receiver.clear()
  const [node, postgres] = [processorTime(worker), databaseTime(dataDir)]
  for (const storeId of stores)
    await database.query(sql`update webhook_endpoints set waits_until = null where store_id = ${storeId}`)
  await database.transaction(tx => enqueueForStores(tx, 'send-webhooks', stores))
  const deliveries = events * connections
  const seen = await receiver.after(deliveries)
  while ((await countWaiting(database)) > 0) await pause(100)
  const times = { node: processorTime(worker) - node, database: databaseTime(dataDir) - postgres }
  return {
    rate: seen.rate,
    node: (times.node * 1000) / deliveries,
    database: (times.database * 1000) / deliveries,
  }
}

async function countWaiting(database: Database): Promise<number> {
  const [row] = await database.query<{ waiting: number }>(sql`
    select count(*)::integer as waiting from webhook_deliveries where state = 'waiting'`)
  return row?.waiting ?? 0
}

async function post({ receiver }: Place, requests: number, connections: number) {
  await receiver.clear()
  const body = eventBody('018f0000-0000-7000-8000-000000000001', sample, new Date())
  const client = { url: receiver.url, connections, requests, body }
  const { processor } = await runToEnd<{ processor: number }>('programs/webhook-client.ts', client)
  const { rate } = await receiver.after(requests)
  return { rate, node: processor / requests }
}

type Receiver = {
  url: string
  clear: () => Promise<unknown>
  /** Waits for this many requests. `rate`: requests a second from the first to the last one. */
  after: (requests: number) => Promise<{ rate: number }>
  stop: () => void
}

type Seen = { requests: number; firstAt: number; lastAt: number }

async function startReceiver(): Promise<Receiver> {
  const child: ChildProcess = fork(fileURLToPath(new URL('programs/webhook-receiver.ts', import.meta.url)))
  const [port] = await once(child, 'message')
  const ask = async (what: 'read' | 'clear') => {
    child.send(what)
    const [seen] = await once(child, 'message')
    return seen as Seen
  }
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    clear: () => ask('clear'),
    after: async requests => {
      for (;;) {
        const seen = await ask('read')
        if (seen.requests >= requests) return { rate: (seen.requests * 1000) / (seen.lastAt - seen.firstAt) }
        await pause(50)
      }
    },
    stop: () => child.disconnect(),
  }
}
