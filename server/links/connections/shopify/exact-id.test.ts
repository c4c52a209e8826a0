import { expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import { shopifyOrder } from '../../../test/shops/shopify.ts'
import { authenticate } from './authenticate.ts'
import { shopify as platform } from './platform.ts'
import { orderIdIn } from './topics.ts'

const shopify = english(platform)

test('a test notification is read by its exact id, which no JavaScript number holds', async () => {
  const [line] = shopifyOrder(1).line_items
  const far = Number('866550311766439020')
  const order = {
    ...shopifyOrder(1),
    id: Number('915555000111222333'),
    admin_graphql_api_id: 'gid://shopify/Order/915555000111222333',
    line_items: [
      { ...line, id: far },
      { ...line, id: far + 1000, product_id: far },
    ],
  }
  const body = Buffer.from(JSON.stringify(order))
  const settings = { secret: 'hush', options: {} }
  const changes = await shopify.read(
    { topic: 'orders/updated', body, receivedAt: 0 },
    { settings, fetch: loopbackFetch, now: 0 },
  )
  expect(changes).toMatchObject([
    { order: { orderId: '915555000111222333', lines: [{ productId: String(line?.product_id) }] } },
  ])
  expect(orderIdIn('orders/updated', order)).toBe('915555000111222333')
  const { admin_graphql_api_id: _, ...nameless } = order
  for (const json of [
    nameless,
    { ...order, admin_graphql_api_id: 'gid://shopify/Order/x' },
    [],
    null,
    'text',
  ])
    expect(orderIdIn('orders/updated', json)).toBeUndefined()
  expect(authenticate({ headers: {}, body }, settings)).toMatchObject({ kind: 'refused' })
})

test.each([
  ['orders/updated', { id: Number('915555000111222333'), test: true, cancelled_at: '2026-11-10T10:00:00Z' }],
  ['products/update', { id: Number('788032119674299111'), title: 'Example' }],
  ['fulfillments/create', { id: 123456, order_id: Number('915555000111222333') }],
  ['refunds/create', { id: Number('890088186047892319'), order_id: Number('915555000111222333') }],
])('a test notification of %s is named as one', async (topic, sent) => {
  const body = Buffer.from(JSON.stringify(sent))
  const settings = { secret: 'hush', options: {} }
  const event = { topic, body, receivedAt: 0 }
  expect(await shopify.read(event, { settings, fetch: loopbackFetch, now: 0 })).toEqual([
    { kind: 'nothing', why: 'Test notification received. It is about no order of the shop.' },
  ])
})

test('an order that was paid with a test card is an order', async () => {
  const body = Buffer.from(JSON.stringify({ ...shopifyOrder(7), test: true }))
  const settings = { secret: 'hush', options: {} }
  const event = { topic: 'orders/updated', body, receivedAt: 0 }
  expect(await shopify.read(event, { settings, fetch: loopbackFetch, now: 0 })).toMatchObject([
    { kind: 'order', order: { orderId: '7' } },
  ])
})
