import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeServer } from '../../../test/shops/fake-server.ts'
import { fillBack as fillBackFrom, ordersIn } from '../../../test/shops/fill-back.ts'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeWooCommerce,
  orderJson,
  startWooCommerce,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'
import type { Shop } from '../platform.ts'
import { ShopProblem } from '../platform.ts'
import { woocommerce as platform } from './platform.ts'

const woocommerce = english(platform)

let fake: FakeWooCommerce
beforeEach(async () => {
  fake = await startWooCommerce()
})
afterEach(() => fake.close())

const shop = (settings = {}): Shop => ({
  settings: { secret: 's3cret', url: fake.url, key: fake.key, token: fake.token, options: {}, ...settings },
  fetch: loopbackFetch,
  now: Date.now(),
})
const start = Date.parse('2026-11-01T00:00:00Z')
const since = `since=${new Date(start).toISOString()}`

const fillBack = (cursor = since) => fillBackFrom(woocommerce, shop(), cursor)
const ids = (count: number, from = 1) => Array.from({ length: count }, (_, at) => String(at + from))

test('500 orders of a shop that often fails, and nothing twice on the next night', async () => {
  for (let id = 1; id <= 500; id++) fake.orders.set(id, wooOrder(id, { created: start + id * 60_000 }))
  fake.fail(0.3)
  const { changes, cursor } = await fillBack()
  expect([...new Set(ordersIn(changes))]).toEqual(ids(500))
  fake.fail(0)
  // The last second is asked for again, in case an order changed in it after the answer.
  expect(ordersIn((await fillBack(cursor)).changes)).toEqual(['500'])
})

test('orders that change between two pages are all seen', async () => {
  for (let id = 1; id <= 250; id++) fake.orders.set(id, wooOrder(id, { created: start + id * 60_000 }))
  const seen = new Set<string>()
  let pages = 0
  for await (const { changes } of woocommerce.backfill?.(shop(), since) ?? []) {
    for (const id of ordersIn(changes)) seen.add(id)
    // Leaves the list's first page, and comes back at its end.
    if (pages++ === 0)
      for (let id = 1; id <= 50; id++)
        fake.orders.set(id, wooOrder(id, { created: start, modified: start + 1e9 + id }))
  }
  expect(seen.size).toBe(250)
})

test('more orders than a page that changed in the same second', async () => {
  for (let id = 1; id <= 350; id++) fake.orders.set(id, wooOrder(id, { created: start + 5000 }))
  expect(new Set(ordersIn((await fillBack()).changes)).size).toBe(350)
})

test('orders in the bin are deleted, and orders before the start are left alone', async () => {
  fake.orders.set(1, wooOrder(1, { created: start - 86_400_000 }))
  fake.orders.set(2, wooOrder(2, { created: start + 1000 }))
  fake.orders.set(3, wooOrder(3, { created: start + 2000, status: 'trash' }))
  expect((await fillBack()).changes).toMatchObject([
    { kind: 'order_deleted', orderId: '3' },
    { kind: 'order', order: { orderId: '2' } },
  ])
})

test('the versions of orders are the times of their last changes, which may also be those of deliveries', async () => {
  fake.orders.set(1, wooOrder(1, { created: start, modified: start + 90_000, status: 'delivered' }))
  const settings = { options: { delivered_status: 'delivered' } }
  const { changes } = await fillBackFrom(woocommerce, shop(settings), since)
  expect(changes).toMatchObject([
    { order: { changedAt: start + 90_000, lines: [{ deliveredAt: start + 90_000 }, {}] } },
  ])
})

test('an order that cannot be read does not hold up the others', async () => {
  fake.orders.set(1, wooOrder(1, { created: start, line_items: null as never }))
  fake.orders.set(2, wooOrder(2, { created: start }))
  const changes = []
  for await (const page of woocommerce.backfill?.(shop(), since) ?? []) changes.push(...page.changes)
  expect(changes).toMatchObject([
    { kind: 'order', order: { orderId: '2' } },
    { kind: 'nothing', why: expect.stringContaining('Order 1 cannot be read: line_items') },
  ])
})

