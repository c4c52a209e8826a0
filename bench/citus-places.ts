import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { distributeTables } from '../server/foundation/database/citus/distribution.ts'
import type { Database } from '../server/foundation/database/connect.ts'
import { migrate } from '../server/foundation/database/migrations/migrate.ts'
import { openDatabase } from '../server/foundation/database/open.ts'
import { installJobs } from '../server/foundation/jobs/install.ts'
import { systemClock } from '../server/foundation/lib/time/clock.ts'
import { createStore } from '../server/tenants/stores/stores.ts'
import {
  createOnNodes,
  dropOnNodes,
  findCitus,
  type Nodes,
  nodesOf,
  startCluster,
  startPlain,
} from '../server/test/citus.ts'
import { aShop, type Shop } from './neighbours.ts'
import { startServer } from './processes.ts'
import { databaseTime } from './processor-time.ts'
import { makeReads } from './reads.ts'
import { fillWithReviews } from './review-rows.ts'

/** The service over a database, with stores. */
export type Place = {
  url: string
  database: Database
  port: number
  pid: number
  shops: Shop[]
  /** Paths of uncached reads, by name. */
  reads: Record<string, string[]>
  /** The processor time in ms of all PostgreSQL processes; NaN for servers of another machine. */
  databaseTime: () => number
  stop: () => Promise<void>
}

const durable = { fsync: 'on', shared_buffers: '128MB', 'citus.shard_count': '32' }
const reviews = 20_000

/**
 * One PostgreSQL and a cluster, both below `folder` and of the same PostgreSQL and settings, unless CITUS_URL names the
 * cluster. Throws without Citus.
 */
export async function startPlaces(folder: string, stores: number): Promise<{ plain: Place; citus: Place }> {
  const { CITUS_URL } = process.env
  const installed = findCitus()
  if (!installed) throw new Error('This machine has no PostgreSQL with Citus.')
  const name = `bench_${randomBytes(4).toString('hex')}`
  const single = await startPlain(join(folder, 'plain'), installed, durable)
  const plain = await openPlace({ node: single.node, name, stores, dataDirs: [single.dataDir], folder })
  mkdirSync(join(folder, 'cluster'))
  const own = CITUS_URL ? undefined : await startCluster(join(folder, 'cluster'), installed, durable)
  const nodes: Nodes = own?.nodes ?? (await nodesOf(CITUS_URL as string))
  await createOnNodes(nodes, name)
  const dataDirs = own?.dataDirs ?? []
  const citus = await openPlace({
    node: nodes[0],
    name,
    stores,
    dataDirs,
    folder,
    distribute: db => distributeTables(db),
  })
  return {
    plain: { ...plain, stop: () => plain.stop().then(single.stop) },
    citus: {
      ...citus,
      stop: async () => {
        await citus.stop()
        if (own) await own.stop()
        else await dropOnNodes(nodes, name)
      },
    },
  }
}

type Opening = {
  node: Nodes[0]
  name: string
  stores: number
  dataDirs: string[]
  folder: string
  distribute?: (database: Database) => Promise<unknown>
}

async function openPlace(opening: Opening): Promise<Place> {
  const { node, name, stores, dataDirs, folder, distribute } = opening
  const { host, port, user, password } = node
  const url = `postgres://${user}${password ? `:${password}` : ''}@${host}:${port}/${name}`
  const opened = await openDatabase({ databaseUrl: url, embedded: { dataDir: folder } })
  const { database } = opened
  await migrate(database)
  await installJobs(database)
  await distribute?.(database)
  const shops: Shop[] = []
  for (let count = 0; count < stores; count++) shops.push(await aShop(database))
  const read = await createStore(database, systemClock, { name: 'Read' })
  await fillWithReviews(database, read.store_id, reviews)
  const service = await startServer('service.ts', {
    ...{ DATABASE_URL: url, DATA_DIR: folder, FORGETS: read.store_id },
    SETTINGS: JSON.stringify({ READ_RATE_LIMIT: '1000000000' }),
  })
  const credentials = `store_id=${read.store_id}&store_key=${read.store_key}`
  return {
    ...{ url, database, shops, port: service.port, pid: service.pid },
    reads: Object.fromEntries(
      makeReads(credentials, reviews / 100).map(({ name: what, paths }) => [what, paths]),
    ),
    databaseTime: () =>
      dataDirs.length === 0 ? Number.NaN : dataDirs.reduce((sum, dataDir) => sum + databaseTime(dataDir), 0),
    stop: async () => {
      await service.stop()
      await opened.close()
    },
  }
}

/** Writes `content` into a file of `folder`; returns its path. */
export function fileOf(folder: string, name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
