/// <reference path="../../../../packages/vendure/src/vendure.d.ts" />
import type { Order, OrderHistoryEntry, Product } from '@vendure/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { send } from '../../../../packages/medusa/src/realword/send.ts'
import { orderBody, productBody } from '../../../../packages/vendure/src/bodies.ts'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'
import { addConnection } from '../connections.ts'

// What the plugin makes of Vendure's rows, beside the real service. `npm run test:shops` runs it inside the real Vendure.

let service: TestApp
beforeAll(async () => {
  // Overdue requests would be due at once. The plugin signs with the time of its process.
  vi.useFakeTimers({ now: Date.parse('2026-11-22T12:00:00Z'), toFake: ['Date'] })
  service = await startTestApp()
})
afterAll(async () => {
  await service.close()
  vi.useRealTimers()
})

const names = (name: string, slug = '') => [
  { languageCode: 'en', name, slug },
  { languageCode: 'pt_BR', name: `${name} (pt)`, slug: `${slug}-pt` },
]
const product: Product = {
  ...{ id: 1, enabled: true, deletedAt: null, translations: names('Moka pot', 'moka pot') },
  ...{
    featuredAsset: { preview: 'preview\\moka.jpg' },
    assets: [{ asset: { preview: 'https://cdn.example/2.jpg' } }],
  },
  variants: [
    { sku: 'GONE', deletedAt: new Date() },
    { sku: 'MOKA-6', deletedAt: null },
  ],
}
const line = (id: number, quantity: number) => ({
  ...{ id, quantity, unitPriceWithTax: 14990 },
  productVariant: { id: id * 10, productId: id, sku: `S-${id}`, translations: names('6 cups'), product },
})
const order: Order = {
  ...{ id: 7, code: 'K7WQ2M4XPZ5RB3TN', state: 'PartiallyDelivered', currencyCode: 'BRL' },
  orderPlacedAt: new Date('2026-11-16T17:03:00Z'), // 3 hours ahead, as of a database in another zone
  customer: { firstName: 'Ana', lastName: 'Martins', emailAddress: 'ana@example.com', phoneNumber: '' },
  shippingAddress: { fullName: 'Rui Martins', phoneNumber: '+55 11 90000-0000' },
  lines: [line(1, 2), line(2, 1)],
  fulfillments: [
    { id: 3, state: 'Delivered', lines: [{ orderLineId: 1, quantity: 1 }] },
    { id: 4, state: 'Shipped', lines: [{ orderLineId: 2, quantity: 1 }] },
    { id: 5, state: 'Cancelled', lines: [{ orderLineId: 1, quantity: 1 }] },
  ],
  payments: [
    {
      refunds: [
        { state: 'Failed', lines: [{ orderLineId: 2, quantity: 1 }] },
        { state: 'Pending', lines: [{ orderLineId: 1, quantity: 1 }] },
      ],
    },
  ],
}
const moved = (id: number, fulfillmentId: string, to: string, at: string): OrderHistoryEntry => ({
  ...{ id, type: 'ORDER_FULFILLMENT_TRANSITION', createdAt: new Date(at), data: { fulfillmentId, to } },
})
const history = [
  moved(1, '3', 'Shipped', '2026-11-18T12:00:00Z'),
  moved(2, '3', 'Delivered', '2026-11-20T21:30:00Z'),
  moved(3, '4', 'Shipped', '2026-11-19T12:00:00Z'),
]
const reading = {
  options: { productUrl: 'https://shop.example/p/{slug}', assetUrlPrefix: 'https://shop.example/assets/' },
  ...{ nameIn: 'en', precision: 2, skew: 3 * 3_600_000 },
}

test('an order of the plugin is asked about when what the buyer keeps was delivered', async () => {
  const { storeId } = await aStore(service.database)
  const { connection, secret = '' } = await addConnection(
    service.database,
    storeId,
    { platform: 'vendure' },
    { secrets: readSecrets({ SECRET: testSecret, DATA_DIR: '' }), address: service.url, now: Date.now() },
  )
  const webhookUrl = `${service.url}/connect/vendure/${connection.connection_id}`
  const logger = { info: () => {}, warn: (text: string) => expect.unreachable(text) }
  const body = orderBody(order, history, 'pt_BR', reading)
  await send('order.updated', { order: body }, { webhookUrl, secret: secret || '' }, logger)
  await service.runDue()
  const stored = await readOrder(service.database, storeId, order.code)
  // A week after the delivery at 10:00, and a week after the second parcel has probably arrived.
  expect(stored.requests.map(({ due_at }) => due_at)).toEqual([
    new Date('2026-11-27T13:00:00Z'),
    new Date('2026-12-01T13:00:00Z'),
  ])
  expect(stored).toMatchObject({
    order_date: new Date('2026-11-16T14:03:00Z'),
    products: [
      {
        ...{ product_id: '1', name: 'Moka pot', price: 149.9, url: 'https://shop.example/p/moka%20pot' },
        pictures: ['https://shop.example/assets/preview/moka.jpg'],
      },
      { product_id: '2' },
    ],
    customers: [
      { name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000', language: 'pt-BR' },
    ],
  })
})

test('a failed refund, a cancelled fulfilment and a date of the future change nothing', () => {
  const { items, fulfillments } = orderBody(order, history, undefined, { ...reading, skew: -1e12 })
  expect(items.map(({ returned_quantity }) => returned_quantity)).toEqual([1, 0])
  expect(fulfillments).toHaveLength(2)
  expect(Date.parse(fulfillments[0]?.delivered_at ?? '')).toBeLessThanOrEqual(Date.now())
})

test('an order that was cancelled says so, and amounts may have other digits', () => {
  const { canceled_at, items } = orderBody({ ...order, state: 'Cancelled' }, [], undefined, {
    ...reading,
    precision: 3,
  })
  expect(canceled_at).not.toBeNull()
  expect(items[0]?.unit_price).toBe(14.99)
})

test('a product is named in the language of the channel', () => {
  expect(productBody(product, { ...reading, nameIn: 'pt_BR' })).toEqual({
    ...{ id: '1', title: 'Moka pot (pt)', sku: 'MOKA-6', url: 'https://shop.example/p/moka%20pot-pt' },
    pictures: ['https://shop.example/assets/preview/moka.jpg', 'https://cdn.example/2.jpg'],
  })
  const { url, pictures } = productBody(product, { options: {}, nameIn: 'de' })
  expect({ url, pictures }).toEqual({ url: null, pictures: ['https://cdn.example/2.jpg'] })
})
