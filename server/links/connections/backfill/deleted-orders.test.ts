import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { bought, shopNightsInEachTest } from '../../../test/for-each-test/shop-nights.ts'
import { type Connected, connected, connectionOf } from '../../../test/shops/connected.ts'
import { nuvemshopEvent, nuvemshopKeys, startNuvemshop } from '../../../test/shops/nuvemshop.ts'
import {
  delivery as fromShopify,
  shopifyOrder,
  shopifyParcel,
  startShopify,
} from '../../../test/shops/shopify.ts'
import {
  type FakeWooCommerce,
  delivery as fromWoo,
  orderJson,
  startWooCommerce,
  wooOrder,
  wooProducts,
} from '../../../test/shops/woocommerce.ts'
import type { WooApi } from '../woocommerce/api.ts'
import { deletedOrders } from '../woocommerce/deleted.ts'

const it = shopNightsInEachTest()
const { night } = it

async function stateOf(orderId: string): Promise<[state: string, reason: string][]> {
  const { requests } = await readOrder(it.service.database, it.storeId, orderId)
  return requests.map(({ state, reason }) => [state, reason])
}

describe('WooCommerce', () => {
  let fake: FakeWooCommerce
  let shop: Connected
  beforeEach(async () => {
    fake = await startWooCommerce()
    const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs' }
    shop = await connected(it.service, it.storeId, { platform: 'woocommerce', ...given }, Date.parse(bought))
    return () => fake.close()
  })

  async function deliver(id: number, created = bought): Promise<void> {
    const order = wooOrder(id, { created: Date.parse(created) })
    fake.orders.set(id, order)
    expect(await shop.deliver(fromWoo('order.updated', orderJson(order), 'whs'))).toBe(200)
  }

  async function sell(id: number): Promise<void> {
    await deliver(id)
    expect(await stateOf(String(id))).toMatchObject([['scheduled', expect.any(String)]])
  }
  const scheduled = [['scheduled', '7 days after delivery, estimated']]
  const deleted = [['cancelled', '7 days after delivery, estimated, deleted in the shop']]
  /** The requests that were about orders by their ids. */
  const askedAlone = () => fake.asked.flatMap(({ url }) => /orders\/(\d+)$/.exec(url.pathname)?.[1] ?? [])

  test('an order that was deleted for ever is not asked about, and no other is asked for alone', async () => {
    for (const id of [501, 502, 503]) await sell(id)
    fake.orders.delete(502)
    await night()
    expect(await stateOf('502')).toEqual(deleted)
    expect([await stateOf('501'), await stateOf('503')]).toEqual([scheduled, scheduled])
    expect(askedAlone()).toEqual(['502'])
    expect(await shop.log()).toContainEqual(
      expect.objectContaining({
        ...{ subject: '502', state: 'done' },
        outcome: 'The order was deleted: its review requests are cancelled.',
      }),
    )
    expect((await connectionOf(it.service, it.storeId, shop)).last_error?.message).not.toContain(
      'do not exist',
    )
  })

  test('an order whose request is not due soon is not asked for', async () => {
    await sell(504)
    fake.orders.delete(504)
    await night('2026-11-24T11:00:00Z')
    expect(await stateOf('504')).toEqual(scheduled)
    expect(fake.asked.some(({ url }) => url.searchParams.has('include'))).toBe(true) // the products
    expect(askedAlone()).toEqual([])
  })

  test.each([
    ['another order', () => deliver(505, '2026-09-01T12:00:00Z')],
    ['its product', async () => void fake.products.set(10, wooProducts[0] as (typeof wooProducts)[number])],
  ])('the only one that is asked about is deleted: the shop still has %s', async (_what, has) => {
    await has()
    await sell(506)
    fake.orders.delete(506)
    await night()
    expect(await stateOf('506')).toEqual(deleted)
  })

  test.each([
    [1, 'a shop of its own'],
    [6, 'and others'],
    [110, 'more than are asked for alone at once'],
  ])('%i orders are all gone, %s: the shop was moved, and its buyers are asked', async count => {
    const ids = Array.from({ length: count }, (_, at) => 510 + at)
    for (const id of ids) await sell(id)
    fake.orders.clear()
    if (count > 1) for (const product of wooProducts) fake.products.set(product.id, product)
    await night()
    for (const id of ids) expect(await stateOf(String(id))).toEqual(scheduled)
    const problem = `The shop says that ${count} of ${count} orders that are asked about soon do not exist. So many at once are not taken for deleted, and their buyers are asked.`
    expect((await connectionOf(it.service, it.storeId, shop)).last_error).toMatchObject({ message: problem })
  })

  test.each<[string, { status: number; json?: unknown }]>([
    ['a refused key', { status: 401, json: { code: 'woocommerce_rest_cannot_view', message: 'Sorry' } }],
    ['a firewall', { status: 403, json: { code: 'forbidden', message: 'Blocked' } }],
    ['a page that is not found', { status: 404 }],
    ['no REST API', { status: 404, json: { code: 'rest_no_route', message: 'No route' } }],
    ['another thing that is gone', { status: 410, json: { code: 'rest_post_invalid_id', message: 'Gone' } }],
    [
      'the right words with the wrong status',
      { status: 400, json: { code: 'woocommerce_rest_shop_order_invalid_id', message: '' } },
    ],
    ['an order that no list shows', { status: 200, json: { id: 522, status: 'trash' } }],
  ])('%s deletes nothing', async (_what, answer) => {
    await sell(521)
    await sell(522)
    fake.orders.delete(522)
    fake.instead.ofOrder = answer
    await night()
    expect(askedAlone()).toContain('522')
    expect(await stateOf('522')).toEqual(scheduled)
  })
})

