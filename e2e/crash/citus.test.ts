import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createOnNodes, findCitus, startCluster } from '../../server/test/citus.ts'
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

const rounds = 5
const longestRun = 300 // ms of writing before the kill
const patience = 900_000 // ms

test.skipIf(!findCitus())(
  'every order answered with 201 survives a kill of the Citus worker that holds its store',
  async () => {
    const seed = anySeed()
    console.log(`seed ${seed}`)
    const random = seededRandom(seed)
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
    const [home] = await rowsOf<{ port: number }>(
      `select nodeport as port
      from pg_dist_placement
      join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('stores', $1::uuid)`,
      [store.store_id],
    )
    const victim = cluster.dataDirs[cluster.nodes.findIndex(node => node.port === home?.port)] as string

    let sent = 0
    let accepted = 0
    let unknown = 0
    for (let round = 0; round < rounds; round++) {
      const writing = startWriting(round, store, () => service.url)
      try {
        await waitFor('the first order of the round', () => writing.accepted.size > 0, recoverWithin)
        await pause(random() * longestRun)
        const killed = postmasterOf(victim) as number
        process.kill(killed, 'SIGKILL')
        await waitFor('the end of the worker', () => postmasterOf(victim) !== killed)
        await cluster.ensureRunning()
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
    await observer.end()
    console.log(
      `${rounds} kills | ${accepted} orders answered 201: 0 lost, 0 doubled | ${unknown} first without an answer`,
    )
    expect(accepted).toBeGreaterThan(rounds * 16)
    // Otherwise no order was under way, and nothing is proved.
    expect(unknown).toBeGreaterThan(0)
  },
  patience,
)