test('repair creates the webhooks, activates disabled ones and leaves those of others', async () => {
  const ours = 'https://reviews.example/connect/woocommerce/abc'
  fake.hooks.push(
    { id: 7, name: 'Ours', topic: 'order.updated', status: 'disabled', delivery_url: ours, secret: 'old' },
    {
      id: 8,
      name: 'ERP',
      topic: 'order.updated',
      status: 'paused',
      delivery_url: 'https://erp.example/',
      secret: 'x',
    },
  )
  const before = await woocommerce.test?.(shop(), ours)
  expect(before?.filter(finding => !finding.ok)).toMatchObject([
    { what: 'order.created: there is no webhook to this connection.', mend: 'Repair the connection.' },
    {
      what: 'order.updated: the webhook is disabled.',
      mend: expect.stringContaining('after repeated failures'),
    },
    { what: expect.stringContaining('order.deleted') },
    { what: expect.stringContaining('order.restored') },
    { what: expect.stringContaining('product.created') },
    { what: expect.stringContaining('product.updated') },
  ])
  expect((await woocommerce.repair?.(shop(), ours))?.every(finding => finding.ok)).toBe(true)
  expect((await woocommerce.test?.(shop(), ours))?.every(finding => finding.ok)).toBe(true)
  expect(fake.hooks.filter(hook => hook.delivery_url === ours)).toHaveLength(6)
  expect(fake.hooks).toContainEqual(expect.objectContaining({ id: 7, status: 'active', secret: 's3cret' }))
  expect(fake.hooks).toContainEqual(expect.objectContaining({ id: 8, status: 'paused', secret: 'x' }))
  // Once more changes nothing.
  await woocommerce.repair?.(shop(), ours)
  expect(fake.hooks).toHaveLength(7)
})

test('what is wrong with the access is said in words', async () => {
  const wrong = async (settings: object) =>
    (await woocommerce.test?.(shop(settings), 'https://r.example'))?.at(-1)
  expect(await wrong({ token: 'no' })).toMatchObject({
    ok: false,
    what: expect.stringContaining('refuses the consumer key'),
    mend: expect.stringContaining('Read/Write'),
  })
  expect(await wrong({ url: `${fake.url}/blog` })).toMatchObject({
    mend: expect.stringContaining('Permalinks'),
  })
  expect(await wrong({ url: 'http://shop.example' })).toMatchObject({
    what: expect.stringContaining('not begin with https'),
  })
  expect(await wrong({ key: undefined })).toMatchObject({ what: expect.stringContaining('no consumer key') })
  expect(await wrong({ url: undefined })).toMatchObject({
    what: expect.stringContaining('address is missing'),
  })
  fake.mayWrite(false)
  expect((await woocommerce.repair?.(shop(), 'https://r.example'))?.at(-1)).toMatchObject({
    ok: false,
    mend: expect.stringContaining('Read/Write'),
  })
  await expect(woocommerce.backfill?.(shop({ key: undefined }), since).next()).rejects.toBeInstanceOf(
    ShopProblem,
  )
})

test('the delivered status is the short name of a status', () => {
  const check = woocommerce.options.delivered_status
  expect(check?.('delivered')).toBeUndefined()
  expect(check?.('Delivered!')).toContain('short name')
})

test('the recorded answers of a real shop are understood', async () => {
  const recorded = (name: string) =>
    JSON.parse(readFileSync(new URL(`examples/rest/${name}.json`, import.meta.url), 'utf8'))
  const real = await startFakeServer(({ url }) => {
    const resource = url.pathname.split('/').at(-1)
    const name = resource === 'orders' ? 'orders-list' : resource
    // WooCommerce's own mails about reviews.
    if (resource === 'enabled') return { json: { value: 'no' } }
    return {
      json: name === 'variations' || url.searchParams.get('status') === 'trash' ? [] : recorded(`${name}`),
    }
  })
  const { changes } = await fillBackFrom(woocommerce, shop({ url: real.url }), since)
  expect(changes).toMatchObject([
    {
      kind: 'order',
      order: {
        orderId: '18',
        lines: [
          { url: 'https://127.0.0.1:18888/product/cafeteira-moka-6/', gtin: '7891234567895' },
          { url: 'https://127.0.0.1:18888/product/caneca-de-gres/', variantId: '12' },
        ],
      },
    },
  ])
  const findings = await woocommerce.test?.(shop({ url: real.url }), 'http://127.0.0.1:18889/hook')
  expect(findings?.filter(finding => String(finding.what).endsWith('is active.'))).toHaveLength(3)
  await real.close()
})

/** A host that passes no Authorization to PHP. `broken`: what it answers to the keys in the address. */
const startStripping = (broken?: { status: number; json?: unknown }) =>
  startFakeServer(({ url }) => {
    const given = ['consumer_key', 'consumer_secret'].map(name => url.searchParams.get(name))
    if (given.join() === 'ck_strip,cs_strip') return broken ?? { json: [] }
    return {
      status: 401,
      json: { code: 'woocommerce_rest_cannot_view', message: 'You cannot list resources.' },
    }
  })

test('a host that strips Authorization gets the keys in the address, and the check says so', async () => {
  const stripping = await startStripping()
  const settings = { url: stripping.url, key: 'ck_strip', token: 'cs_strip' }
  const findings = await woocommerce.test?.(shop(settings), 'https://r.example/hook')
  expect(findings?.slice(0, 2)).toMatchObject([
    { ok: true, what: expect.stringContaining('The consumer key works') },
    { ok: true, what: expect.stringContaining('removes the header Authorization') },
  ])
  // The refused request, and then none again: not in the check, and not in what follows it.
  const inAddress = () => stripping.asked.map(({ url }) => url.searchParams.has('consumer_secret'))
  expect(inAddress()).toEqual([false, true, true, true])
  await fillBackFrom(woocommerce, shop(settings), since)
  expect(inAddress().slice(4)).toEqual([true, true])
  expect(stripping.asked.slice(1).every(({ headers }) => headers.authorization === undefined)).toBe(true)
  await stripping.close()
})

