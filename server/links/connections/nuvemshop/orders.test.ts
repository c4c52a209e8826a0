import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeNuvemshop,
  nuvemshopEvent,
  nuvemshopKeys,
  startNuvemshop,
} from '../../../test/shops/nuvemshop.ts'
import type { Shop, ShopLine } from '../platform.ts'
import { nuvemshop as platform } from './platform.ts'

const nuvemshop = english(platform)

const exampleOf = (name: string) => readFileSync(new URL(`examples/${name}.json`, import.meta.url), 'utf8')
const at = (time: string) => Date.parse(time)

let kaneca: FakeNuvemshop
let shop: Shop
beforeEach(async () => {
  kaneca = await startNuvemshop()
  kaneca.products.set(31, JSON.parse(exampleOf('product')))
  const { shopId: shop_id, ...keys } = nuvemshopKeys
  const settings = { ...keys, options: { shop_id, api_url: kaneca.url } }
  shop = { settings, fetch: loopbackFetch, now: at('2026-10-09T00:00:00Z') }
})
afterEach(() => kaneca.close())

test('an order in two parcels, one delivered', async () => {
  expect(await readOrder()).toEqual({
    orderId: '870042',
    changedAt: undefined,
    orderedAt: at('2026-10-01T13:02:11Z'),
    currency: 'BRL',
    customer: { name: 'Marina Duarte', email: 'marina.duarte@example.com', phone: '+5511900000000' },
    language: 'pt',
    isCancelled: false,
    lines: [
      {
        productId: '31',
        variantId: '310',
        sku: 'CAN-AZ-350',
        name: 'Caneca azul',
        price: 49.9,
        gtin: '7891000100103',
        url: 'https://www.kaneca.example/produtos/caneca-azul/',
        picture: 'https://acdn.nuvemshop.example/stores/002/718/caneca-azul.jpg',
        shippedAt: at('2026-10-02T09:15:00Z'),
        deliveredAt: at('2026-10-06T14:20:00Z'),
        isReturned: false,
      },
      {
        // Its product is no longer in the shop.
        productId: '42',
        variantId: '420',
        sku: '420',
        name: 'Bule de ferro',
        price: 139.9,
        shippedAt: at('2026-10-04T10:00:00Z'),
        isReturned: false,
      },
    ],
  })
  expect(kaneca.asked[0]?.headers).toMatchObject({
    authentication: 'bearer token-of-the-shop',
    'user-agent': expect.stringContaining('Realword'),
  })
})

test('parcels that an order only names are fetched', async () => {
  const whole = await readOrder()
  kaneca.embedsParcels = false
  expect(await readOrder()).toEqual(whole)
  expect(kaneca.asked.map(({ url }) => url.pathname)).toContain(
    '/2025-03/2718/orders/870042/fulfillment-orders',
  )
})

test('nothing else is asked about an order that is not shipped', async () => {
  const lines = await readLines(order => {
    for (const parcel of order.fulfillments)
      Object.assign(parcel, { status: 'READY_FOR_PICKUP', tracking_events: [] })
  })
  expect(lines.map(line => 'shippedAt' in line)).toEqual([false, false])
  expect(kaneca.asked).toHaveLength(1)
})

test('a line in two parcels is delivered with the later one', async () => {
  const split = (order: Example, status: string, tracking_events: object[]) => {
    order.fulfillments[1].line_items = order.fulfillments[0].line_items
    Object.assign(order.fulfillments[1], { status, tracking_events })
  }
  const [waiting] = await readLines(order => split(order, 'PACKED', []))
  expect(waiting).not.toHaveProperty('shippedAt')
  const [sent] = await readLines(order => split(order, 'MARKED_AS_FULFILLED', []))
  expect(sent).toHaveProperty('shippedAt')
  expect(sent).not.toHaveProperty('deliveredAt')
  const [arrived] = await readLines(order =>
    split(order, 'DELIVERED', [{ status: 'delivered', happened_at: '2026-10-07T10:00:00Z' }]),
  )
  expect(arrived?.deliveredAt).toBe(at('2026-10-07T10:00:00Z'))
})

test('a cancelled parcel does not count, and a parcel without lines contains all', async () => {
  const lines = await readLines(order => {
    order.fulfillments[1].status = 'CANCELLED'
    delete order.fulfillments[0].line_items
  })
  expect(lines.map(({ deliveredAt }) => deliveredAt)).toEqual(Array(2).fill(at('2026-10-06T14:20:00Z')))
})

test('a digital product is delivered when it is sent', async () => {
  const [, digital] = await readLines(order => {
    order.fulfillments[1].shipping.type = 'non-shippable'
  })
  expect(digital?.deliveredAt).toBe(at('2026-10-04T10:00:00Z'))
})

