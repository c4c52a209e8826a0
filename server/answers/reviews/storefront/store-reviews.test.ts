import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aShop, pathOf, pot, readFeed } from '../../../test/exchange/feeds/feed-shops.ts'
import { aFile, importText } from '../../../test/exchange/imports.ts'
import { aCustomer, anOrder, anOrderProduct, aReview } from '../../../test/factories.ts'
import { hearAll } from '../../../test/hearing.ts'
import { aManageKey } from '../../../test/management.ts'
import { addProducts, addReviews, readAs } from '../../../test/reading.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { checkRatings } from '../../../upkeep/doctor/count-checks.ts'
import { readDays } from '../../insights/kept-days.ts'

let it: TestApp
let shop: Member
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  shop = await aStore(it.database)
  await addProducts(it, shop, { moka: 'MOKA' })
})

const ofStore = (change: object = {}) =>
  aReview({ product_id: '', title: 'Ships fast', recommended: null, ...change })

const idsIn = ({ body }: { body: { result: { id: string }[] } }) => body.result.map(({ id }) => id)

const castVote = async ({ storeId, storeKey }: Member, id: string) => {
  const path = `/api/v1/reviews/${id}/votes?store_id=${storeId}&store_key=${storeKey}`
  expect(
    (
      await it.send('POST', path, {
        headers: { 'content-type': 'application/json' },
        body: { visitor_id: 'a-visitor-of-tests' },
      })
    ).status,
  ).toBe(204)
  await hearAll(it)
}

describe('store-reviews.json and store-rating.json', () => {
  test('have the shapes of reviews.json and of a rating', async () => {
    const none = await readAs(it, shop, 'store-rating.json')
    expect([none.status, none.body]).toEqual([200, { sku: '', product_id: '', average: 0, total: 0 }])
    const [good, bad] = [
      ofStore({ rating: 5, body: 'Packed with care' }),
      ofStore({ rating: 2, title: 'Late' }),
    ]
    await addReviews(it, shop, good, bad, aReview({ product_id: 'moka', rating: 1 }))
    const rating = await readAs(it, shop, 'store-rating.json', { expand: 'metrics' })
    expect(rating.body).toEqual({
      ...{ sku: '', product_id: '', average: 3.5, total: 2 },
      ...{ recommended: 0, not_recommended: 0, recommended_percentage: 0 },
      rate: { one: 0, two: 1, three: 0, four: 0, five: 1 },
    })
    const all = await readAs(it, shop, 'store-reviews.json')
    expect(all.body).toMatchObject({ count: 2, meta: { limit: 10, offset: 0, query: {} } })
    expect(idsIn(all)).toEqual([bad.id, good.id])
    const { body } = await readAs(it, shop, 'reviews.json')
    expect(Object.keys(all.body.result[0])).toEqual(Object.keys(body.result[0]))
    expect(all.headers.get('cache-control')).toBe(
      (await readAs(it, shop, 'reviews.json')).headers.get('cache-control'),
    )
    const read = async (parameters: Record<string, string>) =>
      idsIn(await readAs(it, shop, 'store-reviews.json', parameters))
    expect(await read({ rating: '5' })).toEqual([good.id])
    expect(await read({ orderBy: 'most_positive' })).toEqual([good.id, bad.id])
    expect(await read({ orderBy: 'oldest', offset: '1', limit: '1' })).toEqual([bad.id])
    expect(await read({ terms: 'packed' })).toEqual([good.id])
    expect(await read({ pictured: 'true' })).toEqual([])
    const named = await readAs(it, shop, 'store-reviews.json', { expand: 'product' })
    expect(named.body.result[0]).not.toHaveProperty('product')
    // A product is an unknown parameter here.
    expect(await read({ product_id: 'moka' })).toEqual([bad.id, good.id])
    const wrong = await readAs(it, shop, 'store-reviews.json', { rating: '6' })
    expectInvalid(wrong, 'rating: Expected a whole number from 1 to 5')
    expectError(await it.send('GET', `/api/v1/store-rating.json?store_id=${shop.storeId}`), 401, 8121200)
  })

  test('are kept in the cache until a review of the store changes, which drops nothing else', async () => {
    const review = ofStore()
    await addReviews(it, shop, review, aReview({ product_id: 'moka' }))
    const read = async (what: string, parameters = {}) => {
      const { headers } = await readAs(it, shop, what, parameters)
      return headers.get('etag')
    }
    const before = [await read('store-reviews.json'), await read('reviews.json', { product_id: 'moka' })]
    // Behind the service, so that only a new read sees it.
    await it.database.query(sql`update reviews set body = 'Changed' where store_id = ${shop.storeId}`)
    expect(await read('store-reviews.json')).toBe(before[0])
    await castVote(shop, review.id)
    expect(await read('store-reviews.json')).not.toBe(before[0])
    expect(await read('reviews.json', { product_id: 'moka' })).toBe(before[1])
  })
})

