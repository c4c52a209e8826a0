import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import sql from 'sql-template-tag'
import { embedded } from '../server/foundation/database/embedded/embedded.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { createStore, median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import type { Load, Measured } from './programs/load.ts'

type Options = { seconds: number; rounds: number; beside: string | undefined }

/**
 * Measures POST /orders over HTTP beside two baselines in the same run: a bare node:http server that parses the same
 * body and answers, and one-row inserts of 1 kB by eight clients into the same PostgreSQL. With `beside`, the folder of
 * another checkout with its packages installed, that version is measured as well. Rounds alternate between all of them,
 * so that a noisy minute affects all of them. Prints medians.
 */
export async function run({ seconds, rounds, beside }: Options): Promise<void> {
  const here = await startVersion(fileURLToPath(new URL('..', import.meta.url)))
  const other = beside === undefined ? undefined : await startVersion(resolve(beside))
  const bare = await startServer('programs/bare-server.ts')
  try {
    const target = await baselineTable(here.dataDir)
    // Not measured: the compiler of Node optimises during the first seconds.
    for (const version of [here, ...(other ? [other] : [])]) {
      await measureVersion(version, { path: '/orders', connections: 64, seconds: 5, prefix: 'warm' })
    }
    const rows: Row[] = []
    for (const connections of [1, 8, 64, 256]) {
      rows.push(await measure({ connections, seconds, rounds, here, other, bare: bare.port, target }))
    }
    printRates(rows)
    if (other) printTimes(rows)
  } finally {
    await bare.stop()
    await other?.stop()
    await here.stop()
  }
}

type Version = { port: number; pid: number; dataDir: string; headers: string[]; stop: () => Promise<void> }

/** The service of a checkout over a new database with one store, set up by its own command. */
async function startVersion(folder: string): Promise<Version> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const store = await createStore({ folder, env: { ...process.env, DATA_DIR: dataDir } })
  const service = await startServer(join(folder, 'bench', 'service.ts'), { DATA_DIR: dataDir })
  return {
    port: service.port,
    pid: service.pid,
    dataDir,
    headers: [
      `X-API-Key: ${store.api_key}`,
      `X-Store-Id: ${store.store_id}`,
      'Content-Type: application/json',
    ],
    stop: async () => {
      await service.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** Creates the table for the inserts of the baseline. Returns where it is. */
async function baselineTable(dataDir: string): Promise<ClientConfig> {
  const opened = await openDatabase({ embedded: { dataDir } })
  await opened.database.query(sql`create table bench_rows (id uuid primary key, body text not null)`)
  await opened.close()
  const { socketFolder, port } = await embedded({ dataDir }).ensureRunning()
  return { host: socketFolder, port, user: 'realword', database: 'realword' }
}

/** Times in µs of processor time for each order: of Node, and of PostgreSQL with all its processes. */
type Round = Measured & { node: number; database: number }

type Row = { connections: number; here: Round[]; other: Round[]; inserts: number[]; bare: number[] }

type Setup = {
  connections: number
  seconds: number
  rounds: number
  here: Version
  other: Version | undefined
  bare: number
  target: ClientConfig
}

async function measure(setup: Setup): Promise<Row> {
  const { connections, seconds, rounds, here, other, bare, target } = setup
  const row: Row = { connections, here: [], other: [], inserts: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    const load = { path: '/orders', connections, seconds, prefix: `${connections}-${round}` }
    row.here.push(await measureVersion(here, load))
    row.inserts.push(await runToEnd<number>('programs/inserts.ts', { target, seconds }))
    if (other) row.other.push(await measureVersion(other, load))
    const plain = await runToEnd<Measured>('programs/load.ts', { ...load, headers: here.headers, port: bare })
    row.bare.push(onlyCreated(plain).perSecond)
  }
  return row
}

async function measureVersion(
  version: Version,
  load: Pick<Load, 'path' | 'connections' | 'seconds' | 'prefix'>,
): Promise<Round> {
  const { pid, port, headers, dataDir } = version
  const before = [processorTime(pid), databaseTime(dataDir)] as const
  const measured = onlyCreated(await runToEnd<Measured>('programs/load.ts', { ...load, port, headers }))
  const orders = measured.statuses['201'] as number
  const node = ((processorTime(pid) - before[0]) * 1000) / orders
  const database = ((databaseTime(dataDir) - before[1]) * 1000) / orders
  return { ...measured, node, database }
}

const whole = (value: number) => Math.round(value).toLocaleString('en')
const ratio = (a: number, b: number) => `${(a / b).toFixed(2)}×`

function printRates(rows: Row[]): void {
  console.log(
    '| connections | POST /orders /s | p50 ms | p99 ms | one-row inserts /s | ratio | bare node:http /s | ratio | Node µs | PostgreSQL µs |',
  )
  console.log(`|${' ---: |'.repeat(10)}`)
  for (const { connections, here, inserts, bare } of rows) {
    const rate = median(here.map(one => one.perSecond))
    const cells = [
      connections,
      whole(rate),
      median(here.map(one => one.p50)),
      median(here.map(one => one.p99)),
      whole(median(inserts)),
      ratio(rate, median(inserts)),
      whole(median(bare)),
      ratio(rate, median(bare)),
      whole(median(here.map(one => one.node))),
      whole(median(here.map(one => one.database))),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function printTimes(rows: Row[]): void {
  console.log('\nBeside the other checkout, processor time of each order in µs:\n')
  console.log(
    '| connections | Node | other | ratio | PostgreSQL | other | ratio | POST /orders /s | other | ratio |',
  )
  console.log(`|${' ---: |'.repeat(10)}`)
  for (const { connections, here, other } of rows) {
    const cells = (['node', 'database', 'perSecond'] as const).flatMap(key => {
      const [ours, theirs] = [here, other].map(rounds => median(rounds.map(one => one[key]))) as [
        number,
        number,
      ]
      return [whole(ours), whole(theirs), ratio(ours, theirs)]
    })
    console.log(`| ${[connections, ...cells].join(' | ')} |`)
  }
}

// A fast error would look like speed.
function onlyCreated(measured: Measured): Measured {
  const others = Object.keys(measured.statuses).filter(status => status !== '201')
  if (others.length > 0) throw new Error(`responses other than 201: ${JSON.stringify(measured.statuses)}`)
  return measured
}
