import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createOnNodes, findCitus, startCluster } from '../../server/test/database/citus.ts'
import {
  cleanUp,
  newDataDir,
  onCleanUp,
  postmasterOf,
  run,
  startService,
  temporaryFolder,
  waitFor,
} from '../service.ts'
import { createStore } from '../store.ts'
import { anySeed, seededRandom } from './random.ts'
import { prove, proveWhole, type RowsOf, recoverWithin, startWriting } from './rounds.ts'

afterEach(cleanUp)

const onCitus = test.skipIf(!findCitus())
const longestRun = 300 // ms of writing before the kill
const patience = 900_000 // ms

onCitus(
  'every order answered with 201 survives a kill of the Citus worker that holds its store',
  async () => {
    const seed = anySeed()
    console.log(`seed ${seed}`)
    const random = seededRandom(seed)
    const { cluster, homeOfStore, ...place } = await startOnCluster()
    const home = await homeOfStore()
    const victim = cluster.dataDirs[cluster.nodes.findIndex(({ port }) => port === home.port)] as string
    const { accepted, unknown } = await writeDuring(place, 5, async () => {
      await pause(random() * longestRun)
      const killed = postmasterOf(victim) as number
      process.kill(killed, 'SIGKILL')
      await waitFor('the end of the worker', () => postmasterOf(victim) !== killed)
      await cluster.ensureRunning()
    })
    console.log(
      `5 kills | ${accepted} orders answered 201: 0 lost, 0 doubled | ${unknown} first without an answer`,
    )
    // Otherwise no order was under way, and nothing is proved.
    expect(unknown).toBeGreaterThan(0)
  },
  patience,
)

onCitus(
  'every order answered with 201 survives a move of its store to another Citus worker',
  async () => {
    const { cluster, homeOfStore, ...place } = await startOnCluster()
    const { accepted, unknown } = await writeDuring(place, 2, async () => {
      const { shard, port } = await homeOfStore()
      const other = cluster.nodes.slice(1).find(node => node.port !== port)
      const { host } = cluster.nodes[0]
      const move =
        'select citus_move_shard_placement($1::bigint, $2::text, $3::integer, $2::text, $4::integer)'
      const begun = performance.now()
      await place.rowsOf(move, [shard, host, port, other?.port])
      console.log(`moved in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
      expect((await homeOfStore()).port).toBe(other?.port)
    })
    console.log(
      `2 moves | ${accepted} orders answered 201: 0 lost, 0 doubled | ${unknown} first without an answer`,
    )
  },
  patience,
)

/** The service over a distributed database with one store. */
async function startOnCluster() {
  const cluster = await startCluster(temporaryFolder(), findCitus() as string, { fsync: 'on' })
  onCleanUp(cluster.stop)
  await createOnNodes(cluster.nodes, 'realword')
  const [{ host, port, user }] = cluster.nodes
  const DATABASE_URL = `postgres://${user}@${host}:${port}/realword`
  const options = { dataDir: newDataDir(), env: { DATABASE_URL } }
  expect((await run(['migrate', '--citus'], options)).code).toBe(0)
  const store = await createStore(options)
  const service = await startService(options)
  const observer = new pg.Client(DATABASE_URL)
  observer.on('error', () => {})
  await observer.connect()
  const rowsOf: RowsOf = async (text, values) => (await observer.query(text, values)).rows
  /** The store's shard, and the port of the worker that holds it. */
  const homeOfStore = async () => {
    const [home] = await rowsOf<{ shard: string; port: number }>(
      `select shardid as shard, nodeport as port
      from pg_dist_placement
      join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('stores', $1::uuid)`,
      [store.store_id],
    )
    return home as { shard: string; port: number }
  }
  return { cluster, store, service, rowsOf, homeOfStore }
}

type Place = Pick<Awaited<ReturnType<typeof startOnCluster>>, 'store' | 'service' | 'rowsOf'>

/** Writes orders while each `disturb` runs, and until orders are answered again. Throws if one was lost or doubled. */
async function writeDuring({ store, service, rowsOf }: Place, rounds: number, disturb: () => Promise<void>) {
  let [sent, accepted, unknown] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const writing = startWriting(round, store, () => service.url)
    try {
      await waitFor('the first order of the round', () => writing.accepted.size > 0, recoverWithin)
      await disturb()
      const known = writing.accepted.size
      await waitFor('orders to be answered again', () => writing.accepted.size > known, recoverWithin)
    } finally {
      await writing.stop()
    }
    accepted += writing.accepted.size
    unknown += writing.unknown.size
    sent += await prove(rowsOf, store, service.url, round, writing)
  }
  await proveWhole(rowsOf, store, { sent })
  expect(accepted).toBeGreaterThan(rounds * 16)
  return { accepted, unknown }
}
