import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import sql from 'sql-template-tag'
import { embedded } from '../server/database/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { openDatabase } from '../server/database/open.ts'
import { installJobs } from '../server/jobs/install.ts'
import { systemClock } from '../server/lib/time/clock.ts'
import { createStore } from '../server/stores/stores.ts'
import type { Load, Measured } from './load.ts'
import { median, runToEnd, startServer } from './processes.ts'

/**
 * Measures POST /orders over HTTP beside two baselines in the same run: a bare node:http server that parses the same
 * body and answers, and one-row inserts of 1 kB by eight clients into the same PostgreSQL. Rounds alternate between the
 * three, so that a noisy minute affects all of them. Prints medians.
 */
export async function run({ seconds, rounds }: { seconds: number; rounds: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const opened = await openDatabase({ embedded: { dataDir } })
  try {
    await migrate(opened.database)
    await installJobs(opened.database)
    await opened.database.query(sql`create table bench_rows (id uuid primary key, body text not null)`)
    const store = await createStore(opened.database, systemClock, { name: 'Bench' })
    const service = await startServer('service.ts', { DATA_DIR: dataDir })
    const bare = await startServer('bare-server.ts')
    const headers = [
      `X-API-Key: ${store.api_key}`,
      `X-Store-Id: ${store.store_id}`,
      'Content-Type: application/json',
    ]
    const { socketFolder, port } = await embedded({ dataDir }).ensureRunning()
    const target = { host: socketFolder, port, user: 'realword', database: 'realword' }
    await measure({ ports: { ours: service.port, bare: bare.port }, headers, target, seconds, rounds })
    await service.stop()
    await bare.stop()
  } finally {
    await opened.close()
    rmSync(dataDir, { recursive: true })
  }
}

type Setup = {
  ports: { ours: number; bare: number }
  headers: string[]
  target: ClientConfig
  seconds: number
  rounds: number
}

async function measure({ ports, headers, target, seconds, rounds }: Setup): Promise<void> {
  console.log(
    '| connections | POST /orders /s | p50 ms | p99 ms | one-row inserts /s | ratio | bare node:http /s | ratio |',
  )
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const connections of [1, 8, 64, 256]) {
    const ours: Measured[] = []
    const bare: Measured[] = []
    const inserts: number[] = []
    for (let round = 0; round < rounds; round++) {
      const prefix = `${connections}-${round}`
      const load: Omit<Load, 'port'> = { path: '/orders', headers, connections, seconds, prefix }
      ours.push(onlyCreated(await runToEnd<Measured>('load.ts', { ...load, port: ports.ours })))
      inserts.push(await runToEnd<number>('inserts.ts', { target, seconds }))
      bare.push(onlyCreated(await runToEnd<Measured>('load.ts', { ...load, port: ports.bare })))
    }
    printRow(connections, ours, median(inserts), median(bare.map(one => one.perSecond)))
  }
}

function printRow(connections: number, ours: Measured[], inserts: number, bare: number): void {
  const rate = median(ours.map(one => one.perSecond))
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const cells = [
    connections,
    whole(rate),
    median(ours.map(one => one.p50)),
    median(ours.map(one => one.p99)),
    whole(inserts),
    `${(rate / inserts).toFixed(2)}×`,
    whole(bare),
    `${(rate / bare).toFixed(2)}×`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

// A fast error would look like speed.
function onlyCreated(measured: Measured): Measured {
  const others = Object.keys(measured.statuses).filter(status => status !== '201')
  if (others.length > 0) throw new Error(`responses other than 201: ${JSON.stringify(measured.statuses)}`)
  return measured
}