test('the set-up says so too, where it creates the webhooks', async () => {
  const stripping = await startStripping()
  const settings = { url: stripping.url, key: 'ck_strip', token: 'cs_strip' }
  const findings = await woocommerce.repair?.(shop(settings), 'https://r.example/hook')
  expect(findings?.map(({ what }) => what)).toContainEqual(
    expect.stringContaining('removes the header Authorization'),
  )
  await stripping.close()
})

test('swapped keys are named as such, and not sent', async () => {
  const findings = await woocommerce.repair?.(shop({ key: 'cs_test', token: 'ck_test' }), '')
  expect(findings).toMatchObject([{ ok: false, what: expect.stringContaining('swapped') }])
  expect(fake.asked).toEqual([])
})

test('wrong keys are tried twice, and those of another code once', async () => {
  const settings = { token: 'cs_wrong' }
  const findings = await woocommerce.test?.(shop(settings), 'https://r.example/hook')
  expect(findings).toMatchObject([{ ok: false, what: expect.stringContaining('refuses the consumer key') }])
  expect(fake.asked).toHaveLength(2)
  fake.mayWrite(false)
  await woocommerce.repair?.(shop(), 'https://r.example/hook')
  expect(fake.asked.slice(2).every(({ url }) => !url.searchParams.has('consumer_secret'))).toBe(true)
})

test.each([
  [500, undefined],
  [403, { code: 'blocked', message: 'No.' }],
  [200, 'not a list'],
])('no problem names the keys that were sent in the address: %d', async (status, json) => {
  const stripping = await startStripping({ status, json })
  const settings = { url: stripping.url, key: 'ck_strip', token: 'cs_strip' }
  const failure = await woocommerce
    .backfill?.(shop(settings), since)
    .next()
    .catch(error => error)
  expect(failure).toBeInstanceOf(ShopProblem)
  expect(inspect(failure, { depth: 9 })).not.toMatch(/c[ks]_strip/)
  await stripping.close()
})

test('without https nothing is sent', async () => {
  const sent: unknown[] = []
  const fetch: Shop['fetch'] = async request => {
    sent.push(request)
    return { status: 401, headers: {}, json: { code: 'woocommerce_rest_cannot_view', message: '' } }
  }
  const plain = { ...shop({ url: 'http://shop.example' }), fetch }
  await expect(woocommerce.backfill?.(plain, since).next()).rejects.toThrow('https')
  expect(sent).toEqual([])
})

const hear = (sent: unknown, settings = {}, topic = 'order.updated') =>
  woocommerce.read(
    { topic, body: Buffer.from(JSON.stringify(sent)), receivedAt: start + 600_000 },
    shop(settings),
  )

test('an order whose shop is away is known from its webhook meanwhile', async () => {
  fake.fail(1)
  const problem = await hear(orderJson(wooOrder(9))).catch((error: unknown) => error)
  expect(problem).toMatchObject({ isTemporary: true, meanwhile: [{ order: { orderId: '9' } }] })
})

test('an error that WooCommerce sends instead of an order is named, and the order is fetched', async () => {
  const noRoute = { code: 'rest_no_route', message: 'No route was found.', data: { status: 404 } }
  fake.orders.set(3, wooOrder(3, { created: start, modified: start + 590_000 }))
  fake.orders.set(4, wooOrder(4, { created: start - 86_400_000 }))
  const why = expect.stringContaining('WooCommerce sent its error rest_no_route')
  expect(await hear(noRoute)).toMatchObject([{ order: { orderId: '3' } }, { kind: 'nothing', why }])
  expect(await hear(noRoute, { key: undefined })).toMatchObject([{ kind: 'nothing', why }])
})

test.each([
  'woocommerce_rest_shop_order_invalid_id',
  'woocommerce_rest_product_invalid_id',
])('%s says that it was deleted before', async code => {
  const topic = code.includes('product') ? 'product.updated' : 'order.updated'
  expect(await hear({ code, message: 'Invalid ID.' }, {}, topic)).toEqual([
    { kind: 'nothing', why: expect.stringContaining(`It was deleted in the shop before`) },
  ])
  expect(fake.asked).toEqual([])
})

test('a webhook whose user may not read orders says how to mend it', async () => {
  await expect(
    hear({ code: 'woocommerce_rest_cannot_view', message: 'Not ana@example.com' }),
  ).rejects.toMatchObject({
    message: 'WooCommerce sent an error instead of the order: woocommerce_rest_cannot_view (Not •••).',
    mend: expect.stringContaining('save it again as an administrator'),
    isTemporary: false,
  })
})
