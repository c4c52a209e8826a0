import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import sql, { raw } from 'sql-template-tag'
import { expect, inject, test, vi } from 'vitest'
import { createTestDatabase } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { createPipeline, NotDurable, type Pipeline } from './pipeline.ts'

const home = openForTests(() => createTestDatabase({ empty: true }))

/** Runs `act` while the first statement of the pipeline waits for its answer. */
async function whileBusy(pipeline: Pipeline, act: (first: Promise<unknown>) => Promise<void>, more = {}) {
  await home.database.transaction(async tx => {
    await tx.query(raw('select pg_advisory_xact_lock(1)'))
    const text = 'select pg_advisory_xact_lock(1)'
    await act(pipeline.query({ name: 'late', text, values: [], ...more }))
  })
}

test('a statement that times out fails alone: those behind it are sent again', async () => {
  const pipeline = createPipeline(() => home.target, 1)
  const timesOut = async (first: Promise<unknown>) => {
    const behind = [1, 2, 3].map(number => pipeline.query(sql`select ${number}::integer as number`))
    await expect(first).rejects.toThrow('Query read timeout')
    expect(await Promise.all(behind)).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]])
  }
  await whileBusy(pipeline, timesOut, { query_timeout: 50 })
  expect(await pipeline.query(sql`select 4 as number`)).toEqual([{ number: 4 }])
  await pipeline.close()
})

test('all but one connection close when they are idle, and open again', async () => {
  const pipeline = createPipeline(
    () => home.target,
    3,
    () => {},
    50,
  )
  const askAtOnce = () =>
    Promise.all([1, 2, 3].map(number => pipeline.query(sql`select ${number}::integer as number`)))
  for (let round = 0; round < 2; round++) {
    expect(await askAtOnce()).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]])
    await expect.poll(() => pipeline.connections()).toEqual({ used: 0, idle: 1, waiting: 0 })
  }
  await pipeline.close()
})

test('a connection that still answers is not idle', async () => {
  const pipeline = createPipeline(
    () => home.target,
    2,
    () => {},
    20,
  )
  await whileBusy(pipeline, async first => {
    await pipeline.query(sql`select pg_sleep(0.2)`)
    expect(pipeline.connections()).toEqual({ used: 1, idle: 1, waiting: 0 })
    void first.catch(() => {})
  })
  await pipeline.close()
})

// The other tests use parts of pg that it does not promise. They fail when another release has changed them.

test('statements follow each other without waiting, and those of a transaction leave at once', async () => {
  const written: string[] = []
  const proxy = createServer(inner => {
    const { host, port } = inject('postgres')
    const outer = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    inner.on('data', bytes => written.push(bytes.toString('latin1')))
    inner.on('error', () => outer.destroy())
    inner.pipe(outer).pipe(inner)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const pipeline = createPipeline(() => ({ ...home.target, host: '127.0.0.1', port }), 1)
  await whileBusy(pipeline, async () => {
    const behind = [pipeline.query(sql`select 'one'`), pipeline.transaction([sql`select 'two'`])]
    await vi.waitFor(() => expect(written.join('')).toContain('commit'), 120_000)
    // All that one iteration of the event loop sends is one write.
    expect(written.filter(bytes => /'one'|begin isolation|'two'|commit/.test(bytes))).toHaveLength(1)
    void Promise.all(behind).catch(() => {})
  })
  await pipeline.close()
  proxy.close()
})

test('a replaced connection closes after its last answer', async () => {
  const pipeline = createPipeline(() => home.target, 1)
  const [before] = await pipeline.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await whileBusy(pipeline, async () => pipeline.replaceConnections())
  await vi.waitFor(async () => {
    const left = sql`select from pg_stat_activity where pid = ${before?.pid}`
    expect(await home.database.query(left)).toEqual([])
  }, 120_000)
  await pipeline.close()
})

test('a commit with a warning is not durable', async () => {
  const pipeline = createPipeline(() => home.target, 1)
  const warn = raw("do $$ begin raise warning 'the standby did not confirm'; end $$")
  await expect(pipeline.transaction([warn])).rejects.toThrow(NotDurable)
  await pipeline.close()
})
