import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { postmasterOf, readyDataDir, type Service, startService, waitFor } from '../service.ts'
import { createStore, orderText, post, query, type Store } from '../store.ts'
import { httpProcessesOf } from '../workers/processes.ts'
import { fillStore } from './full-store.ts'
import { seededRandom } from './random.ts'

export const victims = ['node', 'postmaster', 'both'] as const
/** `worker` is one HTTP process of several. */
export type Victim = (typeof victims)[number] | 'worker'

/** Runs a statement on the database of the service. */
export type RowsOf = <Row>(text: string, values: unknown[]) => Promise<Row[]>

export type Tally = {
  seed: number
  rounds: number
  kills: Record<Victim, number>
  /** Orders sent, and the number answered with 201 during the kills. */
  sent: number
  accepted: number
  /** Orders whose first response was lost or 503, and the number of them that a retry showed to be stored. */
  unknown: number
  unknownStored: number
  /** Milliseconds from the kill to the next 201. */
  longestRecovery: Record<Victim, number>
}

const writers = 16
const longestRun = 300 // ms of writing before the kill
export const recoverWithin = 60_000

/** `orders`: how many the store already has. `isOver`: whether to end after this round. */
export type Course = { orders?: number; isOver?: () => boolean }

/**
 * Writers post orders over keep-alive connections. At a random moment, Node, PostgreSQL or both are killed with SIGKILL
 * and restarted, or one of several HTTP processes is killed (WORKERS=2). Throws at the first order that was answered with 201 but is missing or lacks its review request, or
 * that exists twice.
 */
export async function killInRounds(
  rounds: number,
  seed: number,
  onRound: (tally: Tally) => void = () => {},
  { orders = 0, isOver = () => false }: Course = {},
): Promise<Tally> {
  const random = seededRandom(seed)
  const tally: Tally = {
    seed,
    rounds: 0,
    kills: { node: 0, postmaster: 0, both: 0, worker: 0 },
    sent: 0,
    accepted: 0,
    unknown: 0,
    unknownStored: 0,
    longestRecovery: { node: 0, postmaster: 0, both: 0, worker: 0 },
  }
  const dataDir = readyDataDir()
  let service = await startService({ dataDir })
  const store = await createStore({ dataDir })
  await fillStore(dataDir, store.store_id, orders)
  const rowsOf: RowsOf = (text, values) => query(dataDir, text, values)
  const possible: Victim[] = httpProcessesOf(service).length > 0 ? [...victims, 'worker'] : [...victims]
  for (let round = 0; round < rounds && !isOver(); round++) {
    const writing = startWriting(round, store, () => service.url)
    try {
      await waitFor('the first order of the round', () => writing.accepted.size > 0, recoverWithin)
      const victim = possible[round % possible.length] as Victim
      await pause(random() * longestRun)
      const killed = performance.now()
      service = await killAndRestart(victim, service, random)
      const known = writing.accepted.size
      await waitFor('orders to be answered again', () => writing.accepted.size > known, recoverWithin)
      const recovery = performance.now() - killed
      tally.longestRecovery[victim] = Math.max(tally.longestRecovery[victim], recovery)
      tally.kills[victim]++
    } finally {
      await writing.stop()
    }
    tally.rounds++
    tally.accepted += writing.accepted.size
    tally.unknown += writing.unknown.size
    tally.unknownStored += writing.stored.size
    tally.sent += await prove(rowsOf, store, service.url, writing)
    onRound(tally)
  }
  await proveWhole(rowsOf, store, { sent: orders + tally.sent })
  return tally
}

/** Returns the service that runs afterwards. `env`: its settings. */
export async function killAndRestart(
  victim: Victim,
  service: Service,
  random: () => number,
  env: Record<string, string> = {},
): Promise<Service> {
  const { dataDir } = service
  if (victim === 'worker') {
    // One that an earlier round killed may not be replaced yet.
    const workers = await waitFor('an HTTP process', () => {
      const found = httpProcessesOf(service)
      return found.length > 0 && found
    })
    process.kill(workers[Math.floor(random() * workers.length)] as number, 'SIGKILL')
    return service
  }
  const postmaster = postmasterOf(dataDir) as number
  if (victim !== 'node') process.kill(postmaster, 'SIGKILL')
  if (victim === 'postmaster') {
    // Its child processes may still commit for a moment. The service has to start another postmaster by itself.
    await waitFor('another PostgreSQL', () => ![undefined, postmaster].includes(postmasterOf(dataDir)))
    return service
  }
  service.kill('SIGKILL')
  await service.ended
  return await startService({ dataDir, env })
}

export type Writing = {
  /** Orders answered with 201: their order ids and the returned ids. */
  accepted: Map<string, string>
  /**
   * Orders whose response was once 503 or lost. Each was retried until it got a response, except the last of a writer.
   */
  unknown: Set<string>
  /** Those that a retry reported as duplicates: stored without a response. */
  stored: Set<string>
  stop: () => Promise<void>
  /** The longest time between two responses 201, in ms. */
  longestGap: () => number
}