test('an order without parcels counts as its state says: fulfilled is shipped, not delivered', async () => {
  const linesIn = (shipping_status: string) =>
    readLines(order => {
      delete order.fulfillments
      order.shipping_status = shipping_status
    })
  const [shipped] = await linesIn('fulfilled')
  expect(shipped).toMatchObject({ shippedAt: at('2026-10-02T09:15:00Z') })
  expect(shipped).not.toHaveProperty('deliveredAt')
  expect((await linesIn('unpacked'))[0]).not.toHaveProperty('shippedAt')
})

test('what went back is returned: a refunded order, and a parcel that was sent back', async () => {
  const refunded = await readLines(order => {
    order.payment_status = 'refunded'
  })
  expect(refunded.map(({ isReturned }) => isReturned)).toEqual([true, true])
  const sentBack = await readLines(order => {
    order.fulfillments[1].tracking_events.push({
      status: 'returned_to_sender',
      happened_at: '2026-10-08T10:00:00Z',
    })
  })
  expect(sentBack.map(({ isReturned }) => isReturned)).toEqual([false, true])
})

test.each([
  ['status', 'cancelled', true],
  ['payment_status', 'voided', true],
  ['status', 'closed', false],
])('an order whose %s is %s: cancelled is %s', async (field, value, isCancelled) => {
  const order = await readOrder(order => {
    order[field] = value
  })
  expect(order?.isCancelled).toBe(isCancelled)
})

test.each([
  'email@naoinformado.com',
  'email@noinformado.com',
  'EMAIL@NAOINFORMADO.COM',
  '',
  null,
])('the address %j is none', async email => {
  const order = await readOrder(order => {
    order.customer.email = email
  })
  expect(order?.customer.email).toBeUndefined()
})

test('without the permission to read customers an order has no address', async () => {
  const order = await readOrder(order => {
    order.customer = null
  })
  expect(order?.customer).toEqual({ name: '', email: undefined, phone: '' })
})

test('an order of Mercado Livre is skipped unless the option asks for it', async () => {
  const sold = (order: Example) => {
    order.storefront = 'meli'
  }
  expect(await read(sold)).toEqual([{ kind: 'nothing', why: 'order 870042 was sold on Mercado Livre' }])
  const options = { ...shop.settings.options, marketplaces: 'yes' }
  shop = { ...shop, settings: { ...shop.settings, options } }
  expect(await read(sold)).toMatchObject([{ kind: 'order' }])
})

test('a product has the name of the shop’s language, and a GTIN only if it has one variant', async () => {
  const product = async (change: (product: Example) => void) => {
    const json = JSON.parse(exampleOf('product'))
    change(json)
    kaneca.products.set(31, json)
    const [found] = await readEvent('product/updated', 31)
    return found?.kind === 'product' ? found.product : undefined
  }
  expect(await product(() => {})).toEqual({
    productId: '31',
    sku: 'CAN-AZ-350',
    name: 'Caneca azul',
    price: 49.9,
    url: 'https://www.kaneca.example/produtos/caneca-azul/',
    pictures: [
      'https://acdn.nuvemshop.example/stores/002/718/caneca-azul.jpg',
      'https://acdn.nuvemshop.example/stores/002/718/caneca-azul-2.jpg',
    ],
  })
  expect(await product(json => delete json.name.pt)).toMatchObject({ name: 'Taza azul' })
  expect(await product(json => (json.name = { fr: 'Tasse bleue' }))).toMatchObject({ name: 'Tasse bleue' })
  expect(await product(json => (json.name = 'Caneca'))).toMatchObject({ name: 'Caneca' })
  expect(await product(json => json.variants.pop())).toMatchObject({ gtin: '7891000100103' })
})

test('an order that is not there yet is tried again', async () => {
  await expect(readEvent('order/updated', 99)).rejects.toMatchObject({ isTemporary: true })
})

test('an order in another form names the field', async () => {
  await expect(read(order => delete order.products)).rejects.toMatchObject({
    message: expect.stringContaining('products'),
    isTemporary: false,
  })
})

test('a refused token is said, without the token', async () => {
  shop = { ...shop, settings: { ...shop.settings, token: 'another-token' } }
  const problem = await readEvent('order/updated', 1).catch(error => error)
  expect(problem).toMatchObject({
    message: 'Nuvemshop does not accept the access token.',
    isTemporary: false,
  })
  expect(JSON.stringify([problem, problem.stack])).not.toContain('another-token')
})

// biome-ignore lint/suspicious/noExplicitAny: the tests change any field of the example, also to what is wrong.
type Example = any

async function read(change: (order: Example) => unknown = () => {}) {
  const order = JSON.parse(exampleOf('order'))
  change(order)
  kaneca.orders.set(870042, order)
  return await readEvent('order/updated', 870042)
}

const readEvent = (event: string, id: number) =>
  nuvemshop.read({ topic: event, body: nuvemshopEvent(event, id), receivedAt: shop.now }, shop)

async function readOrder(change?: (order: Example) => unknown) {
  const [found] = await read(change)
  return found?.kind === 'order' ? found.order : undefined
}

const readLines = async (change?: (order: Example) => unknown): Promise<ShopLine[]> =>
  (await readOrder(change))?.lines ?? []
