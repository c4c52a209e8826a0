import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../../server/foundation/database/open.ts'
import { aShop } from '../neighbours.ts'
import { median, runToEnd, startServer } from '../processes.ts'
import { processorTime } from '../processor-time.ts'
import type { Measured } from '../programs/load.ts'
import { fillWithReviews } from '../review-rows.ts'
import { costOfCalls } from './calls.ts'

type Options = { seconds: number; rounds: number }

type Service = { name: string; port: number; pid: number; stop: () => Promise<void> }

/** In µs of Node's processor time for each operation, and operations per second. */
type Round = { cost: number; rate: number }

/**
 * What traces cost: POST /orders at 64 connections and cached reads at 32, of a service whose functions that record spans
 * are empty, of one with traces off, and of one that sends every trace to a receiver on this machine. The first one runs
 * twice: how much both differ is the noise of the run. Rounds alternate between all of them, over one database.
 */
export async function run({ seconds, rounds }: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  const receiver = await startServer('traces/receiver.ts')
  const services: Service[] = []
  try {
    await migrate(opened.database)
    const { storeId, headers, storeKey } = await aShop(opened.database)
    await fillWithReviews(opened.database, storeId, 100)
    services.push(...(await startServices(dataDir, receiver.port)))
    const pathsFile = join(dataDir, 'paths.json')
    const read = `/api/v1/ratings.json?store_id=${storeId}&store_key=${storeKey}&product_id=P-0`
    writeFileSync(pathsFile, JSON.stringify([read]))
    let sent = 0
    const orders = (port: number, length: number) =>
      runToEnd<Measured>('programs/load.ts', {
        ...{ port, path: '/orders', headers, connections: 64, seconds: length },
        prefix: `traces-${++sent}`,
      })
    const reads = (port: number, length: number) =>
      runToEnd<Measured>('programs/get-load.ts', { port, pathsFile, connections: 32, seconds: length })
    const spec = { services, seconds, rounds }
    printRows('POST /orders', await measure({ ...spec, load: orders, status: '201' }))
    printRows('cached read', await measure({ ...spec, load: reads, status: '200' }))
    const received = await fetch(`http://127.0.0.1:${receiver.port}/`)
    console.log(
      `\nWhile traces are off, the calls of a request cost ${costOfCalls().toFixed(1)} ns of processor time.`,
    )
    console.log(`The receiver got ${Math.round(Number(await received.json()) / 1_000_000)} MB.`)
  } finally {
    for (const { stop } of services) await stop()
    await receiver.stop()
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

async function startServices(dataDir: string, receiver: number): Promise<Service[]> {
  const hooks = fileURLToPath(new URL('without-spans.ts', import.meta.url))
  const without = { NODE_OPTIONS: `--import=${hooks}` }
  const on = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiver}` }
  const start = async (name: string, env: NodeJS.ProcessEnv, settings: Record<string, string> = {}) => {
    const SETTINGS = JSON.stringify({ READ_RATE_LIMIT: '1000000000', ...settings })
    return { name, ...(await startServer('service.ts', { DATA_DIR: dataDir, SETTINGS, ...env })) }
  }
  return [
    await start('without', without),
    await start('without, again', without),
    await start('off', {}),
    await start('on', {}, on),
  ]
}

type Spec = {
  services: Service[]
  seconds: number
  rounds: number
  load: (port: number, seconds: number) => Promise<Measured>
  status: string
}

const warmUp = 5 // s: the compiler of Node optimises meanwhile

async function measure({ services, seconds, rounds, load, status }: Spec): Promise<Map<string, Round[]>> {
  const rows = new Map(services.map(({ name }) => [name, [] as Round[]]))
  for (const { port } of services) await load(port, warmUp)
  for (let round = 0; round < rounds; round++) {
    for (const at of services.keys()) {
      // Each of them is first as often as the others.
      const { name, port, pid } = services[(at + round) % services.length] as Service
      const before = processorTime(pid)
      const { statuses, perSecond } = await load(port, seconds)
      const done = statuses[status] ?? 0
      if (Object.keys(statuses).length !== 1 || done === 0) throw new Error(JSON.stringify(statuses))
      rows.get(name)?.push({ cost: ((processorTime(pid) - before) * 1000) / done, rate: perSecond })
    }
  }
  return rows
}

function printRows(operation: string, rows: Map<string, Round[]>): void {
  const base = rows.get('without') ?? []
  console.log(`\n${operation}\n`)
  console.log('| traces | Node µs | ratio | quarter of rounds | three quarters | /s | ratio |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const [name, rounds] of rows) {
    // Each round beside the same round of the first service: load that comes and goes affects both.
    const ratios = rounds.map(({ cost }, at) => cost / (base[at]?.cost ?? Number.NaN)).sort((a, b) => a - b)
    const share = (part: number) => ratios[Math.floor((ratios.length - 1) * part)] ?? Number.NaN
    const rate = median(rounds.map(one => one.rate))
    const cells = [
      name,
      median(rounds.map(one => one.cost)).toFixed(1),
      `${median(ratios).toFixed(3)}×`,
      `${share(0.25).toFixed(3)}×`,
      `${share(0.75).toFixed(3)}×`,
      Math.round(rate).toLocaleString('en'),
      `${(rate / median(base.map(one => one.rate))).toFixed(2)}×`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
