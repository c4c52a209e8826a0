import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeShopify,
  type ShopifyOrder,
  shopifyLine,
  shopifyOrder,
  shopifyParcel,
  startShopify,
} from '../../../test/shops/shopify.ts'
import type { ConnectionSettings, Shop, ShopChange } from '../platform.ts'
import { shopify as platform } from './platform.ts'

const shopify = english(platform)

let fake: FakeShopify
beforeEach(async () => {
  fake = await startShopify()
})
afterEach(() => fake.close())

const shop = (settings: Partial<ConnectionSettings> = {}): Shop => ({
  settings: { secret: fake.clientSecret, options: {}, ...settings },
  fetch: loopbackFetch,
  now: Date.parse('2026-11-24T13:00:00Z'),
})
const withApi = () => ({ url: fake.url, key: fake.clientId })
const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8'))
const read = (topic: string, payload: unknown, settings?: Partial<ConnectionSettings>) =>
  shopify.read({ topic, body: Buffer.from(JSON.stringify(payload)), receivedAt: 0 }, shop(settings))

function orderOf([change]: ShopChange[]) {
  if (change?.kind !== 'order') throw new Error(JSON.stringify(change))
  return change.order
}
/** The order as the API describes it. */
const asked = async (order: ShopifyOrder, topic = 'orders/updated') => {
  fake.orders.set(order.id, order)
  return orderOf(
    await read(topic, topic.startsWith('orders/') ? { id: order.id } : { order_id: order.id }, withApi()),
  )
}
const time = (text: string) => Date.parse(text)

test('without access to the shop, a webhook alone is read', async () => {
  expect(await read('orders/updated', example('orders-updated'))).toEqual([
    {
      kind: 'order',
      order: {
        orderId: '5501',
        changedAt: time('2026-11-24T12:30:00Z'),
        orderedAt: time('2026-11-20T13:00:00Z'),
        currency: 'BRL',
        customer: { name: 'Ana Martins', email: 'ana@example.com', phone: '+5511900000000' },
        language: 'pt-BR',
        isCancelled: false,
        lines: [
          {
            productId: '7001',
            variantId: '8001',
            sku: 'MOKA-6',
            name: 'Cafeteira moka 6',
            price: 149.9,
            url: 'https://gres.example',
            shippedAt: time('2026-11-21T11:00:00Z'),
            deliveredAt: time('2026-11-24T12:30:00Z'),
            isReturned: false,
          },
          // One of two pieces has left.
          {
            productId: '7002',
            variantId: '8002',
            sku: 'MUG-GREEN',
            name: 'Caneca de grés',
            price: 39.9,
            url: 'https://gres.example',
            isReturned: false,
          },
          {
            productId: '7003',
            variantId: '8003',
            sku: 'LID',
            name: 'Tampa',
            price: 9.9,
            url: 'https://gres.example',
            isReturned: true,
          },
        ],
      },
    },
  ])
})

test('with access, the order is asked for, with product pages, pictures and barcodes', async () => {
  fake.pages.set(7001, 'https://gres.example/products/mug-1')
  const { lines, ...order } = await asked(shopifyOrder(1))
  expect(order).toMatchObject({
    orderId: '1',
    changedAt: time('2026-11-21T13:00:00Z'),
    customer: { name: 'Ana Martins', email: 'ana1@example.com' },
    language: 'pt-BR',
    isCancelled: false,
  })
  expect(lines[0]).toEqual({
    productId: '7001',
    variantId: '8001',
    sku: 'SKU-1',
    name: 'Mug 1',
    price: 39.9,
    url: 'https://gres.example/products/mug-1',
    picture: 'https://cdn.example/7001.jpg',
    gtin: '7898001',
    isReturned: false,
  })
  const byVariant = await read(
    'orders/updated',
    { id: 1 },
    { ...withApi(), options: { product_id: 'variant' } },
  )
  expect(orderOf(byVariant).lines[0]?.name).toBe('Mug 1 - Green')
})

