import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { findCitus } from '../../server/test/database/citus.ts'
import { cleanUp, startService, waitFor } from '../service.ts'
import { createStore } from '../store.ts'
import { startOnCitus } from './on-citus.ts'
import { anySeed, seededRandom } from './random.ts'
import { prove, proveWhole, recoverWithin, startWriting } from './rounds.ts'

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
    const { cluster, homeOfStore, killWorker, ...place } = await startOnCluster()
    const { port } = await homeOfStore()
    const { accepted, unknown } = await writeDuring(place, 5, async () => {
      await pause(random() * longestRun)
      await killWorker(port)
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
  const { homeOf, ...citus } = await startOnCitus()
  const store = await createStore(citus.options)
  const service = await startService(citus.options)
  return { ...citus, store, service, homeOfStore: () => homeOf(store) }
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
    sent += await prove(rowsOf, store, service.url, writing)
  }
  await proveWhole(rowsOf, store, { sent })
  expect(accepted).toBeGreaterThan(rounds * 16)
  return { accepted, unknown }
}
