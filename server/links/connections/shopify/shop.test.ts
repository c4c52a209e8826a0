import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillBack, ordersIn } from '../../../test/shops/fill-back.ts'
import { english } from '../../../test/shops/in-english.ts'
import { loopbackFetch } from '../../../test/shops/loopback-fetch.ts'
import {
  type FakeShopify,
  shopifyLine,
  shopifyOrder,
  shopifyParcel,
  startShopify,
} from '../../../test/shops/shopify.ts'
import { type Shop, ShopProblem } from '../platform.ts'
import { shopify as platform } from './platform.ts'
import { withoutField } from './unknown-fields.ts'

const shopify = english(platform)

let fake: FakeShopify
beforeEach(async () => {
  fake = await startShopify()
})
afterEach(() => fake.close())

const now = Date.parse('2026-11-24T13:00:00Z')
const shop = (settings = {}, at = now): Shop => ({
  settings: { secret: fake.clientSecret, url: `${fake.url}/`, key: fake.clientId, options: {}, ...settings },
  fetch: loopbackFetch,
  now: at,
})
const start = Date.parse('2026-11-01T00:00:00Z')
const since = `since=${new Date(start).toISOString()}`
const changed = (at: number) => ({ updated_at: new Date(start + at).toISOString() })
const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))

test('500 orders of a shop that often fails, each once', async () => {
  for (let id = 1; id <= 500; id++) fake.orders.set(id, shopifyOrder(id, changed(id * 1000)))
  fake.fail(0.3)
  const { changes, cursor } = await fillBack(shopify, shop(), since)
  expect(ordersIn(changes)).toEqual(ids(500))
  fake.fail(0)
  // The last moment is asked for again, in case an order changed in it after the answer.
  expect(ordersIn((await fillBack(shopify, shop(), cursor)).changes)).toEqual(['500'])
})

test('orders with equal times, and orders longer than a page shows', async () => {
  for (let id = 1; id <= 30; id++) fake.orders.set(id, shopifyOrder(id, changed(0)))
  const line_items = [1, 2, 3, 4, 5, 6, 7].map(id => shopifyLine(id))
  const fulfillments = line_items.map(({ id }) => shopifyParcel(id, [[id, 1]]))
  fake.orders.set(31, shopifyOrder(31, { ...changed(1000), line_items, fulfillments }))
  const { changes } = await fillBack(shopify, shop(), since)
  expect(ordersIn(changes)).toEqual(ids(31))
  const last = changes.at(-1)
  expect(last?.kind === 'order' && last.order.lines.map(line => line.shippedAt !== undefined)).toEqual(
    Array(7).fill(true),
  )
})

test('a list begins anew before Shopify ends it', async () => {
  for (let id = 1; id <= 20; id++) fake.orders.set(id, shopifyOrder(id, changed(id * 1000)))
  const [first] = await Array.fromAsync(shopify.backfill?.(shop(), `${since}&seen=19999`) ?? [])
  expect(first?.cursor).toBe('since=2026-11-01T00%3A00%3A08.000Z')
  expect(new Set(ordersIn((await fillBack(shopify, shop(), first?.cursor ?? '')).changes)).size).toBe(13)
})

test('a query that costs too much for now waits for its points', async () => {
  fake.orders.set(1, shopifyOrder(1, changed(0)))
  fake.throttle.next = 2
  expect(ordersIn((await fillBack(shopify, shop(), since)).changes)).toEqual(['1'])
})

test('a token is used for a day, then renewed, and renewed early when it was revoked', async () => {
  const read = (at: number) => fillBack(shopify, shop({}, at), since)
  await read(now)
  await read(now + 23 * 3_600_000)
  expect(fake.tokens).toHaveLength(1)
  await read(now + 24 * 3_600_000)
  expect(fake.tokens).toHaveLength(2)
  fake.tokens.push('revoked the other')
  await read(now + 25 * 3_600_000)
  expect(fake.tokens).toHaveLength(4)
})

