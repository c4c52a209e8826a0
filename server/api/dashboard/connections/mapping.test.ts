import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
let storeId: string
let owner: AdminClient
let moderator: AdminClient
let viewer: AdminClient
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  it.setNow('2026-11-25T12:00:00Z')
  ;({ storeId } = await aStore(it.database))
  owner = await aMember(it, storeId, 'owner')
  moderator = await aMember(it, storeId, 'moderator')
  viewer = await aMember(it, storeId, 'viewer')
})
afterAll(() => it.close())

const path = (rest = '') => `/stores/${storeId}/connections${rest}`

test('a mapping is tried on a sample, and nothing is stored', async () => {
  const sample = { orders: [{ no: 7, at: '2026-11-20', to: 'ana@example.com', items: [{ id: 81 }] }] }
  const options = {
    ...{ orders: 'orders', order_id: 'no', ordered_at: 'at', delivered_at: 'at' },
    ...{ customer_email: 'to', products: 'items', product_id: 'id' },
  }
  const trial = async (change: object) =>
    (
      await owner.send('POST', `/stores/${storeId}/mapping-trials`, {
        options: { ...options, ...change },
        sample: JSON.stringify(sample),
      })
    ).body
  expect(await trial({})).toEqual({
    orders: [
      {
        order_id: '7',
        ordered_at: '2026-11-20T00:00:00.000Z',
        customer_name: '',
        customer_email: 'ana@example.com',
        is_cancelled: false,
        products: [
          {
            product_id: '81',
            name: '',
            shipped_at: null,
            delivered_at: '2026-11-20T00:00:00.000Z',
            is_returned: false,
          },
        ],
      },
    ],
    problems: [],
  })
  expect(await trial({ product_id: 'nothing', delivered_at: '' })).toEqual({
    orders: [],
    problems: [
      {
        name: 'inField',
        values: { field: 'delivered_at', problem: [{ name: 'dateNeeded', values: { field: 'shipped_at' } }] },
      },
    ],
  })
  expect((await trial({ product_id: '((' })).problems[0]).toMatchObject({
    values: { field: 'product_id', problem: [{ name: 'jsonata' }] },
  })
  expect((await trial({ order_id: '$f := function($n) { $f($n) }; $f(1)' })).orders).toEqual([])
  expect((await viewer.send('GET', path())).body.result).toEqual([])
})

test('a trial shows the first twenty orders of a sample', async () => {
  const orders = Array.from({ length: 21 }, (_, at) => ({
    no: at + 1,
    to: 'ana@example.com',
    items: [{ id: 81 }],
  }))
  const options = {
    ...{ orders: 'orders', order_id: 'no', ordered_at: "'2026-11-20'", delivered_at: "'2026-11-20'" },
    ...{ customer_email: 'to', products: 'items', product_id: 'id' },
  }
  const { body } = await owner.send('POST', `/stores/${storeId}/mapping-trials`, {
    options,
    sample: JSON.stringify({ orders }),
  })
  expect(body.problems).toEqual([])
  expect(body.orders.map((order: { order_id: string }) => order.order_id)).toEqual(
    Array.from({ length: 20 }, (_, at) => String(at + 1)),
  )
})

test('failed events are tried again after the connection was corrected, alone or together', async () => {
  const options = {
    order_id: 'number',
    ordered_at: 'at',
    delivered_at: 'at',
    customer_email: 'mail',
    products: '$',
  }
  const added = await owner.send('POST', path(), { platform: 'generic', options })
  const { connection, secret } = added.body
  const id = connection.connection_id
  expect(connection.missing).toEqual(['product_id'])
  const mapped = { options: { product_id: 'wrong' } }
  await owner.send('PATCH', path(`/${id}`), mapped)
  for (const number of ['A', 'B', 'C']) {
    const body = { number, at: '2026-11-20T12:00:00Z', mail: `${number}@example.com`, sku: 'P-1' }
    await it.send('POST', `/connect/generic/${id}`, { headers: { 'x-realword-secret': secret }, body })
  }
  await it.runDue()
  const events = async (query = '') => (await viewer.send('GET', path(`/${id}/events${query}`))).body
  const { result, next } = await events('?limit=2')
  const finds = { name: 'inField', values: { field: 'product_id', problem: [{ name: 'finds' }] } }
  expect(result).toMatchObject([
    {
      state: 'failed',
      can_retry: true,
      result: { what: [{ name: 'problems', values: { problems: [finds] } }] },
    },
    { state: 'failed' },
  ])
  expect((await events(`?limit=2&after=${next}`)).result).toHaveLength(1)
  await owner.send('PATCH', path(`/${id}`), { options: { product_id: 'sku' } })
  const first = path(`/${id}/events/${result[0].event_id}/retry`)
  expect((await moderator.send('POST', first)).status).toBe(204)
  await it.runDue()
  expect((await events('?state=failed')).result).toHaveLength(2)
  expect((await moderator.send('POST', first)).status).toBe(404)
  expect((await moderator.send('POST', path(`/${id}/retry`))).body).toEqual({ retried: 2 })
  await it.runDue()
  expect((await events('?state=done')).result).toHaveLength(3)
  const found = (await viewer.send('GET', `/stores/${storeId}/orders`)).body.result
  expect(found.map((order: { order_id: string }) => order.order_id)).toEqual(
    expect.arrayContaining(['A', 'B', 'C']),
  )
})

test('no earlier orders are fetched from a system that is not known', async () => {
  const options = {
    ...{ order_id: 'number', ordered_at: 'at', delivered_at: 'at', customer_email: 'mail' },
    ...{ products: '$', product_id: 'sku' },
  }
  const { body } = await owner.send('POST', path(), { platform: 'generic', options })
  expect(body.connection).toMatchObject({ state: 'active', missing: [] })
  const backfill = path(`/${body.connection.connection_id}/backfill`)
  expect((await owner.send('POST', backfill, { from: '2026-11-19T03:00:00.000Z' })).status).toBe(409)
})
