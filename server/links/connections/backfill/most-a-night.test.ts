import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { addCopies } from '../../../test/database/copies.ts'
import { bought, shopNightsInEachTest } from '../../../test/for-each-test/shop-nights.ts'
import { type Connected, connected } from '../../../test/shops/connected.ts'
import { nuvemshopEvent, nuvemshopKeys, startNuvemshop } from '../../../test/shops/nuvemshop.ts'
import {
  type FakeWooCommerce,
  delivery as fromWoo,
  orderJson,
  startWooCommerce,
  wooOrder,
} from '../../../test/shops/woocommerce.ts'

// How much of a shop's API a night takes, however many orders are asked about soon.

const before = Date.parse('2026-11-10T12:00:00Z') // not among what the back-fill reads

const it = shopNightsInEachTest()
const { night } = it

/** Orders that the connection brought long ago. */
async function bring({ connectionId }: Connected, ids: number[]): Promise<void> {
  await it.service.database.query(sql`
    insert into connection_orders (store_id, order_id, connection_id, changed_at)
    select ${it.storeId}::uuid, id, ${connectionId}, ${new Date(before)}::timestamptz
    from unnest(${ids.map(String)}::text[]) as id`)
}

/** The request of the store's only order, about each of `upTo(count)` too. */
async function askAboutToo(shop: Connected, count: number): Promise<void> {
  await bring(shop, upTo(count))
  const change = sql`'order_id', n, 'id', gen_random_uuid()`
  await addCopies(
    it.service.database,
    'review_requests',
    sql`one.store_id = ${it.storeId}`,
    [1001, 1000 + count],
    change,
  )
}

const upTo = (most: number) => Array.from({ length: most }, (_, at) => 1001 + at)

async function aWooCommerce(): Promise<{ fake: FakeWooCommerce; shop: Connected }> {
  const fake = await startWooCommerce()
  onTestFinished(() => fake.close())
  const given = { url: fake.url, key: fake.key, token: fake.token, secret: 'whs' }
  const shop = await connected(
    it.service,
    it.storeId,
    { platform: 'woocommerce', ...given },
    Date.parse(bought),
  )
  const order = wooOrder(1000, { created: Date.parse(bought) })
  await shop.deliver(fromWoo('order.updated', orderJson(order), 'whs'))
  return { fake, shop }
}

/** The ids of the lists of orders that were asked for. */
const listsOf = ({ asked }: FakeWooCommerce) =>
  asked
    .filter(({ url }) => url.pathname.endsWith('/orders') && url.searchParams.has('include'))
    .map(({ url }) => url.searchParams.get('include')?.split(',') ?? [])

test('WooCommerce is asked about three hundred orders', async () => {
  const { fake, shop } = await aWooCommerce()
  await askAboutToo(shop, 300)
  for (const id of [1000, ...upTo(300)]) fake.orders.set(id, wooOrder(id, { created: before }))
  await night()
  expect(new Set(listsOf(fake).flat()).size).toBe(300)
})

test('Nuvemshop, which takes two requests a second, is asked about sixty orders', async () => {
  const fake = await startNuvemshop()
  onTestFinished(() => fake.close())
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
  const text = JSON.stringify({ ...example, id: 1000, created_at: bought, updated_at: bought })
  const order = JSON.parse(text.replaceAll(/2026-10-\d\dT/g, '2026-11-20T'))
  fake.orders.set(1000, order)
  const body = nuvemshopEvent('order/fulfilled', 1000)
  const signature = createHmac('sha256', keys.secret).update(body).digest('hex')
  await shop.deliver({ headers: { 'x-linkedstore-hmac-sha256': signature }, body })
  await askAboutToo(shop, 60)
  for (const id of upTo(60)) fake.orders.set(id, { ...order, id, updated_at: '2026-11-10T12:00:00Z' })
  await night()
  const asked = fake.asked.filter(({ url }) => url.searchParams.get('fields') === 'id')
  expect(new Set(asked.map(({ url }) => url.pathname)).size).toBe(60)
})

test('whether a shop still has what it sold is read from twenty of its orders', async () => {
  const { fake, shop } = await aWooCommerce()
  await bring(shop, upTo(21))
  for (const id of upTo(21)) fake.orders.set(id, wooOrder(id, { created: before }))
  await night()
  expect(listsOf(fake).map(ids => ids.length)).toEqual([1, 20])
  const { requests } = await readOrder(it.service.database, it.storeId, '1000')
  expect(requests.map(({ state }) => state)).toEqual(['cancelled'])
})
