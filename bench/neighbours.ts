import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchStore, createStore, median, runToEnd, startService } from './processes.ts'
import type { GetLoad } from './programs/get-load.ts'
import type { Load, Measured } from './programs/load.ts'

type Options = { seconds: number; rounds: number }

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
  const checkout = { folder, env }
  const busy = await createStore(checkout)
  const quiet = await createStore(checkout)
  const service = await startService(checkout)
  const port = Number(new URL(service.url).port)
  try {
    const write = (seconds: number, prefix: string) =>
      runToEnd<Measured>('programs/load.ts', ordersOf(busy, port, writers, seconds, prefix), lowest)
    await write(5, 'warm')
    const kinds = {
      orders: (prefix: string) =>
        runToEnd<Measured>('programs/load.ts', ordersOf(quiet, port, 1, seconds, prefix)),
      reads: () => runToEnd<Measured>('programs/get-load.ts', { ...readsOf(quiet, port, dataDir), seconds }),
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

function ordersOf(
  { api_key, store_id }: BenchStore,
  port: number,
  connections: number,
  seconds: number,
  prefix: string,
): Load {
  const headers = [`X-API-Key: ${api_key}`, `X-Store-Id: ${store_id}`, 'Content-Type: application/json']
  return { port, path: '/orders', headers, connections, seconds, prefix }
}

/** Any of 50,000 pages of 500 products: nearly all are read from the database. */
function readsOf(
  { store_id, store_key }: BenchStore,
  port: number,
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