test.each([
  'fulfillments/update',
  'fulfillment_events/create',
  'refunds/create',
])('%s names an order, which is asked for', async topic => {
  expect((await asked(shopifyOrder(1), topic)).orderId).toBe('1')
  expect(await read(topic, { id: 9, order_id: 1 })).toMatchObject([
    { kind: 'nothing', why: expect.stringContaining("Add the app's client ID") },
  ])
  expect(await read(topic, { id: 9, order_id: 404 }, withApi())).toMatchObject([{ kind: 'nothing' }])
})

test('edited and deleted orders', async () => {
  fake.orders.set(1, shopifyOrder(1))
  expect(orderOf(await read('orders/edited', { order_edit: { order_id: 1 } }, withApi())).orderId).toBe('1')
  expect(await read('orders/delete', { id: 1 })).toEqual([{ kind: 'order_deleted', orderId: '1' }])
})

test('a line is delivered when all of its pieces are, at the time of the last', async () => {
  const delivered = { shipment_status: 'delivered', delivered_at: '2026-11-22T10:00:00Z' }
  const { lines } = await asked(
    shopifyOrder(1, {
      fulfillments: [
        shopifyParcel(
          1,
          [
            [1, 1],
            [2, 1],
          ],
          delivered,
        ),
        shopifyParcel(2, [[2, 1]], { created_at: '2026-11-21T12:00:00Z' }),
      ],
    }),
  )
  expect(lines.map(line => [line.shippedAt, line.deliveredAt])).toEqual([
    [time('2026-11-20T12:00:00Z'), time('2026-11-22T10:00:00Z')],
    [time('2026-11-21T12:00:00Z'), undefined],
  ])
})

test.each([
  ['a cancelled parcel', { status: 'cancelled' }],
  ['a parcel that could not be delivered', { shipment_status: 'not_delivered' }],
  ['a parcel ready for pickup', { shipment_status: 'ready_for_pickup' }],
])('%s is not shipped', async (_, changes) => {
  const { lines } = await asked(shopifyOrder(1, { fulfillments: [shopifyParcel(1, [[1, 1]], changes)] }))
  expect(lines[0]).not.toHaveProperty('shippedAt')
})

test('a picked-up parcel, and what needs no shipping, have arrived', async () => {
  const { lines } = await asked(
    shopifyOrder(1, {
      line_items: [shopifyLine(1), shopifyLine(2, { requires_shipping: false })],
      fulfillments: [
        shopifyParcel(1, [[1, 1]], { shipment_status: 'picked_up', updated_at: '2026-11-23T10:00:00Z' }),
        shopifyParcel(2, [[2, 1]], { shipment_status: null }),
      ],
    }),
  )
  expect(lines.map(line => line.deliveredAt)).toEqual([
    time('2026-11-23T10:00:00Z'),
    time('2026-11-20T12:00:00Z'),
  ])
})

test('removed pieces are not waited for, and a removed line went back', async () => {
  const { lines } = await asked(
    shopifyOrder(1, {
      line_items: [
        shopifyLine(1, { current_quantity: 0 }),
        shopifyLine(2, { quantity: 2, current_quantity: 1 }),
      ],
      fulfillments: [shopifyParcel(1, [[2, 1]])],
    }),
  )
  expect(lines).toMatchObject([{ isReturned: true }, { isReturned: false, shippedAt: expect.any(Number) }])
})

test.each([
  { cancelled_at: '2026-11-21T10:00:00Z' },
  { financial_status: 'refunded' },
  { financial_status: 'voided' },
])('an order with %o is called off', async changes => {
  expect((await asked(shopifyOrder(1, changes))).isCancelled).toBe(true)
  expect(orderOf(await read('orders/updated', shopifyOrder(1, changes))).isCancelled).toBe(true)
})

test('an order of 130 lines in 12 parcels, one of them with 119 lines', async () => {
  const ids = Array.from({ length: 130 }, (_, at) => at + 1)
  const order = await asked(
    shopifyOrder(1, {
      line_items: ids.map(id => shopifyLine(id)),
      fulfillments: [
        ...ids.slice(0, 11).map(id => shopifyParcel(id, [[id, 1]])),
        shopifyParcel(
          12,
          ids.slice(11).map(id => [id, 1]),
        ),
      ],
    }),
  )
  expect(order.lines).toHaveLength(130)
  expect(order.lines.filter(line => line.shippedAt === undefined)).toEqual([])
})