test('expand=ratings has the ratings of both, and each of them drops the answer', async () => {
  const pictures = ['https://shop.example/1.jpg']
  await addReviews(
    it,
    shop,
    ofStore({ rating: 2, pictures }),
    aReview({ product_id: 'moka', rating: 5, pictures }),
  )
  const both = async (what: string, more = {}) =>
    (await readAs(it, shop, what, { expand: 'ratings,product', ...more })).body
  const none = { one: 0, two: 0, three: 0, four: 0, five: 0 }
  const ratings = {
    products: { average: 5, total: 1, rate: { ...none, five: 1 } },
    store: { average: 2, total: 1, rate: { ...none, two: 1 } },
  }
  const [ofProducts, ofItself] = [await both('reviews.json'), await both('store-reviews.json')]
  expect([ofProducts.meta.ratings, ofItself.meta.ratings]).toEqual([ratings, ratings])
  expect([ofProducts.result[0].product.product_id, ofItself.result[0].product]).toEqual(['moka', undefined])
  expect((await both('reviews.json', { product_id: 'moka' })).meta).not.toHaveProperty('ratings')
  for (const [what, id] of [
    ['reviews.json', 'moka'],
    ['store-reviews.json', ''],
  ] as const) {
    const { body } = await readAs(it, shop, what, { pictured: 'true', expand: 'product' })
    expect([body.count, body.result.length, body.result[0].product?.product_id ?? '']).toEqual([1, 1, id])
  }
  await addReviews(it, shop, ofStore({ rating: 4 }), aReview({ product_id: 'moka', rating: 3 }))
  for (const what of ['reviews.json', 'store-reviews.json']) {
    const { products, store } = (await both(what)).meta.ratings
    expect([products.average, store.average]).toEqual([4, 3])
  }
})

test('no read of products has a review of the store, whatever its order, filter and page', async () => {
  const products = [1, 2, 3, 4, 5].flatMap(rating => [
    aReview({ product_id: 'moka', rating, body: 'Coffee' }),
    aReview({
      product_id: 'moka',
      rating,
      body: 'Coffee',
      votes: rating,
      pictures: ['https://shop.example/1.jpg'],
    }),
  ])
  const stores = products.map(({ id: _, ...one }) => ofStore(one))
  const hidden = stores.map(one => ({ ...one, product_id: '' }))
  await addReviews(it, shop, ...products, ...hidden)
  const wanted = products.map(({ id }) => id).sort()
  const orders = ['most_recent', 'oldest', 'most_positive', 'most_negative', 'most_voted', 'with_pictures']
  for (const orderBy of orders) {
    for (const more of [{}, { terms: 'coffee' }, { rating: ['1', '2', '3', '4'] }] as Record<
      string,
      string
    >[]) {
      const read = (offset: string) =>
        readAs(it, shop, 'reviews.json', { orderBy, limit: '3', offset, ...more })
      const pages = [await read('0'), await read('3'), await read('6'), await read('9')]
      const found = pages.flatMap(idsIn)
      const expected = more.rating
        ? products
            .filter(({ rating }) => rating < 5)
            .map(({ id }) => id)
            .sort()
        : wanted
      expect([orderBy, more, [...found].sort(), pages[0]?.body.count]).toEqual([
        orderBy,
        more,
        expected,
        expected.length,
      ])
    }
  }
  const { body } = await readAs(it, shop, 'ratings.json')
  expect(body).toMatchObject({ count: 1, result: [{ product_id: 'moka', total: 10 }] })
  const html = await readAs(it, shop, 'reviews.html', { limit: '100' })
  expect(String(html.body).match(/class="rw-item"/g)).toHaveLength(10)
  expect(String(html.body)).not.toContain('Ships fast')
  const older = await it.send('GET', `/v1/average.json`, { headers: { 'x-web-id': shop.storeKey } })
  expect(older.body).toMatchObject([{ average: 3, rating: { one: 2, five: 2 } }])
  const data = await readAs(it, shop, 'structured-data.json', { product_id: 'moka' })
  expect(data.body.aggregateRating).toMatchObject({ reviewCount: 10 })
  const pictured = await readAs(it, shop, 'reviews.json', { pictured: 'true', limit: '100' })
  expect([pictured.body.count, pictured.body.result.length]).toEqual([5, 5])
  const empty = await readAs(it, shop, 'reviews.json', { product_id: '' })
  expectInvalid(empty, 'product_id: String must contain at least 1 character(s)')
  expect(await checkRatings(it.database, false)).toMatchObject({ status: 'ok' })
})

