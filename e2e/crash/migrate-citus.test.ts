import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Cluster,
  createAlone,
  createOnNodes,
  dropOnNodes,
  findCitus,
  startCluster,
} from '../../server/test/database/citus.ts'
import {
  begin,
  cleanUp,
  newDataDir,
  postmasterOf,
  type RunOptions,
  run,
  startService,
  waitFor,
} from '../service.ts'
import { createStore } from '../store.ts'
import { prove, proveWhole, startWriting } from './rounds.ts'

const distribute = ['migrate', '--citus']

describe.skipIf(!findCitus())('migrate --citus', () => {
  let cluster: Cluster
  let folder: string
  let name: string
  let options: RunOptions & { dataDir: string }
  let observer: pg.Client
  const rowsOf = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await observer.query(text, values)).rows

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'realword-e2e-'))
    cluster = await startCluster(folder, findCitus() as string, { fsync: 'on' })
  })
  afterAll(async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true })
  })
  beforeEach(({ task }) => {
    name = `test_${task.id.replace(/\W/g, '_')}`
  })
  afterEach(async () => {
    await observer?.end()
    await cleanUp()
    await cluster.ensureRunning()
    await dropOnNodes(cluster.nodes, name)
  })

  /** Uses the database on a node: the coordinator, or the first worker. */
  async function useNode(node = cluster.nodes[0]): Promise<void> {
    const { host, port, user } = node
    const DATABASE_URL = `postgres://${user}@${host}:${port}/${name}`
    options = { dataDir: newDataDir(), env: { DATABASE_URL } }
    observer = new pg.Client(DATABASE_URL)
    observer.on('error', () => {})
    await observer.connect()
  }

  async function countOfDistributed(): Promise<number> {
    const [row] = await rowsOf<{ count: number }>(
      "select count(*)::integer as count from pg_dist_partition where partmethod = 'h' or repmodel = 't'",
    )
    return row?.count ?? 0
  }

  /** The command must fail with these words and leave an empty database. */
  async function expectRefused(what: RegExp, fix: RegExp): Promise<void> {
    const { code, stdout, stderr } = await run(distribute, options)
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(what) })
    expect(stderr).toMatch(fix)
    expect(stderr).toContain('Nothing was changed.')
    expect(
      await rowsOf(
        "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      ),
    ).toEqual([])
  }

  test('is refused without the extension', async () => {
    await createAlone(cluster.nodes[0], name, [])
    await useNode()
    await expectRefused(/^Error: This database has no Citus\./, /create extension citus/)
  })

  test('is refused without workers', async () => {
    await createAlone(cluster.nodes[0], name, ['create extension citus'])
    await useNode()
    await expectRefused(/^Error: The cluster has no workers\./, /citus_add_node/)
  })

  test('is refused on a worker', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode(cluster.nodes[1])
    await expectRefused(/^Error: DATABASE_URL names a worker of the cluster\./, /coordinator/)
  })

  test('is refused while a worker is down, and done when it is back', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode()
    await killNode(1)
    const { host, port } = cluster.nodes[1] as { host: string; port: number }
    await expectRefused(new RegExp(`do not answer the coordinator: ${host}:${port}\\.`), /Start them/)
    await cluster.ensureRunning()
    expect((await run(distribute, options)).code).toBe(0)
  })

  async function killNode(index: number): Promise<void> {
    const dataDir = cluster.dataDirs[index] as string
    const killed = postmasterOf(dataDir) as number
    process.kill(killed, 'SIGKILL')
    await waitFor('the end of the node', () => postmasterOf(dataDir) !== killed)
  }

  test('is refused while the service runs, whose orders are all answered', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode()
    const { store, service, writing } = await writeOrders()
    const { code, stderr } = await run(distribute, options)
    const known = writing.accepted.size
    await waitFor('more orders', () => writing.accepted.size > known)
    await writing.stop()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Error: Other processes of Realword use this database, from 127\.0\.0\.1\.\nStop all instances/,
      ),
    })
    expect(await countOfDistributed()).toBe(0)
    expect(writing.unknown.size).toBe(0)
    await proveWhole(rowsOf, store, { sent: await prove(rowsOf, store, service.url, writing) })
  })

  /** The service over the database that is not distributed yet, with a store and writers of orders. */
  async function writeOrders() {
    const store = await createStore(options)
    const service = await startService(options)
    const writing = startWriting(0, store, () => service.url)
    await waitFor('some orders', () => writing.accepted.size > 200)
    return { store, service, writing }
  }

  // Without those of the shards, whose names end in their number.
  const foreignKeys = () =>
    rowsOf<{ name: string; text: string }>(
      `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as text
      from pg_constraint
      where contype = 'f' and conname !~ '_[0-9]{6,}$' and connamespace in ('public'::regnamespace, to_regnamespace('accounts'))
      order by 1`,
    )

  test('loses nothing when it is killed, runs twice at once, and continues', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode()
    const { store, service, writing } = await writeOrders()
    await writing.stop()
    service.kill('SIGTERM')
    await service.ended
    const before = await foreignKeys()

    for (const most of [1, 6, 15, 30]) {
      const killed = begin(distribute, options)
      await waitFor(`table ${most}`, async () => (await countOfDistributed()) >= most)
      killed.kill('SIGKILL')
      expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' })
    }
    const distributed = await countOfDistributed()
    // Two at once: one waits for the tables that a killed one still holds, and the other is refused.
    const both = await Promise.all([run(distribute, options), run(distribute, options)])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(both.find(({ code }) => code === 1)?.stderr).toMatch(
      /^Error: Another process is distributing the tables of this database\.\nWait/,
    )
    const all = await countOfDistributed()
    expect(all).toBeGreaterThan(distributed)
    expect((await run(distribute, options)).stdout).toMatch(/All tables are distributed\.\n$/)
    expect(await countOfDistributed()).toBe(all)
    expect(await foreignKeys()).toEqual(before)

    const again = await startService(options)
    const sent = await prove(rowsOf, store, again.url, writing)
    const more = startWriting(1, store, () => again.url)
    await waitFor('orders on the cluster', () => more.accepted.size > 50)
    await more.stop()
    await proveWhole(rowsOf, store, { sent: sent + (await prove(rowsOf, store, again.url, more)) })
  })

  test('lets an instance that starts meanwhile wait', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode()
    const store = await createStore(options)
    const distributing = begin(distribute, options)
    await waitFor('the first table', async () => (await countOfDistributed()) > 0)
    const service = await startService({ ...options, dataDir: newDataDir() })
    const whenStarted = await countOfDistributed()
    expect((await distributing.ended).code).toBe(0)
    expect(whenStarted).toBe(await countOfDistributed())
    const writing = startWriting(0, store, () => service.url)
    await waitFor('orders', () => writing.accepted.size > 50)
    await writing.stop()
    await proveWhole(rowsOf, store, { sent: await prove(rowsOf, store, service.url, writing) })
  })

  test('says which node was lost, and continues', async () => {
    await createOnNodes(cluster.nodes, name)
    await useNode()
    const distributing = begin(distribute, options)
    await waitFor('the first tables', async () => (await countOfDistributed()) > 3)
    await killNode(2)
    const { code, stderr } = await distributing.ended
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^Error: A node of the cluster was lost: .*\.\n.*it continues with the others\.\n$/,
      ),
    })
    await cluster.ensureRunning()
    expect((await run(distribute, options)).code).toBe(0)
    const doctor = await run(['doctor', '--json'], options)
    expect(doctor.stdout).toMatch(/all tables are distributed over 2 nodes/)
  })
})
