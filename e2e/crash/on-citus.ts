import pg from 'pg'
import { expect } from 'vitest'
import { createOnNodes, findCitus, startCluster } from '../../server/test/database/citus.ts'
import { newDataDir, onCleanUp, postmasterOf, run, temporaryFolder, waitFor } from '../service.ts'
import type { Store } from '../store.ts'
import type { RowsOf } from './rounds.ts'

/** A distributed database of the service; the test ends it. `env`: settings of the service besides its address. */
export async function startOnCitus(env: Record<string, string> = {}) {
  const cluster = await startCluster(temporaryFolder(), findCitus() as string, { fsync: 'on' })
  onCleanUp(cluster.stop)
  await createOnNodes(cluster.nodes, 'realword')
  const [{ host, port, user }] = cluster.nodes
  const DATABASE_URL = `postgres://${user}@${host}:${port}/realword`
  const options = { dataDir: newDataDir(), env: { ...env, DATABASE_URL } }
  expect((await run(['migrate', '--citus'], options)).code).toBe(0)
  const observer = new pg.Client(DATABASE_URL)
  observer.on('error', () => {})
  await observer.connect()
  onCleanUp(() => observer.end())
  const rowsOf: RowsOf = async (text, values) => (await observer.query(text, values)).rows
  /** The store's shard, and the port of the worker that holds it. */
  const homeOf = async ({ store_id }: Pick<Store, 'store_id'>) => {
    const [home] = await rowsOf<{ shard: string; port: number }>(
      `select shardid as shard, nodeport as port
      from pg_dist_placement
      join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('stores', $1::uuid)`,
      [store_id],
    )
    return home as { shard: string; port: number }
  }
  /** Kills the worker on this port, as losing its machine would. */
  const killWorker = async (port: number) => {
    const victim = cluster.dataDirs[cluster.nodes.findIndex(node => node.port === port)] as string
    const killed = postmasterOf(victim) as number
    process.kill(killed, 'SIGKILL')
    await waitFor('the end of the worker', () => postmasterOf(victim) !== killed)
  }
  return { cluster, options, rowsOf, homeOf, killWorker }
}
