import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Embedded, embedded } from '../../foundation/database/embedded/embedded.ts'
import { expectCreated, expectError } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { refuseConnections } from '../../test/database/database.ts'
import { createRealword } from '../../test/database/server.ts'
import { anOrder, aProduct } from '../../test/factories.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let owner: Member
beforeAll(async () => {
  service = await startTestApp()
  owner = await aStore(service.database)
})
afterAll(() => service.close())

describe.each([
  {
    path: '/orders',
    table: 'orders',
    column: 'order_id',
    bad: anOrder({ order_id: 'bad' }),
    make: () => anOrder(),
  },
  {
    path: '/products',
    table: 'products',
    column: 'product_id',
    bad: aProduct({ product_id: 'bad' }),
    make: () => aProduct(),
  },
])('a row of $table that the database refuses', ({ path, table, column, bad, make }) => {
  test('fails alone among 63 others, and is accepted once the database accepts it', async () => {
    const post = (body: object) => service.send('POST', path, { headers: owner.headers, body })
    await service.database.query(
      raw(`alter table ${table} add constraint refused check (${column} <> 'bad')`),
    )
    const neighbours = Array.from({ length: 63 }, () => make())
    const answers = await Promise.all([...neighbours.slice(0, 40), bad, ...neighbours.slice(40)].map(post))
    const [refused] = answers.splice(40, 1)
    expectError(refused as Answer, 500, 520)
    expect(refused?.body.message).toBe('Unexpected error')
    for (const answer of answers) expectCreated(answer)

    await service.database.query(raw(`alter table ${table} drop constraint refused`))
    expectCreated(await post(bad))
  })
})

describe('while the table is locked', () => {
  test('writes beyond the full queue are refused with 503, and queued ones are not lost', async () => {
    // The first write sets the queue's estimate of the write time.
    await whileLocked(async () => {
      const answer = post(anOrder())
      await untilWaiting()
      return { answer }
    }).then(async ({ answer }) => expectCreated(await answer))

    const answers: Answer[] = []
    const sent: Promise<unknown>[] = []
    await whileLocked(async () => {
      // Send a few more each time all previous ones have arrived.
      const sendMore = async () => {
        if ((await queuedRows()) === sent.length) {
          for (let more = 0; more < 100; more++)
            sent.push(post(anOrder()).then(answer => answers.push(answer)))
        }
        expect(answers).not.toEqual([])
      }
      await vi.waitFor(sendMore, { timeout: 120_000, interval: 10 })
      for (const answer of answers) {
        expectError(answer, 503, 805030)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      }
    })
    await Promise.all(sent)
    const accepted = answers.filter(({ status }) => status === 201)
    expect(accepted).not.toEqual([])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
    const ids = accepted.map(({ body }) => body.id)
    expect(await service.database.query(sql`select from orders where id = any(${ids})`)).toHaveLength(
      ids.length,
    )
    expectCreated(await post(anOrder()))
  })
})

describe('when the database closes the connection during a write', () => {
  test('the answer is 503, and the next write succeeds', async () => {
    const order = anOrder()
    const { answer } = await whileLocked(async () => {
      const answer = post(order)
      await untilWaiting()
      await service.database.query(sql`
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return { answer: await answer }
    })
    expectError(answer, 503, 805030)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expectCreated(await post(order))
  })
})

describe('while the database accepts no connections', () => {
  test('writes are answered with 503, and succeed once it does again', async () => {
    const away = await startTestApp()
    const { headers } = await aStore(away.database)
    const allowConnections = await refuseConnections(away.target)
    const order = anOrder()
    for (const [path, body] of [
      ['/orders', order],
      ['/products', aProduct()],
    ] as const) {
      expectError(await away.send('POST', path, { headers, body }), 503, 805030)
    }
    await allowConnections()
    expectCreated(await away.send('POST', '/orders', { headers, body: order }))
    await away.close()
  })
})

describe('a commit that no standby confirms', () => {
  let dataDir: string
  let server: Embedded
  let replicated: TestApp
  let shop: Member
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'realword-standby-'))
    server = embedded({ dataDir, settings: { fsync: 'off', shared_buffers: '32MB' } })
    const { socketFolder: host, port } = await server.ensureRunning()
    const place = { host, port, user: 'realword', database: 'realword' }
    await createRealword(place)
    replicated = await startTestApp({}, place)
    shop = await aStore(replicated.database)
  })
  afterAll(async () => {
    await replicated.close()
    await server.stop()
    rmSync(dataDir, { recursive: true })
  })

  test('is answered with 503 to all of its group; the retry reports which orders exist', async () => {
    const some = () => Array.from({ length: 16 }, () => anOrder())
    const sendAll = (bodies: object[]) =>
      Promise.all(bodies.map(body => replicated.send('POST', '/orders', { headers: shop.headers, body })))
    // Over open connections they arrive together, and share a commit.
    await sendAll(some())
    const orders = some()
    await waitForStandby("'nobody'")
    const answers = sendAll(orders)
    await vi.waitFor(async () => {
      const cancelled = await replicated.database.query(sql`
        select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`)
      expect(cancelled).toHaveLength(1)
    }, 120_000)
    await waitForStandby('default')
    // An order that arrived after the others shares the next commit, which succeeds.
    const refused = (await answers).filter(({ status }) => status !== 201)
    for (const answer of refused) expectError(answer, 503, 805030)
    expect(refused.length).toBeGreaterThan(0)
    const again = (await sendAll(orders)).map(({ status }) => status)
    expect(again.every(status => status === 201 || status === 422)).toBe(true)
    expect(again.filter(status => status === 422).length).toBeGreaterThan(1)
    expectCreated(await replicated.send('POST', '/orders', { headers: shop.headers, body: anOrder() }))
  })

  async function waitForStandby(names: string): Promise<void> {
    const { database } = replicated
    await database.query(raw(`alter system set synchronous_standby_names = ${names}`))
    await database.query(sql`select pg_reload_conf()`)
    await vi.waitFor(async () => {
      const [setting] = await database.query<{ names: string }>(
        sql`select current_setting('synchronous_standby_names') as names`,
      )
      expect(setting?.names === 'nobody').toBe(names !== 'default')
    }, 120_000)
  }
})

function post(body: object): Promise<Answer> {
  return service.send('POST', '/orders', { headers: owner.headers, body })
}

async function queuedRows(): Promise<number> {
  const { body } = await service.send('GET', '/metrics')
  return Number(/^realword_write_queue_rows (\d+)$/m.exec(body)?.[1])
}

/** Runs `act` while another connection blocks every write of orders. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const other = new pg.Client(service.target)
  await other.connect()
  try {
    await other.query('begin')
    await other.query('lock table orders in exclusive mode')
    return await act()
  } finally {
    await other.end()
  }
}

async function untilWaiting(): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await service.database.query(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(waiting).not.toEqual([])
    },
    { timeout: 120_000, interval: 50 },
  )
}
