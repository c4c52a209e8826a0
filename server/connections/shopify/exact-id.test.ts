import { expect, test } from 'vitest'
import { loopbackFetch } from '../../test/shops/loopback-fetch.ts'
import { shopifyOrder } from '../../test/shops/shopify.ts'
import { authenticate } from './authenticate.ts'
import { shopify } from './platform.ts'
import { orderIdIn } from './topics.ts'

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