test('a fixed token is used as it is', async () => {
  fake.tokens.push('shpat_fixed')
  expect((await shopify.test?.(shop({ token: 'shpat_fixed' }), 'https://r.example'))?.[0]).toMatchObject({
    ok: true,
  })
  expect(fake.tokens).toHaveLength(1)
})

test('repair creates the webhooks that are missing', async () => {
  const ours = 'https://reviews.example/connect/shopify/abc'
  fake.hooks.push(
    { topic: 'ORDERS_UPDATED', uri: ours },
    { topic: 'ORDERS_DELETE', uri: 'https://erp.example/' },
  )
  const before = await shopify.test?.(shop(), ours)
  expect(before?.filter(finding => !finding.ok).map(finding => finding.what)).toEqual(
    [
      'orders/delete',
      'fulfillments/update',
      'fulfillment_events/create',
      'products/create',
      'products/update',
      'app/uninstalled',
    ].map(topic => `${topic}: there is no webhook to this connection.`),
  )
  expect((await shopify.repair?.(shop(), ours))?.every(finding => finding.ok)).toBe(true)
  expect((await shopify.test?.(shop(), ours))?.every(finding => finding.ok)).toBe(true)
  expect(fake.hooks).toHaveLength(8)
})

test('what is wrong with the access is said in words', async () => {
  const last = async (settings: object) => (await shopify.test?.(shop(settings), 'https://r.example'))?.at(-1)
  expect(await last({ secret: 'wrong' })).toMatchObject({
    what: 'Shopify gives no token for this client id and client secret (400).',
    mend: expect.stringContaining('Dev Dashboard'),
  })
  expect(await last({ token: 'revoked' })).toMatchObject({ what: 'Shopify refuses the token (401).' })
  expect(await last({ url: `${fake.url}/x`, token: 't' })).toMatchObject({
    what: expect.stringContaining('no Shopify shop'),
  })
  expect(await last({ url: 'http://gres.myshopify.com' })).toMatchObject({
    what: expect.stringContaining('not begin with https'),
  })
  expect(await last({ key: undefined })).toMatchObject({ what: expect.stringContaining('no access') })
  fake.scopes.splice(0, 1, 'write_orders')
  fake.scopes.splice(1, 1)
  const findings = await shopify.test?.(shop(), 'https://r.example')
  expect(findings).toContainEqual({ ok: true, what: 'The app may use read_orders.' })
  expect(findings).toContainEqual(
    expect.objectContaining({ ok: false, what: 'The app may not use read_products.' }),
  )
  fake.deny.code = 'ACCESS_DENIED'
  expect(await last({})).toMatchObject({ mend: expect.stringContaining('add the scopes') })
  await expect(shopify.backfill?.(shop({ key: undefined }), since).next()).rejects.toBeInstanceOf(ShopProblem)
})

test('an API without some fields gives its orders without them', async () => {
  fake.orders.set(1, shopifyOrder(1, changed(0)))
  fake.orders.set(2, shopifyOrder(2, changed(1000)))
  for (const name of ['lineItemGroup', 'isGiftCard', 'image']) fake.lacks.add(name)
  expect(ordersIn((await fillBack(shopify, shop(), since)).changes)).toEqual(['1', '2'])
  fake.lacks.add('currentQuantity')
  await expect(fillBack(shopify, shop(), since)).rejects.toThrow("Field 'currentQuantity' doesn't exist")
})

test.each([
  ['a { x { y { z } } b }', 'x', 'a {  b }'],
  ['a { b c }', 'b', 'a {  c }'],
  ['a { bb b: c }', 'b', 'a { bb b: c }'],
  ['x { y } z x', 'x', ' z '],
])('of %j without %s is left %j', (document, name, left) => expect(withoutField(document, name)).toBe(left))

test('an order whose shop is away is known from its webhook meanwhile', async () => {
  fake.fail(1)
  const body = Buffer.from(JSON.stringify(shopifyOrder(5)))
  const problem = await shopify
    .read({ topic: 'orders/updated', body, receivedAt: now }, shop())
    .catch((error: unknown) => error)
  expect(problem).toMatchObject({ isTemporary: true, meanwhile: [{ order: { orderId: '5' } }] })
})
