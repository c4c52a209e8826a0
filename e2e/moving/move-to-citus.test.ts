import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Cluster,
  createOnNodes,
  dropOnNodes,
  findCitus,
  startCluster,
} from '../../server/test/database/citus.ts'
import { proveWhole } from '../crash/rounds.ts'
import { cleanUp, newDataDir, run, startService, waitFor } from '../service.ts'
import { createStore, orderText, post, type Store } from '../store.ts'

const name = 'moved_to_citus'

describe.skipIf(!findCitus())('move to a Citus cluster', () => {
  let cluster: Cluster
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'realword-e2e-'))
    cluster = await startCluster(folder, findCitus() as string)
  })
  afterAll(async () => {
    await cleanUp()
    await dropOnNodes(cluster.nodes, name)
    await cluster.stop()
    rmSync(folder, { recursive: true })
  })

  test('distributes the tables, loses no order of two stores, and the service continues there', async () => {
    const dataDir = newDataDir()
    const service = await startService({ dataDir })
    const stores = [await createStore({ dataDir }), await createStore({ dataDir })]
    const writings = stores.map(store => startWriter(service.url, store))
    const isWriting = (more: number) => writings.every(({ accepted }) => accepted.length > more)
    await waitFor('orders before the move', () => isWriting(20))
    await createOnNodes(cluster.nodes, name)
    const { host, port, user } = cluster.nodes[0]
    const moved = await run(['move', '--to', `postgres://${user}@${host}:${port}/${name}`], { dataDir })
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    const known = Math.max(...writings.map(({ accepted }) => accepted.length))
    await waitFor('orders after the move', () => isWriting(known + 20))
    await Promise.all(writings.map(({ stop }) => stop()))

    const client = new pg.Client({ ...cluster.nodes[0], database: name })
    await client.connect()
    try {
      for (const [at, { store_id }] of stores.entries()) {
        const { rows } = await client.query('select order_id from orders where store_id = $1', [store_id])
        const stored = rows.map(({ order_id }) => order_id)
        expect(stored).toEqual(expect.arrayContaining(writings[at]?.accepted ?? ['none']))
        await proveWhole(
          async (text, values) => (await client.query(text, values)).rows,
          { store_id } as Store,
          {
            sent: new Set(stored).size,
          },
        )
      }
      const { rows } = await client.query(
        "select count(*)::integer as count from pg_dist_partition where partmethod = 'h'",
      )
      expect(rows[0].count).toBeGreaterThan(20)
    } finally {
      await client.end()
    }
  })
})

/** Posts an order after another, with the same ids for every store. */
function startWriter(url: string, store: Store): { accepted: string[]; stop: () => Promise<void> } {
  const accepted: string[] = []
  let stopping = false
  const writing = (async () => {
    for (let at = 0; !stopping; at++) {
      const { status } = await post(url, store, orderText(`order-${at}`))
      if (status === 201) accepted.push(`order-${at}`)
      else expect(status).toBe(503)
      await pause(20)
    }
  })()
  writing.catch(() => {}) // rethrown by `stop`
  return {
    accepted,
    stop: async () => {
      stopping = true
      await writing
    },
  }
}
