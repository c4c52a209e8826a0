import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { aStore, type Member } from '../../test/users.ts'

// Earlier releases restored archives whose orders have lists of other shapes, so a stored list may be any JSON.

let it: TestApp
let store: Member
let viewer: AdminClient
beforeAll(async () => {
  it = await startTestApp()
  store = await aStore(it.database)
  viewer = await aMember(it, store.storeId, 'viewer')
})
afterAll(() => it.close())

async function anOddOrder(products: unknown, customers: unknown): Promise<string> {
  const body = anOrder()
  expect((await it.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
  await it.database.query(sql`
    update orders
    set products = ${JSON.stringify(products)}::jsonb, customers = ${JSON.stringify(customers)}::jsonb
    where store_id = ${store.storeId} and order_id = ${body.order_id}`)
  return body.order_id
}

test.each<[what: string, products: unknown, customers: unknown, shown: object]>([
  ['objects', { a: 1 }, { b: 2 }, { products: [], customers: [{ name: '', email: '' }] }],
  ['a text and null', 'x', null, { products: [], customers: [] }],
  [
    'lists of anything',
    [
      ...[5, null, [], { product_id: 7 }],
      { product_id: 'p', sku: 's'.repeat(256), name: {}, price: 'x', pictures: [5], gtin: 7, more: [] },
    ],
    [true, { name: 'Ana', phone: { a: 1 }, more: 1 }],
    {
      products: [{ product_id: 'p', sku: '', name: '', price: 0, url: '', picture: null }],
      customers: [{ name: 'Ana', email: '' }],
    },
  ],
  ['empty', [], [], { products: [], customers: [] }],
])('an order whose lists are %s is displayed', async (_what, products, customers, shown) => {
  const order_id = await anOddOrder(products, customers)
  const details = await viewer.send('GET', `/stores/${store.storeId}/orders/detail?order_id=${order_id}`)
  expect([details.status, details.body]).toMatchObject([200, shown])
  const path = `/orders/${encodeURIComponent(order_id)}`
  expect(await it.send('GET', path, { headers: store.headers })).toMatchObject({ status: 200 })
  const listed = await viewer.send('GET', `/stores/${store.storeId}/orders?order_id=${order_id}`)
  expect([listed.status, listed.body.result]).toMatchObject([200, [{ order_id }]])
})
