import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../server/test/network/listen.ts'
import { seededRandom } from '../crash/random.ts'
import { prove, proveWhole, type RowsOf, startWriting, type Writing } from '../crash/rounds.ts'
import { newDataDir, startService, temporaryFolder, waitFor } from '../service.ts'
import { createStore } from '../store.ts'
import { type Balancer, startBalancers } from './balancers.ts'
import { password, startPatroni } from './cluster.ts'
import { type Disturbed, disturbances, type Kind } from './disturbances.ts'

export type Failovers = {
  rounds: number
  /** Of each kind: how many, how many made another server the primary, and the longest time without a 201 in ms. */
  kinds: Partial<Record<Kind, { rounds: number; moved: number; longestGap: number }>>
  accepted: number
  sent: number
  /** Orders whose first response was lost or 503, and those of them that were stored. */
  unknown: number
  unknownStored: number
}

const patience = 180_000 // ms
const pace = { writers: 8, retryIn: 50, orderIn: 20 }

/**
 * Two instances behind HAProxy, over three PostgreSQL servers. Each round disturbs them in one of `kinds`, in turn, while
 * orders arrive. Throws at the first order that was answered 201 but is missing or lacks its request, or that exists twice.
 */
export async function failOver(
  rounds: number,
  seed: number,
  kinds: Kind[],
  onRound: (tally: Failovers, last: string) => void = () => {},
  isOver = () => false,
): Promise<Failovers> {
  const random = seededRandom(seed)
  const { disturbed, url, store, rowsOf } = await startAll()
  const tally: Failovers = {
    rounds: 0,
    kinds: {},
    accepted: 0,
    sent: 0,
    unknown: 0,
    unknownStored: 0,
  }
  for (let round = 0; round < rounds && !isOver(); round++) {
    const kind = kinds[round % kinds.length] as Kind
    const writing = startWriting(round, store, url, pace)
    let moved = false
    try {
      await waitFor('orders of the round', () => writing.accepted.size > 20, patience)
      await pause(random() * 1_000)
      moved = await disturb(disturbed, kind, writing)
    } catch (error) {
      throw new Error(`${kind}: ${(error as Error).message}\n${disturbed.cluster.log()}`, { cause: error })
    } finally {
      await writing.stop()
    }
    const gap = writing.longestGap()
    const of = tally.kinds[kind] ?? { rounds: 0, moved: 0, longestGap: 0 }
    tally.kinds[kind] = of
    of.rounds++
    if (moved) of.moved++
    of.longestGap = Math.max(of.longestGap, gap)
    tally.rounds++
    tally.accepted += writing.accepted.size
    tally.unknown += writing.unknown.size
    tally.unknownStored += writing.stored.size
    tally.sent += await prove(rowsOf, store, url(), writing)
    onRound(
      tally,
      `${round + 1}: ${kind}, ${writing.accepted.size} × 201, ${(gap / 1000).toFixed(1)} s without`,
    )
  }
  await proveWhole(rowsOf, store, tally)
  return tally
}

/** Resolves when everything runs again, with whether another server is the primary now. */
async function disturb({ cluster, balancers }: Disturbed, kind: Kind, writing: Writing): Promise<boolean> {
  const before = (await cluster.roles()).primary
  await disturbances[kind]({ cluster, balancers }, () => answering(writing))
  // Until then, a server that was cut off may still name itself.
  await cluster.whole()
  await answering(writing)
  return (await cluster.roles()).primary?.name !== before?.name
}

/** Resolves when orders are answered again. */
async function answering({ accepted }: Writing): Promise<void> {
  const known = accepted.size
  await waitFor('orders to be answered again', () => accepted.size > known + 20, patience)
}

async function startAll() {
  const cluster = await startPatroni()
  const ports = [await freePort(), await freePort()]
  const balancers = await startBalancers(cluster.nodes, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`])
  // A floating address.
  const running = () => balancers.find(({ isRunning }) => isRunning()) ?? balancers[0]
  const addressOf = ({ postgresql }: Balancer) => `postgres://realword:${password}@${postgresql}/realword`
  const pictures = join(temporaryFolder(), 'pictures')
  mkdirSync(pictures)
  const env = {
    SECRET: randomBytes(36).toString('base64'),
    PICTURES_URL: `file://${pictures}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  const rowsOf: RowsOf = (text, values) => readRows(addressOf(running()), text, values)
  await waitFor(
    'the primary through HAProxy',
    () => rowsOf('select 1', []).catch(() => false as const),
    patience,
  )
  // Each instance uses the HAProxy of its own machine.
  const settings = (at: 0 | 1) => ({
    ...env,
    DATABASE_URL: addressOf(balancers[at]),
    PORT: String(ports[at]),
  })
  const dataDir = newDataDir()
  await startService({ dataDir, env: settings(0) })
  await startService({ dataDir: newDataDir(), env: settings(1) })
  const store = await createStore({ dataDir, env: settings(0) }, ['--request-delay', '365'])
  const url = () => running().url
  await waitFor(
    'the instances through HAProxy',
    () => fetch(`${url()}/health/ready`).then(({ ok }) => ok),
    patience,
  )
  return { disturbed: { cluster, balancers }, url, store, rowsOf }
}

async function readRows<Row>(connectionString: string, text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client(connectionString)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

/** One line for each kind, and their sums. */
export function summaryOf({ rounds, kinds, accepted, unknown, unknownStored }: Failovers): string {
  const lines = Object.entries(kinds).map(
    ([kind, { rounds, moved, longestGap }]) =>
      `  ${kind}: ${rounds}, ${moved} to another server, at most ${(longestGap / 1000).toFixed(1)} s without a 201`,
  )
  const sums = `${rounds} disturbances | ${accepted} orders answered 201: 0 lost, 0 doubled, 0 without request | ${unknown} first without an answer, ${unknownStored} of them stored`
  return [sums, ...lines].join('\n')
}
