import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distributeTables } from '../server/foundation/database/citus/distribution.ts'
import { connect } from '../server/foundation/database/connect.ts'
import { embedded } from '../server/foundation/database/embedded/embedded.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import {
  clusterSettings,
  createAlone,
  createOnNodes,
  findCitus,
  startCluster,
} from '../server/test/database/citus.ts'
import { freePort } from '../server/test/network/listen.ts'
import { median, runToEnd, startServer } from './processes.ts'
import { databaseTime, processorTime } from './processor-time.ts'
import type { Load, Measured } from './programs/load.ts'

type Options = { seconds: number; rounds: number }

const connections = 64
const mostStores = 32

/**
 * Measures POST /orders over 64 connections, of one store and of 32, on a Citus cluster (a coordinator and two workers) beside
 * one PostgreSQL of the same version and settings, in alternating rounds. Needs a PostgreSQL with Citus on this machine.
 * Prints medians. Times are processor time of an order in µs, PostgreSQL's of all nodes.
 */
export async function run({ seconds, rounds }: Options): Promise<void> {
  const folder = findCitus()
  if (!folder) throw new Error('This benchmark needs PostgreSQL with Citus. Install both on this machine.')
  const dataDir = mkdtempSync(join(tmpdir(), 'realword-bench-'))
  const [one, cluster] = [
    await startOne(join(dataDir, 'one'), folder),
    await startCitus(join(dataDir, 'citus'), folder),
  ]
  try {
    for (const side of [one, cluster]) await measure(side, mostStores, { seconds: 5, prefix: 'warm' })
    console.log(
      '| stores | /s, one | Citus | ratio | PostgreSQL µs, one | Citus | ratio | Node µs, one | Citus | ratio |',
    )
    console.log(`|${' ---: |'.repeat(10)}`)
    for (const stores of [1, mostStores]) {
      const seen: Round[][] = [[], []]
      for (let round = 0; round < rounds; round++)
        for (const [index, side] of [one, cluster].entries())
          seen[index]?.push(await measure(side, stores, { seconds, prefix: `${stores}-${round}` }))
      printRow(stores, seen)
    }
  } finally {
    for (const side of [one, cluster]) await side.stop()
    rmSync(dataDir, { recursive: true })
  }
}

type Side = {
  port: number
  pid: number
  /** Of each server of PostgreSQL. */
  dataDirs: string[]
  headers: string[][]
  stop: () => Promise<void>
}

async function startOne(dataDir: string, folder: string): Promise<Side> {
  mkdirSync(join(dataDir, 'binaries'), { recursive: true })
  symlinkSync(folder, join(dataDir, 'binaries', 'native'))
  const port = await freePort()
  const settings = { ...clusterSettings, port: String(port) }
  const server = embedded({ dataDir, binaries: join(dataDir, 'binaries'), settings })
  await server.ensureRunning()
  await createAlone({ host: '127.0.0.1', port, user: 'realword' }, 'bench', [])
  return await startSide({ port, dataDirs: [dataDir], isCluster: false, stop: server.stop })
}

async function startCitus(dataDir: string, folder: string): Promise<Side> {
  const cluster = await startCluster(dataDir, folder, { 'citus.shard_count': String(mostStores) })
  await createOnNodes(cluster.nodes, 'bench')
  const { port } = cluster.nodes[0]
  return await startSide({ port, dataDirs: cluster.dataDirs, isCluster: true, stop: cluster.stop })
}

async function startSide({
  port,
  dataDirs,
  isCluster,
  stop,
}: Pick<Side, 'port' | 'dataDirs' | 'stop'> & { isCluster: boolean }): Promise<Side> {
  const url = `postgres://realword@127.0.0.1:${port}/bench`
  const database = connect({ connectionString: url })
  await migrate(database)
  if (isCluster) await distributeTables(database)
  await installJobs(database)
  const headers: string[][] = []
  for (let number = 0; number < mostStores; number++) {
    const { store_id, api_key } = await createStore(database, systemClock, { name: `Shop ${number}` })
    headers.push([`X-API-Key: ${api_key}`, `X-Store-Id: ${store_id}`, 'Content-Type: application/json'])
  }
  await database.close()
  const service = await startServer('service.ts', { DATABASE_URL: url, DATA_DIR: dataDirs[0] })
  return {
    ...service,
    dataDirs,
    headers,
    stop: async () => {
      await service.stop()
      await stop()
    },
  }
}

type Round = { rate: number; database: number; node: number }

async function measure(
  { port, pid, dataDirs, headers }: Side,
  stores: number,
  load: Pick<Load, 'seconds' | 'prefix'>,
): Promise<Round> {
  const databases = () => dataDirs.reduce((sum, dataDir) => sum + databaseTime(dataDir), 0)
  const before = [databases(), processorTime(pid)] as const
  const target = { port, path: '/orders', headers: headers.slice(0, stores), connections }
  const { statuses, perSecond } = await runToEnd<Measured>('programs/load.ts', { ...target, ...load })
  const orders = statuses['201'] ?? 0
  // A fast error would look like speed.
  if (Object.keys(statuses).length !== 1 || orders === 0) throw new Error(JSON.stringify(statuses))
  const each = (after: number, start: number) => ((after - start) * 1000) / orders
  return {
    rate: perSecond,
    database: each(databases(), before[0]),
    node: each(processorTime(pid), before[1]),
  }
}

function printRow(stores: number, [one = [], citus = []]: Round[][]): void {
  const cells = (['rate', 'database', 'node'] as const).flatMap(key => {
    const [ours, theirs] = [median(one.map(round => round[key])), median(citus.map(round => round[key]))]
    return [ours.toFixed(), theirs.toFixed(), `${(theirs / ours).toFixed(2)}×`]
  })
  console.log(`| ${[stores, ...cells].join(' | ')} |`)
}