/** `retryIn` is after a failure, `orderIn` between orders of a writer, in ms. */
type Pace = { writers: number; retryIn: number; orderIn: number }

const asFastAsPossible: Pace = {
  writers,
  // While the service is down, 16 loops would only take processor time from its restart.
  retryIn: 5,
  orderIn: 0,
}

export function startWriting(
  round: number,
  store: Store,
  url: () => string,
  { writers, retryIn, orderIn }: Pace = asFastAsPossible,
): Writing {
  const accepted = new Map<string, string>()
  const unknown = new Set<string>()
  const stored = new Set<string>()
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  let stopping = false
  let [lastAccepted, longestGap] = [performance.now(), 0]

  function accept(orderId: string, id: string): void {
    accepted.set(orderId, id)
    longestGap = Math.max(longestGap, performance.now() - lastAccepted)
    lastAccepted = performance.now()
  }

  /** Whether the order got its response. Throws for an invalid response. */
  async function send(orderId: string): Promise<boolean> {
    const answer = await post(url(), store, orderText(orderId), agent).catch(() => undefined)
    if (answer?.status === 201) accept(orderId, answer.body.id)
    else if (answer?.status === 422 && unknown.has(orderId)) stored.add(orderId)
    else if (answer === undefined || answer.status === 503) unknown.add(orderId)
    else throw new Error(`${orderId} got ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer?.status === 201 || answer?.status === 422
  }

  async function write(writer: number): Promise<void> {
    for (let turn = 0; !stopping; turn++) {
      while (!(await send(`${round}-${writer}-${turn}`)) && !stopping) await pause(retryIn)
      if (orderIn > 0) await pause(orderIn)
    }
  }

  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  all.catch(() => {}) // rethrown by `stop`
  return {
    accepted,
    unknown,
    stored,
    stop: async () => {
      stopping = true
      await all
      agent.destroy()
    },
    longestGap: () => longestGap,
  }
}

/**
 * Throws if an order of the round was lost, duplicated or has no request. Sends all again, and resolves with their
 * number.
 */
export async function prove(
  rowsOf: RowsOf,
  store: Store,
  url: string,
  { accepted, unknown, stored }: Writing,
): Promise<number> {
  const sent = new Set([...accepted.keys(), ...unknown])
  const before = await ordersOf(rowsOf, store, sent)
  for (const [orderId, id] of accepted) {
    if (before.get(orderId) !== id) throw new Error(`Lost: ${orderId} was answered 201 with ${id}.`)
  }
  for (const orderId of stored) {
    if (!before.has(orderId)) throw new Error(`${orderId} was reported as a duplicate but is missing.`)
  }
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  const again = async (orderId: string) => {
    const { status } = await post(url, store, orderText(orderId), agent)
    const expected = before.has(orderId) ? 422 : 201
    if (status !== expected) throw new Error(`${orderId} sent again got ${status} instead of ${expected}.`)
  }
  await Promise.all([...sent].map(again))
  agent.destroy()
  const after = await ordersOf(rowsOf, store, sent)
  if (after.size !== sent.size) throw new Error(`${after.size} orders exist, ${sent.size} were sent.`)
  return sent.size
}

/** Those of these orders that exist, by id. Throws if one exists twice, or does not have exactly one request. */
async function ordersOf(rowsOf: RowsOf, store: Store, sent: Set<string>): Promise<Map<string, string>> {
  const rows = await rowsOf<{ order_id: string; id: string; requests: number }>(
    `select order_id, orders.id, count(review_requests.id)::integer as requests
    from orders
    left join review_requests using (store_id, order_id)
    where store_id = $1 and order_id = any($2)
    group by order_id, orders.id`,
    [store.store_id, [...sent]],
  )
  const orders = new Map<string, string>()
  for (const { order_id, id, requests } of rows) {
    if (orders.has(order_id)) throw new Error(`${order_id} exists twice.`)
    if (requests !== 1) throw new Error(`${order_id} has ${requests} review requests.`)
    orders.set(order_id, id)
  }
  return orders
}

/** After all rounds: as many orders, requests and counted orders of the plan as were sent. */
export async function proveWhole(rowsOf: RowsOf, store: Store, { sent }: Pick<Tally, 'sent'>): Promise<void> {
  const [counts] = await rowsOf<Record<'orders' | 'requests' | 'used', number>>(
    `select (select count(*)::integer from orders where store_id = $1) as orders,
      (select count(*)::integer from review_requests where store_id = $1) as requests,
      (select sum(orders)::integer from order_usage where store_id = $1) as used`,
    [store.store_id],
  )
  const { orders, requests, used } = counts as Record<'orders' | 'requests' | 'used', number>
  if (orders !== sent || requests !== sent || used !== sent)
    throw new Error(`Sent ${sent}; found ${orders} orders, ${requests} requests, ${used} counted.`)
}
