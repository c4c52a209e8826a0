import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder, times } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { anOperatorKey } from '../../test/operators.ts'

let it: TestApp
let client: ManagementClient
let outsider: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
  outsider = await aManageKey(it)
})
afterAll(() => it.close())

const written = (external_id: string, change: object = {}) => ({
  ...{ external_id, product_id: 'P-1', display_name: 'Ana', rating: 5, ...change },
})
const atOnce = <T>(count: number, act: (index: number) => Promise<T>) => Promise.all(times(count, act))
const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('many at once', () => {
  test('erasures do not take all connections of the service', async () => {
    await client.send('POST', '/reviews', written('erased', { email: 'gone@example.com' }))
    const erasing = atOnce(24, () => client.send('POST', '/people/erase', { email: 'gone@example.com' }))
    const other = await outsider.send('GET', '/settings')
    const answers = await erasing
    expect(other.status).toBe(200)
    expect(sorted(answers)).toEqual(Array(24).fill(200))
    expect(answers.filter(({ body }) => body.erased?.reviews === 1)).toHaveLength(1)
  })

  test('reviews with one external id become one review', async () => {
    const answers = await atOnce(6, () => client.send('POST', '/reviews', written('raced')))
    expect(sorted(answers)).toEqual([201, 422, 422, 422, 422, 422])
  })

  test('a product that is put is new once', async () => {
    const answers = await atOnce(6, index => client.send('PUT', '/products/new', { name: `Pot ${index}` }))
    expect(sorted(answers)).toEqual([200, 200, 200, 200, 200, 201])
  })

  test('batches of the same orders create each order once', async () => {
    const orders = times(100, () => anOrder())
    const answers = await atOnce(10, () => client.send('POST', '/orders/batch', { orders }))
    const created = answers.flatMap(({ body }) => body.results).filter(({ status }) => status === 201)
    expect(sorted(answers)).toEqual(Array(10).fill(200))
    expect(created).toHaveLength(100)
  })
})

describe('another store', () => {
  test('gets nothing by a cursor of this one', async () => {
    const lists = { reviews: 'id', questions: 'id', products: 'product_id', orders: 'order_id' }
    await client.send('POST', '/orders/batch', { orders: [anOrder(), anOrder()] })
    for (const n of [1, 2]) {
      await client.send('POST', '/reviews', written(`own ${n}`, { product_id: `P-${n}` }))
      const { rating: _, ...question } = written(`own ${n}`)
      await client.send('POST', '/questions', question)
    }
    for (const [name, id] of Object.entries(lists)) {
      const { body } = await client.send('GET', `/${name}?limit=1`)
      expect([name, body.next_cursor]).toEqual([name, expect.any(String)])
      const next = await outsider.send('GET', `/${name}?limit=100&cursor=${body.next_cursor}`)
      expect(next.body).toEqual({ data: [], next_cursor: null })
      const own = await client.send('GET', `/${name}?limit=100&cursor=${body.next_cursor}`)
      expect(own.body.data.map((one: Record<string, string>) => one[id])).not.toContain(body.data[0][id])
    }
  })

  test('is not reached by a second key in the other header', async () => {
    const { body } = await client.send('GET', '/settings', undefined, { 'x-api-key': outsider.apiKey })
    expect(body.store_id).toBe(client.store.storeId)
    const both = { 'x-api-key': outsider.apiKey, 'x-store-id': outsider.store.storeId }
    expectError(await client.send('GET', '/settings', undefined, both), 403, 8121205)
  })
})

test('the key of a deleted store opens nothing', async () => {
  const deleted = await aManageKey(it)
  const operator = await anOperatorKey(it)
  const path = `/stores/${deleted.store.storeId}`
  expect((await deleted.send('GET', '/settings')).status).toBe(200)
  expect((await operator.send('DELETE', path, { confirm: 'Café da Serra' })).status).toBe(202)
  // Keys are cached, and forgotten when the database reports the deletion.
  await expect.poll(async () => (await deleted.send('GET', '/settings')).status).toBe(401)
  expectError(await deleted.send('POST', '/reviews', written('late')), 401, 8121203)
})

test.each([
  ['name', 'A\0B'],
  ['name', '\ud800'],
  ['logo_url', 'https://shop.example/\0'],
  ['site_url', 'https://shop.example/\ud800'],
  ['product_url', 'https://shop.example/{product_id}\0'],
  ['data_holder', '\udfff'],
  ['contact_email', 'a\0@shop.example'],
  ['time_zone', 'UTC\0'],
])('%s of the settings refuses %j, which cannot be stored', async (name, value) => {
  expectError(await client.send('PATCH', '/settings', { [name]: value }), 400, 802030)
})

test('a batch has at most 500 orders, and a mebibyte', async () => {
  const many = (count: number, order: unknown) => ({ orders: Array(count).fill(order) })
  expectError(await client.send('POST', '/orders/batch', many(501, {})), 400, 802030)
  expectError(await client.send('POST', '/orders/batch', many(500, 'a'.repeat(2_200))), 413, 804130)
  const { status, body } = await client.send('POST', '/orders/batch', many(500, null))
  expect([status, body.results.length]).toEqual([200, 500])
})

test('a batch of thousands of faults gets a short answer', async () => {
  const orders = times(500, () => ({ products: Array(50).fill({}) }))
  const { body } = await client.send('POST', '/orders/batch', { orders })
  const [first] = body.results
  expect(first.error.user_message.en_us.split('; ')).toHaveLength(11)
  expect(first.error.user_message.en_us).toMatch(/; body: \d+ more problem/)
  expect(JSON.stringify(body).length).toBeLessThan(1_000_000)
})

test('HEAD needs a key and its scope, and other methods open nothing', async () => {
  const head = await client.send('HEAD', '/settings')
  expect([head.status, head.body]).toEqual([200, undefined])
  expect((await it.send('HEAD', '/manage/v1/settings')).status).toBe(401)
  const { send } = await aManageKey(it, { allowed: ['settings:write'] })
  expect((await send('HEAD', '/settings')).status).toBe(403)
  for (const method of ['OPTIONS', 'PROPFIND'])
    expectError(await client.send(method, '/settings'), 405, 804050)
})

test('a body without a Content-Type is refused, and changes nothing', async () => {
  const bytes = Buffer.from(JSON.stringify(written('untyped')))
  const answer = await client.send('POST', '/reviews', bytes, { 'content-type': '' })
  expectError(answer, 400, 802030)
  expect((await client.send('POST', '/reviews', written('untyped'))).status).toBe(201)
})

test('a refusal by Idempotency-Key keeps its connection, with which its lock would stay', async () => {
  const send = (id: string) =>
    client.send('POST', '/reviews', written(id), { 'idempotency-key': 'used-again' })
  expect((await send('first')).status).toBe(201)
  const [before] = await it.database.query<{ at: string }>(sql`select clock_timestamp()::text as at`)
  for (let n = 0; n < 20; n++) expectError(await send(`other ${n}`), 422, 804220)
  const opened = await it.database.query(sql`
    select
    from pg_stat_activity
    where datname = current_database() and backend_start > ${before?.at}::timestamptz`)
  // Each connection that is lost is opened again; other work may open some.
  expect(opened.length).toBeLessThan(10)
})
