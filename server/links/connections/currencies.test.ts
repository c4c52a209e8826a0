import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importOrders } from '../../exchange/imports/imports.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { addReviews, readAs } from '../../test/reading.ts'
import { connected } from '../../test/shops/connected.ts'
import { delivery as fromShopify, shopifyOrder, shopifyParcel } from '../../test/shops/shopify.ts'
import { delivery as fromWoo, orderJson, wooOrder } from '../../test/shops/woocommerce.ts'
import { aStore, type Member } from '../../test/users.ts'

// What search engines read as an offer, of products whose price is known from a shop alone.

const now = '2026-11-25T12:00:00Z'
let it: TestApp
beforeAll(async () => {
  it = await startTestApp()
  it.setNow(now)
})
afterAll(() => it.close())

async function offerOf(store: Member, product_id: string): Promise<[number, string] | undefined> {
  await addReviews(it, store, aReview({ product_id }))
  const { body } = await readAs(it, store, 'structured-data.json', { product_id })
  return body.offers && [body.offers.price, body.offers.priceCurrency]
}

describe('a shop without a platform of its own', () => {
  const options = {
    ...{ order_id: 'id', ordered_at: 'placed', delivered_at: 'placed', customer_email: 'mail' },
    ...{ products: 'rows', product_id: 'ref', product_price: 'cost' },
  }
  const order = {
    ...{ id: 'T-1', placed: '2026-11-20T09:00:00Z', mail: 'deniz@example.com' },
    rows: [{ ref: 'KETTLE', cost: 42.5 }],
  }
  test.each<[string, object, object, [number, string] | undefined]>([
    ['names another currency', { currency: 'EUR' }, {}, undefined],
    ['names none', {}, {}, undefined],
    ['names its own', { currency: 'try' }, {}, [42.5, 'TRY']],
    ['names it in an object', { orderCurrency: { code: 'TRY' } }, {}, [42.5, 'TRY']],
    [
      'has it where the mapping finds it',
      { money: { unit: ' TRY' } },
      { currency: 'money.unit' },
      [42.5, 'TRY'],
    ],
    ['has another where the mapping finds it', { currency: 'TRY', m: 'USD' }, { currency: 'm' }, undefined],
    ['writes it in a way that nobody reads', { currency_code: 'Turkish lira' }, {}, undefined],
  ])('that %s', async (_what, change, mapping, offer) => {
    const store = await aStore(it.database, { country: 'TR' })
    const given = { platform: 'generic', secret: 'shop-secret', options: { ...options, ...mapping } } as const
    const shop = await connected(it, store.storeId, given)
    const headers = { 'x-realword-secret': 'shop-secret', 'content-type': 'application/json' }
    const body = Buffer.from(JSON.stringify({ ...order, ...change }))
    expect(await shop.deliver({ headers, body })).toBe(200)
    expect(await shop.log()).toMatchObject([{ state: 'done' }])
    expect(await offerOf(store, 'KETTLE')).toEqual(offer)
  })
})

test('WooCommerce: the price of a product counts only while all orders are in the store’s currency', async () => {
  const store = await aStore(it.database, { country: 'BR' })
  const shop = await connected(it, store.storeId, { platform: 'woocommerce', secret: 'whs' })
  const product = (price: string) => ({
    ...{ id: 10, type: 'simple', status: 'publish', name: 'Moka', sku: 'M', price, images: [] },
    permalink: 'https://shop.example/p/moka',
  })
  const say = (topic: string, body: unknown) => shop.deliver(fromWoo(topic, body, 'whs'))
  const dated = (id: number) => orderJson(wooOrder(id, { created: Date.parse('2026-11-20T09:00:00Z') }))
  // Nothing says yet in what this shop sells.
  await say('product.created', product('149.90'))
  expect(await offerOf(store, '10')).toBeUndefined()
  await say('order.updated', dated(1))
  await say('product.updated', product('159.90'))
  expect(await offerOf(store, '10')).toEqual([159.9, 'BRL'])
  // What was known stays, and what is not known replaces it by nothing.
  await say('order.updated', { ...dated(2), currency: 'USD' })
  expect(await offerOf(store, '10')).toEqual([159.9, 'BRL'])
  await say('product.updated', product('31.00'))
  expect(await offerOf(store, '10')).toBeUndefined()
})

test.each([
  ['BRL', [39.9, 'BRL']],
  ['USD', undefined],
])('Shopify: an order in %s', async (currency, offer) => {
  const store = await aStore(it.database, { country: 'BR' })
  const shop = await connected(it, store.storeId, { platform: 'shopify', secret: 'shs' })
  const parcel = shopifyParcel(1, [
    [1, 1],
    [2, 2],
  ])
  const order = { ...shopifyOrder(1, { fulfillments: [parcel] }), currency }
  expect(await shop.deliver(fromShopify('orders/updated', order, { secret: 'shs' }))).toBe(200)
  expect(await offerOf(store, '7001')).toEqual(offer)
})

describe('a file of orders', () => {
  test.each<[string, string, string, [number, string] | undefined]>([
    ['US', 'Currency', 'CAD', undefined],
    ['US', 'Currency', 'usd', [12.5, 'USD']],
    ['BR', 'Moeda', 'ARS', undefined],
    ['KW', '', '', [12.5, 'KWD']],
  ])('of a store in %s, with %s %s', async (country, column, currency, offer) => {
    const store = await aStore(it.database, { country })
    const file = [
      `order_id,order_date,delivery_date,product_id,product_price,customer_email,${column}`,
      // Many exports name it on the first line of an order alone.
      `F-1,2026-11-01,2026-11-10,A,3.00,ana@example.com,${currency}`,
      'F-1,,,B,12.50,,',
    ].join('\n')
    const report = await importOrders(
      it.database,
      () => Date.parse(now),
      store.storeId,
      async function* () {
        yield Buffer.from(file)
      },
    )
    expect(report).toMatchObject({ imported: 1, refused: [] })
    expect(await offerOf(store, 'B')).toEqual(offer)
  })

  test.each<[string, string, [number, string] | undefined]>([
    ['KW', '12.345', [12.345, 'KWD']],
    ['TN', '12,345', [12.345, 'TND']],
    ['OM', '1,234.500', [1234.5, 'OMR']],
    ['BH', 'BHD 0.750', [0.75, 'BHD']],
    ['CO', '12.345', [12345, 'COP']],
    ['HU', '1 299,50', [1299.5, 'HUF']],
    ['BR', 'US$ 12,50', undefined],
    ['BR', 'R$ 12,50', [12.5, 'BRL']],
    ['JP', '¥1,200', [1200, 'JPY']],
    ['MX', '99.90 EUR', undefined],
    ['DE', '99,90 €', [99.9, 'EUR']],
  ])('in %s reads the price %s', async (country, price, offer) => {
    const store = await aStore(it.database, { country })
    const file = `order_id;order_date;delivery_date;product_id;product_price;customer_email\nF-2;2026-11-01;2026-11-10;C;${price};ana@example.com`
    await importOrders(
      it.database,
      () => Date.parse(now),
      store.storeId,
      async function* () {
        yield Buffer.from(file)
      },
    )
    expect(await offerOf(store, 'C')).toEqual(offer)
  })
})
