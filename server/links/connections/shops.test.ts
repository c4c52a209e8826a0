import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { connected } from '../../test/shops/connected.ts'
import {
  delivery as fromShopify,
  shopifyOrder,
  shopifyParcel,
  startShopify,
} from '../../test/shops/shopify.ts'
import { delivery as fromWoo, startWooCommerce, wooOrder, wooProducts } from '../../test/shops/woocommerce.ts'
import { aStore } from '../../test/users.ts'

let it: TestApp
let storeId: string
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  ;({ storeId } = await aStore(it.database))
  it.setNow('2026-11-25T12:00:00Z')
})

/** A delivery recorded from a real shop, whose webhooks have the secret `whs-secret`. */
function recorded(name: string) {
  const file = new URL(`woocommerce/examples/${name}.json`, import.meta.url)
  const { headers, body } = JSON.parse(readFileSync(file, 'utf8'))
  return { headers: headers as Record<string, string>, body: Buffer.from(body) }
}
const stateOf = async (orderId: string) => {
  const { delivery_date, requests } = await readOrder(it.database, storeId, orderId)
  return { delivered: delivery_date.toISOString(), requests: requests.map(({ state }) => state) }
}

test('the life of an order in a real WooCommerce shop', async () => {
  const shop = await connected(it, storeId, { platform: 'woocommerce', secret: 'whs-secret' })
  const send = async (name: string) => {
    expect(await shop.deliver(recorded(name))).toBe(200)
    return (await shop.log()).at(-1)?.outcome
  }
  await send('ping')
  expect(await shop.log()).toEqual([])
  expect(await send('order-created-processing')).toBe('Waits for delivery.')
  expect(await send('order-completed')).toContain('2026-11-27 (estimated)')
  const scheduled = { delivered: '2026-11-27T13:43:12.000Z', requests: ['scheduled'] }
  expect(await stateOf('15')).toEqual(scheduled)
  await send('order-completed')
  expect(await shop.log()).toHaveLength(2)
  expect(await send('order-partly-refunded')).toContain('add one to this connection')
  expect(await send('order-note-changed')).toBe('Older than what is known.')
  expect(await stateOf('15')).toEqual(scheduled)
  await send('order-fully-refunded')
  expect((await stateOf('15')).requests).toEqual(['cancelled'])
  await send('order-trashed')
  await send('product-updated')
  expect((await shop.log()).map(({ state }) => state)).not.toContain('failed')
})

test('WooCommerce with a key: what went back is not asked about, and secrets are in no answer', async () => {
  const fake = await startWooCommerce()
  for (const product of wooProducts) fake.products.set(product.id, product)
  const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs-secret' }
  const shop = await connected(it, storeId, { platform: 'woocommerce', ...given })
  const order = wooOrder(15, {
    refunds: [{ id: 16, line_items: [{ line: 5, quantity: 2, total: '79.80' }] }],
  })
  fake.orders.set(15, order)
  expect(await shop.deliver(recorded('order-partly-refunded'))).toBe(200)
  expect((await shop.log())[0]?.outcome).toContain('1 product went back')
  expect((await readOrder(it.database, storeId, '15')).products[0]).toMatchObject({
    url: 'https://shop.example/product/cafeteira-moka-6/',
    pictures: ['https://shop.example/moka.jpg'],
    gtin: '7891234567895',
  })
  fake.fail(1)
  await shop.deliver(
    fromWoo('order.updated', JSON.parse(recorded('order-partly-refunded').body.toString()), 'whs-secret'),
  )
  const log = await shop.log()
  expect(log.at(-1)).toMatchObject({ state: 'waiting' })
  for (const secret of [fake.key, fake.token, 'whs-secret']) expect(JSON.stringify(log)).not.toContain(secret)
  await fake.close()
})

test('a Shopify order whose parcels arrive on two days', async () => {
  const fake = await startShopify()
  const shop = await connected(it, storeId, {
    platform: 'shopify',
    url: fake.url,
    key: fake.clientId,
    secret: fake.clientSecret,
  })
  const send = (topic: string, payload: unknown) =>
    shop.deliver(fromShopify(topic, payload, { secret: fake.clientSecret }))
  const first = shopifyParcel(1, [[1, 1]], {
    shipment_status: 'delivered',
    delivered_at: '2026-11-23T15:00:00Z',
  })
  fake.orders.set(7, shopifyOrder(7))
  await send('orders/updated', { id: 7 })
  fake.orders.set(7, shopifyOrder(7, { fulfillments: [first] }))
  await send('fulfillment_events/create', { id: 1, order_id: 7 })
  expect((await shop.log()).map(({ outcome, subject }) => [outcome, subject])).toEqual([
    ['Waits for delivery.', '7'],
    ['Scheduled: delivered 2026-11-23. 1 product waits for delivery.', '7'],
  ])
  expect(await shop.deliver(fromShopify('orders/updated', { id: 7 }, { secret: 'other' }))).toBe(401)
  await send('orders/cancelled', shopifyOrder(7))
  fake.orders.set(
    7,
    shopifyOrder(7, { cancelled_at: '2026-11-24T10:00:00Z', updated_at: '2026-11-24T10:00:00Z' }),
  )
  await send('orders/cancelled', { id: 7 })
  expect((await stateOf('7')).requests).toEqual(['cancelled'])
  await fake.close()
})