describe('Shopify', () => {
  /** Sells these orders, deletes some of them, and resolves with the states of all after a night. */
  async function statesAfter(placed: Record<number, string>, deleted: number[]): Promise<unknown[]> {
    const fake = await startShopify()
    const given = { url: fake.url, key: fake.clientId, secret: fake.clientSecret }
    const shop = await connected(
      it.service,
      it.storeId,
      { platform: 'shopify', ...given },
      Date.parse(bought),
    )
    for (const [id, processed_at] of Object.entries(placed)) {
      const parcel = shopifyParcel(Number(id), [
        [1, 1],
        [2, 2],
      ])
      const fulfillments = [{ ...parcel, created_at: bought }]
      const order = shopifyOrder(Number(id), { fulfillments, processed_at })
      fake.orders.set(Number(id), order)
      await shop.deliver(fromShopify('orders/updated', order, { secret: fake.clientSecret }))
    }
    for (const id of deleted) fake.orders.delete(id)
    await night()
    await fake.close()
    const states = await Promise.all(Object.keys(placed).map(stateOf))
    return states.map(([first]) => first?.[0])
  }
  const hidden = '2026-09-20T12:00:00Z' // longer ago than Shopify shows orders to apps

  test('an order that the app sees no more is deleted, unless it is as old as those that Shopify hides', async () => {
    const placed = { 601: bought, 602: bought, 603: hidden }
    expect(await statesAfter(placed, [602, 603])).toEqual(['scheduled', 'cancelled', 'scheduled'])
  })

  test('all that can be seen are gone: the shop was moved, however many older ones there are', async () => {
    const recent = { 611: bought, 612: bought, 613: bought, 614: bought }
    const older = { 615: hidden, 616: hidden, 617: hidden, 618: hidden }
    const ids = [...Object.keys(recent), ...Object.keys(older)].map(Number)
    expect(await statesAfter({ ...recent, ...older }, ids)).toEqual(ids.map(() => 'scheduled'))
  })
})

test('many orders that are gone are all found: their share tells a moved shop from deleted orders', async () => {
  const ids = Array.from({ length: 300 }, (_, at) => `${at + 1}`)
  const get: WooApi['get'] = async () => ({ json: [], headers: {} })
  const api: Pick<WooApi, 'get' | 'lacks'> = { get, lacks: async () => true }
  expect(await deletedOrders(api, ids)).toEqual(ids)
})

test('Nuvemshop: an order that the shop does not know any more is deleted', async () => {
  const fake = await startNuvemshop()
  const { shopId: shop_id, ...keys } = nuvemshopKeys
  const options = { shop_id, api_url: fake.url }
  const shop = await connected(
    it.service,
    it.storeId,
    { platform: 'nuvemshop', ...keys, options },
    Date.parse(bought),
  )
  const example = JSON.parse(
    readFileSync(new URL('../nuvemshop/examples/order.json', import.meta.url), 'utf8'),
  )
  for (const id of [701, 702]) {
    const text = JSON.stringify({ ...example, id, created_at: bought, updated_at: bought })
    fake.orders.set(id, JSON.parse(text.replaceAll(/2026-10-\d\dT/g, '2026-11-20T')))
    const body = nuvemshopEvent('order/fulfilled', id)
    const signature = createHmac('sha256', keys.secret).update(body).digest('hex')
    await shop.deliver({ headers: { 'x-linkedstore-hmac-sha256': signature }, body })
    expect((await stateOf(String(id)))[0]?.[0]).toBe('scheduled')
  }
  fake.orders.delete(702)
  await night()
  expect((await stateOf('701'))[0]?.[0]).toBe('scheduled')
  expect((await stateOf('702'))[0]?.[0]).toBe('cancelled')
  await fake.close()
})