test('feeds and figures of days leave them out', async () => {
  const mine = await aShop(it, pot)
  const [review, hidden] = [aReview({ product_id: 'pot' }), ofStore()]
  await addReviews(it, mine, review, hidden)
  const { text } = await readFeed(it, await pathOf(it, mine))
  expect([text.includes(review.id), text.includes(hidden.id)]).toEqual([true, false])
  const day = review.created_at.toISOString().slice(0, 10)
  const store = { store_id: mine.storeId, time_zone: 'UTC' }
  const days = await readDays(it.database, store, { from: day, to: day }, Date.parse('2026-06-01'))
  expect(days).toMatchObject([{ reviews: 1, stars: [0, 0, 0, 0, 1] }])
})

describe('the management API', () => {
  const given = (external_id: string, change: object = {}) => ({
    ...{ external_id, subject: 'store', rating: 4, display_name: 'Ana M.', body: 'Ships fast.', ...change },
  })

  test('takes reviews of the store, without a product, and tells them from others', async () => {
    const { send, store } = await aManageKey(it)
    const { status, body } = await send('POST', '/reviews', given('s-1'))
    expect([status, body.subject, body.product_id, body.state]).toEqual([201, 'store', '', 'published'])
    expectError(await send('POST', '/reviews', given('s-1')), 422, 103)
    const both = await send('POST', '/reviews', given('s-2', { product_id: 'P-1', product_sku: 'S' }))
    expectInvalid(
      both,
      'product_id: Expected subject=store or product_id, received both; product_sku: Expected subject=store or product_sku, received both',
    )
    expectInvalid(
      await send('POST', '/reviews', given('s-3', { subject: 'shop' })),
      'subject: Expected one of product, store',
    )
    const { subject: _, ...unnamed } = given('s-4')
    expectInvalid(await send('POST', '/reviews', unnamed), 'product_id: Required')
    const product = await send('POST', '/reviews', { ...unnamed, product_id: 'P-1' })
    expect(product.body).toMatchObject({ subject: 'product', product_id: 'P-1' })
    const listed = async (query: string) =>
      (await send('GET', `/reviews${query}`)).body.data.map((one: { subject: string }) => one.subject)
    expect(await listed('')).toEqual(['product', 'store'])
    expect(await listed('?subject=store')).toEqual(['store'])
    expect(await listed('?subject=product')).toEqual(['product'])
    expect(await listed('?subject=store&updated_since=2020-01-01T00:00:00Z')).toEqual(['store'])
    expectInvalid(
      await send('GET', '/reviews?subject=store&product_id=P-1'),
      'product_id: Expected product_id or subject, received both',
    )
    expect((await readAs(it, store, 'store-rating.json')).body).toMatchObject({ average: 4, total: 1 })
    expect((await send('GET', '/products')).body.data).toHaveLength(1)
  })

  test('verifies one that names an order of the store, once for each buyer', async () => {
    const { send } = await aManageKey(it)
    const order = anOrder({
      products: [anOrderProduct({ product_id: 'P-7' })],
      customers: [aCustomer({ email: 'ana@example.com' })],
    })
    await send('POST', '/orders/batch', { orders: [order] })
    const of = (id: string, change: object = {}) =>
      send('POST', '/reviews', given(id, { order_id: order.order_id, email: 'ana@example.com', ...change }))
    const both = await Promise.all([of('v-1'), of('v-2')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const made = both.find(({ status }) => status === 201)
    expect(made?.body).toMatchObject({ verified_purchase: true, order_id: order.order_id })
    expectError(await of('v-3', { order_id: 'none' }), 404, 804042)
  })
})

describe('no product takes the place of the store', () => {
  test('not by an API', async () => {
    const { send, store } = await aManageKey(it)
    const short = 'String must contain at least 1 character(s)'
    const product = {
      product_id: '',
      name: 'X',
      price: 1,
      sku: '',
      gtin: '',
      mpn: '',
      url: 'https://shop.example',
    }
    const headers = {
      'x-api-key': store.apiKey,
      'x-store-id': store.storeId,
      'content-type': 'application/json',
    }
    expectInvalid(await it.send('POST', '/products', { headers, body: product }), `product_id: ${short}`)
    const order = anOrder({ products: [anOrderProduct({ product_id: '' })] })
    expectInvalid(
      await it.send('POST', '/orders', { headers, body: order }),
      `products.0.product_id: ${short}`,
    )
    const batch = await send('POST', '/orders/batch', { orders: [order, anOrder()] })
    expect(batch.body.results.map(({ status }: { status: number }) => status)).toEqual([400, 201])
    expectInvalid(await send('PUT', '/products/', product), `product_id: ${short}`)
    expectInvalid(
      await send('POST', '/reviews', { external_id: 'x', product_id: '', rating: 1, display_name: 'A' }),
      `product_id: ${short}`,
    )
    expectInvalid(
      await send('POST', '/questions', { external_id: 'x', product_id: '', body: 'Q', display_name: 'A' }),
      `product_id: ${short}`,
    )
  })

  test('not in the database', async () => {
    const { storeId } = shop
    const added = it.database.query(sql`
      insert into products (store_id, product_id, id, sku, name, price, url, created_at)
      values (${storeId}, '', ${crypto.randomUUID()}, '', '', 0, '', ${new Date()})`)
    await expect(added).rejects.toThrow('products_have_ids')
  })
})

describe('a CSV file', () => {
  test('has reviews of the store by its column subject, and a second import has none', async () => {
    const file = aFile(
      { product_id: 'P-1', title: 'Good', body: 'Boils.', subject: 'product' },
      { product_id: '', title: 'Fast', body: 'Arrived in a day.', subject: 'Store', product_name: 'ignored' },
      { product_id: '', title: 'Neither', body: 'x', subject: '' },
      { product_id: 'P-1', title: 'Both', body: 'x', subject: 'store' },
    )
    const report = await importText(it, shop.storeId, file)
    expect(report).toMatchObject({ imported: 2, unread: [] })
    expect(report.refused).toEqual([
      { row: 3, column: 'product_id', problem: expect.stringContaining('write store as its subject') },
      { row: 4, column: 'subject', problem: expect.stringContaining('Leave one of them empty') },
    ])
    expect((await importText(it, shop.storeId, file)).imported).toBe(0)
    await hearAll(it)
    const { body } = await readAs(it, shop, 'store-reviews.json')
    expect(body).toMatchObject({ count: 1, result: [{ title: 'Fast' }] })
  })

  test('of another system keeps its column subject as the title', async () => {
    const report = await importText(
      it,
      shop.storeId,
      'product_id,stars,subject,review\nP-1,5,Store,Boils fast',
    )
    expect(report).toMatchObject({ imported: 1, columns: { title: 'subject' } })
    await hearAll(it)
    expect((await readAs(it, shop, 'reviews.json')).body).toMatchObject({ result: [{ title: 'Store' }] })
  })
})

test('two stores do not share the reviews of themselves', async () => {
  const other = await aStore(it.database)
  const review = ofStore({ rating: 1 })
  await addReviews(it, shop, review)
  await addReviews(it, other, { ...ofStore({ rating: 5 }), id: review.id })
  await castVote(shop, review.id)
  await it.database.query(
    sql`update rating_summaries set one = 7 where store_id = ${shop.storeId} and product_id = ''`,
  )
  const found = await checkRatings(it.database, false)
  expect(found).toMatchObject({ status: 'error', detail: expect.stringContaining('the store itself') })
  expect(found.detail).not.toContain(other.storeId)
  await checkRatings(it.database, true)
  await hearAll(it)
  const read = async (member: Member) => (await readAs(it, member, 'store-reviews.json')).body.result
  expect(await read(shop)).toMatchObject([{ rating: 1, votes: 1 }])
  expect(await read(other)).toMatchObject([{ rating: 5, votes: 0 }])
  expect((await readAs(it, shop, 'store-rating.json')).body).toMatchObject({ average: 1, total: 1 })
})
