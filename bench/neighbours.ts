import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median, runToEnd } from './processes.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Load, Measured } from './programs/load.ts'

type Options = { seconds: number; rounds: number }
type Store = { store_id: string; store_key: string; api_key: string }
type Service = { port: number; stop: () => Promise<void> }

const writers = 64
const lowest = 19 // nice

/**
 * Measures what one store feels while another sends orders over 64 connections: its own orders and reads over one connection,
 * alone and beside them, in alternating rounds. The service has two processes for HTTP. The writers have the lowest
 * priority (nice 19), so that they do not take the processor from the service. Prints medians of the 99th percentile.
 */
export async function run({ seconds, rounds }: Options): Promise<void> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', WORKERS: '2', READ_RATE_LIMIT: '1000000000' }
  const busy = await createStore(folder, env)
  const quiet = await createStore(folder, env)
  const service = await start(folder, env)
  try {
    const write = (seconds: number, prefix: string) =>
      runToEnd<Measured>('programs/load.ts', ordersOf(busy, service, writers, seconds, prefix), lowest)
    await write(5, 'warm')
    const kinds = {
      orders: (prefix: string) =>
        runToEnd<Measured>('programs/load.ts', ordersOf(quiet, service, 1, seconds, prefix)),
      reads: () =>
        runToEnd<Measured>('programs/get-load.ts', { ...readsOf(quiet, service, dataDir), seconds }),
    }
    for (const [name, measure] of Object.entries(kinds)) {
      const alone: number[] = []
      const beside: number[] = []
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        alone.push((await measure(`alone-${name}-${round}`)).p99)
        const [written, seen] = await Promise.all([
          write(seconds + 1, `busy-${name}-${round}`),
          measure(`beside-${name}-${round}`),
        ])
        rates.push(written.perSecond)
        beside.push(seen.p99)
      }
      const ratio = median(beside.map((one, round) => one / (alone[round] ?? 1)))
      process.stdout.write(
        `${name}: p99 alone ${median(alone).toFixed(2)} ms, beside ${writers} writers (${median(rates).toFixed()} orders/s) ${median(beside).toFixed(2)} ms, ratio ${ratio.toFixed(2)}×\n`,
      )
    }
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function createStore(folder: string, env: NodeJS.ProcessEnv): Promise<Store> {
  const create = ['store', 'create', '--name', 'Bench', '--json']
  const { stdout } = await promisify(execFile)(join(folder, 'realword'), create, { cwd: folder, env })
  return JSON.parse(stdout) as Store
}

async function start(folder: string, env: NodeJS.ProcessEnv): Promise<Service> {
  const child = spawn(join(folder, 'realword'), ['start'], {
    cwd: folder,
    env: { ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let port = 0
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += text
    port = Number(/answers at https?:[^\s,]+:(\d+)/.exec(printed)?.[1] ?? 0)
    if (port) break
  }
  child.stdout.resume()
  if (!port) throw new Error(`The service ended: ${printed}`)
  const stop = async () => {
    child.kill('SIGINT')
    await once(child, 'close')
  }
  return { port, stop }
}

function ordersOf(
  { api_key, store_id }: Store,
  { port }: Service,
  connections: number,
  seconds: number,
  prefix: string,
): Load {
  const headers = [`X-API-Key: ${api_key}`, `X-Store-Id: ${store_id}`, 'Content-Type: application/json']
  return { port, path: '/orders', headers, connections, seconds, prefix }
}

/** Any of 50,000 pages of 500 products: nearly all are read from the database. */
function readsOf(
  { store_id, store_key }: Store,
  { port }: Service,
  folder: string,
): Omit<GetLoad, 'seconds'> {
  const pathsFile = join(folder, 'paths.json')
  const keys = `store_id=${store_id}&store_key=${store_key}`
  const paths = Array.from({ length: 2_000 }, () => {
    const product = `product_id=P-${randomInt(500)}&limit=${1 + randomInt(100)}`
    return `/api/v1/reviews.json?${keys}&${product}`
  })
  writeFileSync(pathsFile, JSON.stringify(paths))
  return { port, pathsFile, connections: 1 }
}
