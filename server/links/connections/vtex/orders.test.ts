import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeVtex,
  type FakeVtexOrder,
  startVtex,
  vtexKeys,
  vtexNotice,
} from '../../../test/shops/vtex.ts'
import type { Shop, ShopLine } from '../platform.ts'
import { vtex as platform } from './platform.ts'

const vtex = english(platform)

const example = readFileSync(new URL('examples/order.json', import.meta.url), 'utf8')
const orderId = '1485320419876-01'

let kaneca: FakeVtex
let shop: Shop
beforeAll(async () => {
  kaneca = await startVtex()
  const options = { account: 'kaneca', api_url: kaneca.url }
  const settings = { ...vtexKeys, secret: 's', url: 'https://www.kaneca.example', options }
  shop = { settings, fetch: loopbackFetch, now: Date.parse('2026-10-09T00:00:00Z') }
})
afterAll(() => kaneca.close())

test('an order in two parcels, one delivered', async () => {
  expect(await readOrder()).toEqual({
    orderId,
    changedAt: undefined,
    orderedAt: Date.parse('2026-10-01T13:02:11.041Z'),
    currency: 'BRL',
    // An alias of VTEX still reaches the buyer.
    customer: { name: 'Marina Duarte', email: '4f0c1d2e3b7a49d5@ct.vtex.com.br', phone: '+5511900000000' },
    language: 'pt-BR',
    isCancelled: false,
    lines: [
      {
        productId: '31',
        variantId: '310',
        sku: 'CAN-AZ-350',
        name: 'Caneca azul 350 ml',
        price: 49.9,
        gtin: '7891000100103',
        url: 'https://www.kaneca.example/caneca-azul-350/p',
        picture:
          'https://kaneca.vteximg.com.br/arquivos/ids/155392-500-500/caneca-azul.jpg?v=637000000000000000',
        shippedAt: Date.parse('2026-10-02T09:15:00Z'),
        deliveredAt: Date.parse('2026-10-06T14:20:00Z'),
        isReturned: false,
      },
      {
        productId: '42',
        variantId: '420',
        sku: '420',
        name: 'Bule de ferro',
        price: 139.9,
        url: 'https://www.kaneca.example/bule-de-ferro/p',
        shippedAt: Date.parse('2026-10-04T10:00:00Z'),
        isReturned: false,
      },
    ],
  })
})

test('nothing of an order is shipped before its first invoice', async () => {
  const [mug, pot] = await readLines(order => {
    order.status = 'handling'
    order.packageAttachment.packages = []
  })
  expect(mug).not.toHaveProperty('shippedAt')
  expect(pot).not.toHaveProperty('shippedAt')
})

test('of a line that is sent in two parcels, both must be sent, and both delivered', async () => {
  const half = (order: Example, delivered: boolean) => {
    const [first] = order.packageAttachment.packages
    order.packageAttachment.packages = [first, structuredClone(first)]
    for (const one of order.packageAttachment.packages) one.items[0].quantity = 1
    order.packageAttachment.packages[1].courierStatus.finished = delivered
  }
  const [onlyOneSent] = await readLines(order => {
    half(order, false)
    order.status = 'handling'
    order.packageAttachment.packages.pop()
  })
  expect(onlyOneSent).not.toHaveProperty('shippedAt')
  const [oneDelivered] = await readLines(order => half(order, false))
  expect(oneDelivered).toHaveProperty('shippedAt')
  expect(oneDelivered).not.toHaveProperty('deliveredAt')
  const [both] = await readLines(order => half(order, true))
  expect(both).toHaveProperty('deliveredAt')
})

test('an invoice without items covers the whole order', async () => {
  const lines = await readLines(order => {
    order.packageAttachment.packages.length = 1
    order.packageAttachment.packages[0].items = []
  })
  expect(lines.map(({ deliveredAt }) => deliveredAt)).toEqual([
    Date.parse('2026-10-06T14:20:00Z'),
    Date.parse('2026-10-06T14:20:00Z'),
  ])
})

test('a finished delivery without a date counts from its last event', async () => {
  const [mug] = await readLines(order => {
    order.packageAttachment.packages[0].courierStatus.deliveredDate = '0001-01-01T00:00:00'
    order.packageAttachment.packages[0].courierStatus.data[0].lastChange = '2026-10-07T08:00:00Z'
  })
  expect(mug?.deliveredAt).toBe(Date.parse('2026-10-07T08:00:00Z'))
})

