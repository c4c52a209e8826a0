import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../server/test/citus.ts'
import { seededRandom } from '../crash/random.ts'
import { prove, proveWhole, type RowsOf, startWriting, type Writing } from '../crash/rounds.ts'
import { newDataDir, startService, temporaryFolder, waitFor } from '../service.ts'
import { createStore } from '../store.ts'
import { type Cluster, type Node, password, startPatroni, startProxy } from './cluster.ts'
import { signal } from './processes.ts'

const kinds = {
  /** The operator gives the role to the synchronous standby. */
  switchover: async ({ api, name }: Node, candidate: string) => {
    const body = JSON.stringify({ leader: name, candidate })
    const answer = await fetch(`http://127.0.0.1:${api}/switchover`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
  },
  /** PostgreSQL dies, and Patroni starts it again or lets another one take over. */
  postgresql: async (primary: Node) => signal([primary.postmaster() as number], 'SIGKILL'),
  /** Patroni is stopped, for example for an update: it stops its PostgreSQL, and another one takes over. */
  patroni: async (primary: Node) => signal([primary.processes()[0] as number], 'SIGTERM'),
  /** PostgreSQL and Patroni die together, as when the power fails. */
  both: async (primary: Node) => signal(primary.processes(), 'SIGKILL'),
  /** Both freeze. After another one took over, they are reset, as a watchdog does. */
  freeze: async (primary: Node) => signal(primary.processes(), 'SIGSTOP'),
}

export type Kind = keyof typeof kinds

export type Failovers = {
  rounds: number
  /** Of each kind: how many, how many made another server the primary, and the longest time without a 201 in ms. */
  kinds: Record<Kind, { rounds: number; moved: number; longestGap: number }>
  accepted: number
  sent: number
  /** Orders whose first response was lost or 503, and those of them that were stored. */
  unknown: number
  unknownStored: number
}

const patience = 180_000 // ms
const pace = { writers: 8, retryIn: 50, orderIn: 20 }

/**
 * Two instances behind HAProxy, over three PostgreSQL servers. Each round disturbs the primary while orders arrive.
 * Throws at the first order that was answered 201 but is missing or lacks its request, or that exists twice.
 */
export async function failOver(
  rounds: number,
  seed: number,
  onRound: (tally: Failovers, last: string) => void = () => {},
): Promise<Failovers> {
  const random = seededRandom(seed)
  const { cluster, url, store, rowsOf } = await startAll()
  const tally: Failovers = {
    rounds: 0,
    kinds: Object.fromEntries(
      Object.keys(kinds).map(kind => [kind, { rounds: 0, moved: 0, longestGap: 0 }]),
    ) as Failovers['kinds'],
    accepted: 0,
    sent: 0,
    unknown: 0,
    unknownStored: 0,
  }
  for (let round = 0; round < rounds; round++) {
    const kind = Object.keys(kinds)[round % Object.keys(kinds).length] as Kind
    const writing = startWriting(round, store, () => url, pace)
    let moved = false
    try {
      await waitFor('orders of the round', () => writing.accepted.size > 20, patience)
      await pause(random() * 1_000)
      moved = await disturb(cluster, kind, writing)
    } finally {
      await writing.stop()
    }
    await cluster.whole()
    const gap = writing.longestGap()
    const of = tally.kinds[kind]
    of.rounds++
    if (moved) of.moved++
    of.longestGap = Math.max(of.longestGap, gap)
    tally.rounds++
    tally.accepted += writing.accepted.size
    tally.unknown += writing.unknown.size
    tally.unknownStored += writing.stored.size
    tally.sent += await prove(rowsOf, store, url, round, writing)
    onRound(
      tally,
      `${round + 1}: ${kind}, ${writing.accepted.size} × 201, ${(gap / 1000).toFixed(1)} s without`,
    )
  }
  await proveWhole(rowsOf, store, tally)
  return tally
}

/** Resolves after orders are answered again, with whether another server is the primary now. */
async function disturb(cluster: Cluster, kind: Kind, writing: Writing): Promise<boolean> {
  const before = await cluster.roles()
  const primary = before.primary as Node
  await kinds[kind](primary, before.synchronous?.name ?? '')
  if (kind !== 'postgresql')
    await waitFor(
      'another primary',
      async () => {
        const now = (await cluster.roles()).primary
        return now && now.name !== primary.name
      },
      patience,
    )
  const known = writing.accepted.size
  await waitFor('orders to be answered again', () => writing.accepted.size > known + 20, patience)
  if (kind === 'freeze') signal(primary.processes(), 'SIGKILL')
  if (kind !== 'switchover' && kind !== 'postgresql') {
    await primary.ended()
    primary.start()
  }
  return (await cluster.roles()).primary?.name !== primary.name
}

async function startAll() {
  const cluster = await startPatroni()
  const [reviews, postgresql, one, two] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  await startProxy(cluster.nodes, [`127.0.0.1:${one}`, `127.0.0.1:${two}`], { reviews, postgresql })
  const connectionString = `postgres://realword:${password}@127.0.0.1:${postgresql}/realword`
  const url = `http://127.0.0.1:${reviews}`
  const pictures = join(temporaryFolder(), 'pictures')
  mkdirSync(pictures)
  const env = {
    DATABASE_URL: connectionString,
    SECRET: randomBytes(36).toString('base64'),
    PICTURES_URL: `file://${pictures}`,
    TRUSTED_PROXIES: '127.0.0.1/32',
  }
  const rowsOf: RowsOf = async (text, values) => {
    const client = new pg.Client(connectionString)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
  await waitFor(
    'the primary through HAProxy',
    () => rowsOf('select 1', []).catch(() => false as const),
    patience,
  )
  const dataDir = newDataDir()
  await startService({ dataDir, env: { ...env, PORT: String(one) } })
  await startService({ dataDir: newDataDir(), env: { ...env, PORT: String(two) } })
  const store = await createStore({ dataDir, env }, ['--request-delay', '365'])
  await waitFor(
    'the instances through HAProxy',
    () => fetch(`${url}/health/ready`).then(({ ok }) => ok),
    patience,
  )
  return { cluster, url, store, rowsOf }
}

/** One line for each kind, and their sums. */
export function summaryOf({ rounds, kinds, accepted, unknown, unknownStored }: Failovers): string {
  const lines = Object.entries(kinds).map(
    ([kind, { rounds, moved, longestGap }]) =>
      `  ${kind}: ${rounds}, ${moved} to another server, at most ${(longestGap / 1000).toFixed(1)} s without a 201`,
  )
  const sums = `${rounds} failovers | ${accepted} orders answered 201: 0 lost, 0 doubled, 0 without request | ${unknown} first without an answer, ${unknownStored} of them stored`
  return [sums, ...lines].join('\n')
}
