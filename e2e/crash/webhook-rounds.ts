import { setTimeout as pause } from 'node:timers/promises'
import { type Receiver, startReceiver } from '../../server/test/webhooks/receiver.ts'
import { onCleanUp, readyDataDir, runJson, type Service, startService, waitFor } from '../service.ts'
import { createStore, query } from '../store.ts'
import { killAndRestart, victims } from './rounds.ts'

export type Sent = {
  kills: number
  /** Changes that were answered, and attempts at them without an answer. */
  changes: number
  unanswered: number
  /** Unanswered changes that nothing was left of: the repeated request did all of it. */
  rolledBack: number
  /** Events, for two endpoints each, and the requests that the endpoints got. */
  events: number
  requests: number
  /** Requests with an id that had been received before, and those that were refused or reset. */
  repeats: number
  failures: number
  seconds: number
}

const shops = 3
const changeIn = 30 // ms between two changes of a shop
const retryIn = 100 // ms
const mostAwaited = 40 // requests between two kills
const longestPause = 300 // ms between the request that a kill waits for, and the kill
const shareOfFailures = 0.03
// A killed sender keeps its endpoints for ten seconds, and a busy machine starts the next one slowly.
const sendAgainWithin = 180_000
const env = { EGRESS_ALLOW: '127.0.0.0/8' }

/**
 * Reviews of three stores are written, replied to and removed, while Node, PostgreSQL or both are killed. Each store has
 * two endpoints: one always accepts, the other fails now and then. Throws unless each endpoint accepted the events of all
 * changes and no others, with equal ids and bodies in repeats, and first received them in the order of the changes.
 */
export async function killSendersOfWebhooks(kills: number, random: () => number): Promise<Sent> {
  let service = await startService({ dataDir: readyDataDir(), env })
  const made: Shop[] = []
  for (let shop = 0; shop < shops; shop++) made.push(await createShop(service, random))
  const endpoints = made.flatMap(shop => shop.endpoints)
  const requests = () => endpoints.reduce((sum, { receiver }) => sum + receiver.received.length, 0)
  const begun = performance.now()
  const writing = made.map(shop => startWriting(shop, () => service.url))
  try {
    for (let kill = 0; kill < kills; kill++) {
      const next = requests() + 1 + Math.floor(random() * mostAwaited)
      await waitFor('more webhooks', () => requests() >= next, sendAgainWithin)
      await pause(random() * longestPause)
      service = await killAndRestart(victims[kill % victims.length] ?? 'node', service, random, env)
    }
  } finally {
    for (const one of writing) await one.stop()
  }
  const { dataDir } = service
  await waitFor('all deliveries', async () => (await waiting(dataDir)) === 0, 900_000)
  const seconds = (performance.now() - begun) / 1000
  let events = 0
  for (const shop of made) events += await proveShop(dataDir, shop)
  const sum = (of: (shop: Shop) => number) => made.reduce((total, shop) => total + of(shop), 0)
  const failures = endpoints.reduce((total, { failed }) => total + failed.size, 0)
  return {
    ...{ kills, events, seconds, failures, requests: requests() },
    changes: sum(shop => shop.tally.changes),
    unanswered: sum(shop => shop.tally.unanswered),
    rolledBack: sum(shop => shop.tally.rolledBack),
    repeats: endpoints.reduce(
      (total, { receiver, ids }) => total + receiver.received.length - ids().length,
      0,
    ),
  }
}

type Endpoint = {
  receiver: Receiver
  /** The ids in the order in which they were first received. */
  ids: () => string[]
  accepted: Set<string>
  failed: Set<string>
}

type Shop = {
  storeId: string
  apiKey: string
  endpoints: Endpoint[]
  /** The reviews that were written, replied to and removed, in this order. */
  reviews: string[]
  tally: { changes: number; unanswered: number; rolledBack: number }
}

async function createShop(service: Service, random: () => number): Promise<Shop> {
  const options = { dataDir: service.dataDir, env }
  const { store_id: storeId } = await createStore(options)
  const key = ['key', 'create', '--store', storeId, '--type', 'manage', '--scope', 'reviews:write']
  const { api_key: apiKey } = await runJson<{ api_key: string }>(key, options)
  const endpoints = [await startEndpoint(() => false), await startEndpoint(() => random() < shareOfFailures)]
  for (const { receiver } of endpoints)
    await runJson(['webhook', 'create', '--store', storeId, '--url', receiver.url], options)
  return { storeId, apiKey, endpoints, reviews: [], tally: { changes: 0, unanswered: 0, rolledBack: 0 } }
}

