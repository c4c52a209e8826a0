import { setTimeout as pause } from 'node:timers/promises'
import { readyDataDir, runJson, type Service, startService, waitFor } from '../service.ts'
import { createStore, query } from '../store.ts'
import { killAndRestart, recoverWithin, victims } from './rounds.ts'
import {
  planDeliveries,
  type ShopDelivery,
  type SigningPlatform,
  type Wanted,
  wantedOf,
} from './shop-deliveries.ts'

export type Received = {
  /** Deliveries that the shops sent, and the number answered with 2xx. */
  sent: number
  accepted: number
  /** Deliveries without an answer, of the shop that sends nothing again. */
  gaps: number
  kills: number
  orders: number
  cancelled: number
  /** Until the last accepted delivery was applied. */
  seconds: number
}

const writers = 8
const longestPause = 300 // ms between the delivery that a kill waits for, and the kill
const env = { WEBHOOK_RATE_LIMIT: '1000000' }

/**
 * A WooCommerce and a Shopify shop send signed webhooks about their orders, some twice and some backwards, while Node,
 * PostgreSQL or both are killed. Shopify repeats what was not answered, WooCommerce does not. Throws if a webhook that was
 * answered with 2xx is not applied, or anything exists twice.
 */
export async function killReceivers(events: number, kills: number, random: () => number): Promise<Received> {
  let service = await startService({ dataDir: readyDataDir(), env })
  const { store_id: storeId } = await createStore(service)
  const woocommerce = await connect(service, storeId, 'woocommerce')
  const shopify = await connect(service, storeId, 'shopify')
  const begun = performance.now()
  const secrets = { woocommerce: woocommerce.secret, shopify: shopify.secret }
  const sending = startSending(planDeliveries(events, secrets), ({ platform }) => {
    const { path } = platform === 'woocommerce' ? woocommerce : shopify
    return service.url + path
  })
  try {
    for (let kill = 0; kill < kills; kill++) {
      const next = ((kill + 0.5) / kills) * events
      await waitFor('more deliveries', () => sending.sent() >= next, recoverWithin * 10)
      await pause(random() * longestPause)
      const victim = victims[kill % victims.length] ?? 'node'
      service = await killAndRestart(victim, service, random, env)
    }
  } finally {
    await sending.end()
  }
  const { accepted, gaps } = sending
  const read: Read = (text, ...values) => query(service.dataDir, text, [storeId, ...values])
  await waitFor('the events to be applied', async () => (await countEvents(read, 'waiting')) === 0, 900_000)
  const seconds = (performance.now() - begun) / 1000
  await proveEvents(read, accepted, gaps)
  const orders = await proveOrders(read, accepted, gaps)
  return { sent: sending.sent(), accepted: accepted.length, gaps: gaps.length, kills, ...orders, seconds }
}

type Read = <Row>(text: string, ...values: unknown[]) => Promise<Row[]>

type Address = { path: string; secret: string }

async function connect(service: Service, storeId: string, platform: SigningPlatform): Promise<Address> {
  const secret = `secret of ${platform}`
  const args = ['connect', 'add', '--store', storeId, '--platform', platform, '--secret', secret]
  const { webhook_url } = await runJson<{ webhook_url: string }>(args, service)
  return { path: new URL(webhook_url).pathname, secret }
}

type Sending = {
  /** Deliveries with an answer, or given up. */
  sent: () => number
  /** Answered with 2xx. A repeated delivery is in it twice. */
  accepted: ShopDelivery[]
  /** Neither answered nor repeated: stored or not. */
  gaps: ShopDelivery[]
  /** Waits until all were sent. */
  end: () => Promise<void>
}

function startSending(planned: ShopDelivery[], urlOf: (one: ShopDelivery) => string): Sending {
  const accepted: ShopDelivery[] = []
  const gaps: ShopDelivery[] = []
  const left = planned.values()

  async function send(one: ShopDelivery): Promise<void> {
    for (;;) {
      const { headers, body } = one
      const status = await statusOf(urlOf(one), headers, body)
      if (status === 200) return void accepted.push(one)
      if (status !== undefined && status !== 503)
        throw new Error(`Delivery ${one.id} of order ${one.orderId} was answered with ${status}.`)
      if (one.platform === 'woocommerce') {
        gaps.push(one)
        // The orders of all writers would otherwise be gaps until the service is back.
        return void (await pause(1_000))
      }
      await pause(100)
    }
  }

  const write = async () => {
    for (const one of left) await send(one)
  }
  const all = Promise.all(Array.from({ length: writers }, write))
  all.catch(() => {}) // rethrown by `end`
  return { accepted, gaps, sent: () => accepted.length + gaps.length, end: async () => void (await all) }
}