test.each<[string, (order: Example) => void, boolean[]]>([
  [
    'of all pieces, by index',
    order => addReturn(order, { items: [{ itemIndex: 0, quantity: 2 }] }),
    [true, false],
  ],
  [
    'of one of two pieces',
    order => addReturn(order, { items: [{ itemIndex: 0, quantity: 1 }] }),
    [false, false],
  ],
  ['by SKU', order => addReturn(order, { restitutions: refundOf('420', 1) }), [false, true]],
  ['of the whole value', order => addReturn(order, { invoiceValue: 23970 }), [true, true]],
  ['that names nothing', order => addReturn(order, { invoiceValue: 100 }), [false, false]],
])('a return %s', async (_, change, isReturned) => {
  expect((await readLines(change)).map(line => line.isReturned)).toEqual(isReturned)
})

test('a removed item counts as returned once the rest is invoiced, and a reduced one does not', async () => {
  const remove = (order: Example, id: string, quantity: number) => {
    order.changesAttachment = { changesData: [{ itemsRemoved: [{ id, quantity }] }] }
  }
  const [mug, pot] = await readLines(order => {
    remove(order, '420', 1)
    order.packageAttachment.packages.pop()
  })
  expect([mug?.isReturned, pot?.isReturned]).toEqual([false, true])
  const [reduced] = await readLines(order => {
    remove(order, '310', 1)
    order.packageAttachment.packages[0].items[0].quantity = 1
  })
  expect(reduced).toMatchObject({ isReturned: false, deliveredAt: expect.any(Number) })
})

test('a cancelled order', async () => {
  expect(
    await readOrder(order => {
      order.status = 'canceled'
      order.packageAttachment = null
    }),
  ).toMatchObject({ isCancelled: true })
})

test('an order of another marketplace is skipped unless the option asks for it', async () => {
  const sold = (order: Example) => {
    order.origin = 'Fulfillment'
  }
  expect(await read(sold)).toEqual([
    { kind: 'nothing', why: `order ${orderId} was sold on another marketplace` },
  ])
  const options = { ...shop.settings.options, marketplaces: 'yes' }
  expect(await read(sold, { ...shop, settings: { ...shop.settings, options } })).toMatchObject([
    { kind: 'order' },
  ])
})

test('an order without an address, a name and product ids', async () => {
  const order = await readOrder(order => {
    order.clientProfileData = null
    order.items[0].productId = null
    order.items[0].detailUrl = '//evil.example/p'
  })
  expect(order?.customer).toEqual({ name: '', email: undefined, phone: '' })
  expect(order?.lines[0]).toMatchObject({ productId: '310' })
  expect(order?.lines[0]).not.toHaveProperty('url')
})

test('an order in another form names the field', async () => {
  await expect(
    read(order => {
      order.items[0].quantity = 'two'
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining('items.0.quantity'), isTemporary: false })
})

test('an order that is not there yet is tried again, and an id that is a path asks nobody', async () => {
  const asked = kaneca.asked.length
  await expect(readNotice('99-01')).rejects.toMatchObject({ isTemporary: true })
  expect(kaneca.asked.length).toBe(asked + 1)
  await expect(readNotice('../../../asking/orders/hook/config')).rejects.toMatchObject({ isTemporary: true })
  expect(kaneca.asked.length).toBe(asked + 1)
})

test('a wrong app key is said, without the token', async () => {
  const settings = { ...shop.settings, token: 'another-token' }
  const problem = await readNotice(orderId, { ...shop, settings }).catch(error => error)
  expect(problem).toMatchObject({
    message: 'VTEX does not accept the app key and token.',
    isTemporary: false,
  })
  expect(JSON.stringify([problem, problem.stack])).not.toContain('another-token')
})

// biome-ignore lint/suspicious/noExplicitAny: the tests change any field of the example, also to what is wrong.
type Example = any

async function read(change: (order: Example) => void = () => {}, as = shop) {
  const order: FakeVtexOrder = JSON.parse(example)
  change(order)
  kaneca.orders.set(orderId, order)
  return await readNotice(orderId, as)
}

const readNotice = (id: string, as = shop) =>
  vtex.read({ topic: 'invoiced', body: vtexNotice(id), receivedAt: as.now }, as)

async function readOrder(change?: (order: Example) => void) {
  const [result] = await read(change)
  return result?.kind === 'order' ? result.order : undefined
}

const readLines = async (change?: (order: Example) => void): Promise<ShopLine[]> =>
  (await readOrder(change))?.lines ?? []

const addReturn = (order: Example, fields: object) =>
  order.packageAttachment.packages.push({
    type: 'Input',
    items: [],
    issuanceDate: '2026-10-08T09:00:00Z',
    ...fields,
  })

const refundOf = (id: string, quantity: number) => ({ Refund: { items: [{ id, quantity }] } })