/** An event fails at most once: after a second failure it would come minutes later. */
async function startEndpoint(fails: () => boolean): Promise<Endpoint> {
  const receiver = await startReceiver()
  onCleanUp(receiver.close)
  const [accepted, failed] = [new Set<string>(), new Set<string>()]
  receiver.reply((response, { id }, request) => {
    if (accepted.has(id) || failed.has(id) || !fails()) {
      accepted.add(id)
      response.writeHead(204).end()
      return
    }
    const how = failed.size % 10
    failed.add(id)
    if (how === 0) request.socket.resetAndDestroy()
    else if (how === 5) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.writeHead(500).end()
  })
  return { receiver, accepted, failed, ids: () => [...new Set(receiver.received.map(({ id }) => id))] }
}

type Writing = { stop: () => Promise<void> }

/** Writes one review after the other, each with all of its changes, until `stop`. */
function startWriting(shop: Shop, url: () => string): Writing {
  let isStopped = false
  const write = async () => {
    for (let number = 0; !isStopped; number++) {
      const review = { external_id: `r-${number}`, product_id: 'P-1', rating: 5, display_name: 'Ana' }
      const { id } = await change(shop, url, 'POST', '/reviews', review)
      await change(shop, url, 'PUT', `/reviews/${id}/reply`, { body: 'Thank you.' })
      await change(shop, url, 'POST', `/reviews/${id}/remove`, { reason: 'spam' })
      shop.reviews.push(id)
    }
  }
  const writing = write()
  writing.catch(() => {}) // rethrown by `stop`
  return {
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

/** Repeats a request until it is answered. Its Idempotency-Key says whether an earlier attempt was committed. */
async function change(
  { apiKey, tally }: Shop,
  url: () => string,
  method: string,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const headers = {
    ...{ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(method === 'POST' && {
      'idempotency-key': `${path} ${JSON.stringify(body)}`.replace(/[^\w/]/g, '-'),
    }),
  }
  for (let attempt = 0; ; attempt++) {
    const answer = await send(`${url()}/manage/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (answer && answer.status < 300) {
      tally.changes++
      if (attempt > 0 && method === 'POST' && !answer.isReplay) tally.rolledBack++
      await pause(changeIn)
      return answer.body
    }
    if (answer && ![409, 503].includes(answer.status))
      throw new Error(`${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
    tally.unanswered++
    await pause(retryIn)
  }
}

type Answer = { status: number; isReplay: boolean; body: { id: string } }

/** Undefined if the answer was lost. */
async function send(url: string, options: RequestInit): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, options)
    const isReplay = answer.headers.get('idempotent-replayed') === 'true'
    return { status: answer.status, isReplay, body: (await answer.json()) as { id: string } }
  } catch {
    return undefined
  }
}

async function waiting(dataDir: string): Promise<number> {
  const [row] = await query<{ deliveries: number }>(
    dataDir,
    `select count(*)::integer as deliveries from webhook_deliveries where state = 'waiting'`,
  )
  return row?.deliveries ?? -1
}

type Row = { event_id: string; type: string; subject: string; body: string; endpoints: number }

/** Throws unless the endpoints of a store accepted what happened in it, and nothing else. Returns its events. */
async function proveShop(dataDir: string, { storeId, endpoints, reviews }: Shop): Promise<number> {
  const rows = await query<Row>(
    dataDir,
    `select event_id, type, subject, body, (
      select count(*)::integer
      from webhook_deliveries as delivery
      where delivery.store_id = event.store_id and delivery.event_id = event.event_id and state = 'delivered'
    ) as endpoints
    from webhook_events as event
    where store_id = $1
    order by event_id`,
    [storeId],
  )
  const steps = ['created', 'published', 'replied', 'removed']
  const wanted = reviews.flatMap(id => steps.map(step => `review.${step} ${id}`))
  requireEqual(
    'events',
    rows.map(({ type, subject }) => `${type} ${subject}`),
    wanted,
  )
  const undelivered = rows.find(row => row.endpoints !== endpoints.length)
  if (undelivered)
    throw new Error(`${undelivered.event_id} was delivered to ${undelivered.endpoints} endpoints.`)
  for (const { receiver, ids, accepted } of endpoints) {
    const written = rows.map(({ event_id }) => event_id)
    // An event that failed is sent again later, but its first attempt has its place.
    requireEqual('first attempts', ids(), written)
    requireEqual('accepted events', [...accepted].sort(), written)
    const bodies = new Map(rows.map(({ event_id, body }) => [event_id, body]))
    const altered = receiver.received.find(({ id, body }) => bodies.get(id) !== body)
    if (altered) throw new Error(`${altered.id} was sent with another body: ${altered.body}`)
  }
  return rows.length
}

function requireEqual(what: string, found: string[], wanted: string[]): void {
  const at = wanted.findIndex((one, index) => found[index] !== one)
  if (at >= 0 || found.length !== wanted.length)
    throw new Error(
      `${what}: ${found.length} found, ${wanted.length} expected; at ${at}, ${found[at]} instead of ${wanted[at]}.`,
    )
}