/** Undefined if the answer was lost. */
async function statusOf(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return undefined
  }
}

async function countEvents(read: Read, state: string): Promise<number> {
  const rows = await read('select from connection_events where store_id = $1 and state = $2', state)
  return rows.length
}

/** Throws unless each accepted delivery is one event, which did not fail. */
async function proveEvents(read: Read, accepted: ShopDelivery[], gaps: ShopDelivery[]): Promise<void> {
  const rows = await read<{ delivery_id: string }>(
    `select split_part(delivery_id, '.', 1) as delivery_id
    from connection_events
    where store_id = $1 and state = 'done'`,
  )
  const failed = await countEvents(read, 'failed')
  if (failed > 0) throw new Error(`${failed} events failed.`)
  const stored = new Set(rows.map(row => row.delivery_id))
  if (stored.size !== rows.length) throw new Error(`${rows.length - stored.size} deliveries exist twice.`)
  const lost = accepted.find(({ id }) => !stored.has(id))
  if (lost) throw new Error(`Lost: delivery ${lost.id} of order ${lost.orderId} was answered with 200.`)
  const sent = new Set([...accepted, ...gaps].map(({ id }) => id))
  if ([...stored].some(id => !sent.has(id))) throw new Error('An event exists that nobody sent.')
}

type OrderRow = { order_id: string; delivered: Date; states: string[] }

/** Throws unless each order is as its newest accepted version says, or as a later version that got no answer. */
async function proveOrders(
  read: Read,
  accepted: ShopDelivery[],
  gaps: ShopDelivery[],
): Promise<{ orders: number; cancelled: number }> {
  const rows = await read<OrderRow>(
    `select order_id, delivery_date as delivered, array(
      select state
      from review_requests as request
      where request.store_id = orders.store_id and request.order_id = orders.order_id
    ) as states
    from orders
    where store_id = $1`,
  )
  const found = new Map(rows.map(row => [row.order_id, row]))
  const ofOrder = Map.groupBy(accepted, one => one.orderId)
  for (const [orderId, deliveries] of Map.groupBy([...accepted, ...gaps], one => one.orderId)) {
    const possible = possibleOf(deliveries, ofOrder.get(orderId) ?? [])
    if (!possible.some(wanted => isAs(wanted, found.get(orderId))))
      throw new Error(
        `Order ${orderId} is ${JSON.stringify(found.get(orderId))}, not one of ${JSON.stringify(possible)}.`,
      )
  }
  const [usage] = await read<{ used: number; mailings: number }>(
    `select (select sum(orders)::integer from order_usage where store_id = $1) as used,
      (select count(*)::integer from mailings where store_id = $1) as mailings`,
  )
  if (usage?.used !== rows.length) throw new Error(`${rows.length} orders, but ${usage?.used} were counted.`)
  if (usage.mailings > 0) throw new Error(`${usage.mailings} mails were made before their day.`)
  return { orders: rows.length, cancelled: rows.filter(({ states }) => states[0] === 'cancelled').length }
}

function possibleOf(deliveries: ShopDelivery[], accepted: ShopDelivery[]): Wanted[] {
  const [{ platform, orderId }] = deliveries as [ShopDelivery]
  const newest = Math.max(-1, ...accepted.map(one => one.version))
  const later = deliveries.map(one => one.version).filter(version => version > newest)
  const wanted = [...later, newest].map(version =>
    version < 0 ? ('nothing' as const) : wantedOf(platform, orderId, version),
  )
  return [...new Set(wanted)]
}

/** An order that was cancelled before it was sent is not stored. */
function isAs(wanted: Wanted, row: OrderRow | undefined): boolean {
  if (wanted === 'nothing') return row === undefined
  if (wanted === 'cancelled') return row === undefined || isOnly(row.states, 'cancelled')
  return row?.delivered.getTime() === wanted && isOnly(row.states, 'scheduled')
}

const isOnly = (states: string[], state: string) => states.length === 1 && states[0] === state
