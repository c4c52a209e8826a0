import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeWooCommerce,
  startWooCommerce,
  wooOrder,
  wooProducts,
} from '../../../test/shops/woocommerce.ts'
import type { ConnectionSettings, Shop, ShopChange } from '../platform.ts'
import { woocommerce as platform } from './platform.ts'

const woocommerce = english(platform)

let fake: FakeWooCommerce
beforeAll(async () => {
  fake = await startWooCommerce()
  for (const product of wooProducts) fake.products.set(product.id, product)
})
afterAll(() => fake.close())

const shop = (settings: Partial<ConnectionSettings> = {}): Shop => ({
  settings: { secret: 'whs-secret', options: {}, ...settings },
  fetch: loopbackFetch,
  now: Date.parse('2026-11-22T14:00:00Z'),
})
const withKey = () => ({ url: `${fake.url}/`, key: fake.key, token: fake.token })

const bodyOf = (name: string): string =>
  JSON.parse(readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8')).body
const read = (topic: string, body: string, settings?: Partial<ConnectionSettings>) =>
  woocommerce.read({ topic, body: Buffer.from(body), receivedAt: 0 }, shop(settings))
const readRecorded = (name: string, settings?: Partial<ConnectionSettings>, edit = (body: string) => body) =>
  read('order.updated', edit(bodyOf(name)), settings)

function orderOf([change]: ShopChange[]) {
  if (change?.kind !== 'order') throw new Error(JSON.stringify(change))
  return change.order
}

test('a completed order was shipped when it was completed', async () => {
  const url = 'https://shop.example'
  expect(await readRecorded('order-completed', { url: `${url}/` })).toEqual([
    {
      kind: 'order',
      order: {
        orderId: '15',
        orderedAt: Date.parse('2026-11-22T13:43:10Z'),
        currency: 'BRL',
        country: 'BR',
        changedAt: Date.parse('2026-11-22T13:43:12Z'),
        customer: { name: 'Ana Martins', email: 'ana@example.com', phone: '+55 11 90000-0000' },
        language: undefined,
        isCancelled: false,
        lines: [
          {
            productId: '10',
            sku: 'MOKA-6',
            name: 'Cafeteira moka 6',
            price: 149.9,
            url: `${url}/?p=10`,
            shippedAt: Date.parse('2026-11-22T13:43:12Z'),
            isReturned: false,
          },
          {
            productId: '11',
            variantId: '12',
            sku: 'MUG-GREEN',
            name: 'Caneca de grés',
            price: 39.9,
            url: `${url}/?p=11`,
            shippedAt: Date.parse('2026-11-22T13:43:12Z'),
            isReturned: false,
          },
        ],
      },
    },
  ])
})

test("without the shop's address, products link to where the order can be paid", async () => {
  expect(orderOf(await readRecorded('order-completed')).lines[0]?.url).toBe('http://127.0.0.1:18888/?p=10')
})

test('an order that is not completed has not been shipped', async () => {
  const order = orderOf(await readRecorded('order-created-processing'))
  expect(order.isCancelled).toBe(false)
  expect(order.lines.map(line => [line.shippedAt, line.deliveredAt])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})

test.each(['order-cancelled', 'order-fully-refunded'])('the recorded %s is called off', async name => {
  expect(orderOf(await readRecorded(name)).isCancelled).toBe(true)
})

test("a status of the shop's own choice says delivered", async () => {
  const toDelivered = (body: string) => body.replace('"status":"completed"', '"status":"delivered"')
  const options = { delivered_status: 'delivered' }
  const delivered = orderOf(await readRecorded('order-note-changed', { options }, toDelivered))
  const lastChange = Date.parse('2026-11-22T13:43:14Z')
  expect(delivered.changedAt).toBe(lastChange)
  expect(delivered.lines.map(line => line.deliveredAt)).toEqual([lastChange, lastChange])

  // Completed meanwhile means shipped, and a shop that chose no status keeps what completion said.
  const completed = orderOf(await readRecorded('order-note-changed', { options }))
  const unchosen = orderOf(await readRecorded('order-note-changed', {}, toDelivered))
  for (const { lines } of [completed, unchosen]) {
    expect(lines[0]?.deliveredAt).toBeUndefined()
    expect(lines[0]?.shippedAt).toBe(Date.parse('2026-11-22T13:43:12Z'))
  }
})

test('with a consumer key, products have their addresses, pictures and GTINs', async () => {
  const { lines } = orderOf(await readRecorded('order-completed', withKey()))
  expect(lines).toMatchObject([
    {
      url: 'https://shop.example/product/cafeteira-moka-6/',
      picture: 'https://shop.example/moka.jpg',
      gtin: '7891234567895',
    },
    {
      name: 'Caneca de grés',
      url: 'https://shop.example/product/caneca-de-gres/',
      picture: 'https://shop.example/green.jpg',
      gtin: '7890000000017',
    },
  ])
  const byVariant = await readRecorded('order-completed', {
    ...withKey(),
    options: { product_id: 'variant' },
  })
  expect(orderOf(byVariant).lines[1]?.name).toBe('Caneca de grés - Verde')
})

test('a line went back when all its pieces or all its price did', async () => {
  const returnedAfter = async (...line_items: { line: number; quantity: number; total: string }[]) => {
    fake.orders.set(15, wooOrder(15, { refunds: line_items.map((line, id) => ({ id, line_items: [line] })) }))
    const { lines } = orderOf(await readRecorded('order-partly-refunded', withKey()))
    return lines.map(line => line.isReturned)
  }
  expect(await returnedAfter({ line: 5, quantity: 1, total: '39.90' })).toEqual([false, false])
  expect(
    await returnedAfter({ line: 5, quantity: 1, total: '39.90' }, { line: 5, quantity: 1, total: '39.90' }),
  ).toEqual([false, true])
  expect(await returnedAfter({ line: 4, quantity: 0, total: '149.90' })).toEqual([true, false])
})

test('without a consumer key, the log says that the refunded products are unknown', async () => {
  const changes = await readRecorded('order-partly-refunded')
  expect(orderOf(changes).lines.every(line => !line.isReturned)).toBe(true)
  expect(changes[1]).toEqual({ kind: 'nothing', why: expect.stringContaining('add one to this connection') })
})

test('a key that the shop refuses costs details, never the order', async () => {
  const changes = await readRecorded('order-completed', { ...withKey(), token: 'revoked' })
  expect(orderOf(changes).lines[0]?.url).toBe(`${fake.url}/?p=10`)
  expect(changes[1]).toMatchObject({
    kind: 'nothing',
    why: expect.stringContaining('refuses the consumer key'),
  })
})

test('a shop that is down is asked again later', async () => {
  fake.fail(1)
  await expect(readRecorded('order-completed', withKey())).rejects.toMatchObject({ isTemporary: true })
  fake.fail(0)
})

test('deleted and restored orders', async () => {
  expect(await read('order.deleted', bodyOf('order-trashed'))).toEqual([
    { kind: 'order_deleted', orderId: '15' },
  ])
  expect(orderOf(await read('order.restored', bodyOf('order-completed'))).orderId).toBe('15')
})

test('a product has a name, an address, a price and a GTIN', async () => {
  expect(await read('product.updated', bodyOf('product-updated'))).toEqual([
    {
      kind: 'product',
      product: {
        productId: '10',
        sku: 'MOKA-6',
        name: 'Cafeteira moka 6',
        price: 149.9,
        url: 'http://127.0.0.1:18888/?product=cafeteira-moka-6',
        pictures: [],
        gtin: '7891234567895',
      },
    },
  ])
  for (const [from, to] of [
    ['"type":"simple"', '"type":"variation"'],
    ['"status":"publish"', '"status":"draft"'],
  ] as const)
    expect(await read('product.updated', bodyOf('product-updated').replace(from, to))).toMatchObject([
      { kind: 'nothing' },
    ])
  expect(await read('product.deleted', '{"id":10}')).toMatchObject([{ kind: 'nothing' }])
  expect(await read('coupon.created', '{"id":1}')).toMatchObject([{ kind: 'nothing' }])
})

test("languages of WPML, guests without an address, deleted products and WordPress's escapes", async () => {
  const order = orderOf(
    await readRecorded('order-completed', {}, body =>
      body
        .replace('"meta_data":[]', '"meta_data":[{"id":9,"key":"wpml_language","value":"pt-br"}]')
        .replace('"ana@example.com"', '""')
        .replace('"product_id":10', '"product_id":0')
        .replace('"parent_name":"Caneca', '"parent_name":"P&amp;B Caneca'),
    ),
  )
  expect(order).toMatchObject({
    language: 'pt-BR',
    customer: { email: undefined },
    lines: [{ productId: '11', name: 'P&B Caneca de grés' }],
  })
})

// WooCommerce 11 names it in the line; 9 does not.
test('the GTIN in a line counts where the product is not read', async () => {
  const withGtin = (body: string) =>
    body.replace('"sku":"MUG-GREEN"', '"sku":"MUG-GREEN","global_unique_id":"7890000000024"')
  const gtins = async (settings: Partial<ConnectionSettings>) =>
    orderOf(await readRecorded('order-completed', settings, withGtin)).lines.map(({ gtin }) => gtin)
  expect(await gtins({})).toEqual([undefined, '7890000000024'])
  expect(await gtins(withKey())).toEqual(['7891234567895', '7890000000017'])
})

test('an order without all that is optional is read', async () => {
  const least = {
    id: 1,
    status: 'completed',
    line_items: [{ id: 2, product_id: 3, meta_data: [{ key: 'x' }] }],
  }
  expect(orderOf(await read('order.updated', JSON.stringify(least)))).toMatchObject({
    customer: { name: '', email: undefined, phone: '' },
    lines: [{ productId: '3', name: '3', sku: '', price: 0, isReturned: false }],
  })
})

test.each([
  ['not JSON', '<html>', 'it is not JSON'],
  ['no lines', '{"id":1,"status":"completed"}', 'line_items'],
  ['an id that is none', '{"id":{},"status":"completed","line_items":[]}', 'id'],
])('%s is one clear sentence', async (_, body, problem) => {
  await expect(read('order.updated', body)).rejects.toMatchObject({
    message: expect.stringContaining(problem),
    isTemporary: false,
  })
})