test('what Shopify denies costs details, never the order', async () => {
  fake.deny.code = 'ACCESS_DENIED'
  const changes = await read('orders/updated', example('orders-updated'), withApi())
  expect(orderOf(changes).orderId).toBe('5501')
  expect(changes[1]).toMatchObject({ kind: 'nothing', why: expect.stringContaining('read_orders') })
  await expect(read('refunds/create', { order_id: 1 }, withApi())).rejects.toMatchObject({
    message: expect.stringContaining('denies access'),
    isTemporary: false,
  })
})

test('a shop that is down is asked again later', async () => {
  fake.fail(1)
  await expect(read('orders/updated', example('orders-updated'), withApi())).rejects.toMatchObject({
    isTemporary: true,
  })
})

test('a product has its page, and the barcode of its only variant', async () => {
  const product = example('products-update')
  const read1 = async (payload: unknown, settings?: Partial<ConnectionSettings>) =>
    (await read('products/update', payload, settings))[0]
  expect(await read1(product, { url: 'https://gres.myshopify.com' })).toEqual({
    kind: 'product',
    product: {
      productId: '7002',
      sku: 'MUG-GREEN',
      name: 'Caneca de grés',
      price: 39.9,
      url: 'https://gres.myshopify.com/products/caneca-de-gres',
      pictures: ['https://cdn.example/mug.jpg'],
    },
  })
  fake.pages.set(7002, 'https://gres.example/products/caneca')
  expect(await read1({ ...product, variants: product.variants.slice(0, 1) }, withApi())).toMatchObject({
    product: { url: 'https://gres.example/products/caneca', gtin: '7890000000017' },
  })
  expect(await read1({ ...product, status: 'draft' })).toMatchObject({ kind: 'nothing' })
  expect(await read1(product)).toMatchObject({
    kind: 'nothing',
    why: expect.stringContaining("shop's address"),
  })
  expect(await read('products/delete', { id: 7002 })).toMatchObject([{ kind: 'nothing' }])
})

test("privacy webhooks, and the app's end", async () => {
  const request = example('customers-redact')
  expect(await read('customers/redact', request)).toEqual([{ kind: 'erase', emails: ['ana@example.com'] }])
  expect(await read('customers/data_request', request)).toEqual([
    { kind: 'person_export', email: 'ana@example.com' },
  ])
  expect(await read('customers/redact', { ...request, customer: { id: 1 } })).toMatchObject([
    { kind: 'nothing' },
  ])
  for (const topic of ['shop/redact', 'app/uninstalled'])
    expect(await read(topic, { shop_domain: 'gres.myshopify.com' })).toMatchObject([{ kind: 'disconnected' }])
})

test('an order without all that is optional is read', async () => {
  const least = { id: 1, line_items: [{ id: 2, product_id: 3, quantity: 1 }] }
  expect(orderOf(await read('orders/updated', least))).toMatchObject({
    customer: { name: '', email: undefined, phone: '' },
    isCancelled: false,
    lines: [{ productId: '3', name: '3', sku: '', price: 0, isReturned: false }],
  })
})

test.each([
  ['not JSON', 'orders/updated', '<', 'it is not JSON'],
  ['no lines', 'orders/updated', '{"id":1}', 'line_items'],
])('%s is one clear sentence', async (_, topic, body, problem) => {
  const reading = shopify.read({ topic, body: Buffer.from(body), receivedAt: 0 }, shop())
  await expect(reading).rejects.toMatchObject({
    message: expect.stringContaining(problem),
    isTemporary: false,
  })
})

test('a topic that Realword does not need', async () => {
  expect(await read('carts/update', { id: 'x' })).toMatchObject([
    { kind: 'nothing', why: 'Realword does not need the topic carts/update.' },
  ])
})
