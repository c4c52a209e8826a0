import { once } from 'node:events'
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { changeReview } from '../../answers/reviews/reviews.ts'
import { createProducts } from '../../tenants/products/products.ts'
import { markDeleted } from '../../tenants/stores/stores.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { addLoggedChanges } from '../../test/database/logged-changes.ts'
import { aShop, by, pathOf, pot, readFeed } from '../../test/exchange/feeds/feed-shops.ts'
import { aProduct, aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import { addReviews } from '../../test/reading.ts'
import { deleteFeed, listFeeds } from './feeds.ts'

const service = openForTests(() => startTestApp({ PUBLIC_URL: 'https://reviews.example' }))

describe('the address of a feed', () => {
  test('opens its own store and format, until it is deleted', async () => {
    const [shop, other] = [await aShop(service, pot), await aShop(service, pot)]
    await addReviews(service, shop, aReview({ product_id: 'pot', body: 'Ours' }))
    await addReviews(service, other, aReview({ product_id: 'pot', body: 'Theirs' }))
    const path = await pathOf(service, shop)
    const [, token = ''] = path.split('/').slice(1)
    expect((await readFeed(service, path)).text).not.toContain('Theirs')
    const [, foreign = ''] = (await pathOf(service, other)).split('/').slice(1)
    const wrong = [
      `/feeds/${token}/meta-reviews.csv`,
      `/feeds/${foreign.slice(0, 22)}${token.slice(22)}/google-product-reviews.xml`,
      `/feeds/${token.slice(0, -1)}/google-product-reviews.xml`,
      `/feeds/${'x'.repeat(65)}/google-product-reviews.xml`,
      `/feeds/${'%00'.repeat(65)}/google-product-reviews.xml`,
      ...['0', '2', '-1', 'x', '99999'].map(part => `${path}?part=${part}`),
    ]
    for (const one of wrong) expectError(await service.send('GET', one), 404, 8141340)
    const [feed] = await listFeeds(service.database, shop.storeId)
    const remove = (storeId: string) =>
      service.database.transaction(tx => deleteFeed(tx, storeId, feed?.feed_id ?? '', by))
    await expect(remove(other.storeId)).rejects.toThrow()
    await remove(shop.storeId)
    expectError(await service.send('GET', path), 404, 8141340)
    await expect(remove(shop.storeId)).rejects.toThrow()
  })

  test('is closed while the store is inactive, and when it is deleted', async () => {
    const shop = await aShop(service, pot)
    const path = await pathOf(service, shop)
    await changeSettings(service, shop.storeId, { active: false })
    expectError(await service.send('GET', path), 404, 8141340)
    await changeSettings(service, shop.storeId, { active: true })
    expect((await readFeed(service, path)).status).toBe(200)
    await service.database.transaction(tx => markDeleted(tx, shop.storeId, by.at))
    expectError(await service.send('GET', path), 404, 8141340)
  })

  test('answers 304 until a review, a product or a setting changes', async () => {
    const shop = await aShop(service, pot)
    const review = aReview({ product_id: 'pot' })
    await addReviews(service, shop, review)
    const path = await pathOf(service, shop)
    let etag = (await readFeed(service, path)).headers.get('etag') ?? ''
    const change = (body: string) =>
      service.database.transaction(tx =>
        changeReview(tx, shop.storeId, review.id, { ...by, action: 'change' }, () => ({ body })),
      )
    const changes = [
      () => change('Another text'),
      () => addReviews(service, shop, aReview({ product_id: 'pot' })),
      () => createProducts(service.database, Date.now).create(shop.storeId, aProduct({ product_id: 'new' })),
      () => changeSettings(service, shop.storeId, { name: 'Another name' }),
    ]
    for (const act of changes) {
      for (const sent of [etag, etag.replace(/"$/, '-gzip"')]) {
        const known = await readFeed(service, path, { 'if-none-match': sent })
        expect([known.status, known.text]).toEqual([304, ''])
      }
      await act()
      const answer = await readFeed(service, path, { 'if-none-match': etag })
      expect(answer.status).toBe(200)
      etag = answer.headers.get('etag') ?? ''
    }
  })

  test('is the same after a change of the log before its newest 200', async () => {
    const shop = await aShop(service, pot)
    const path = await pathOf(service, shop)
    const log = (from: number, to: number) =>
      addLoggedChanges(service.database, shop.storeId, [from, to], { type: 'store', id: 'x' })
    await service.database.query(sql`delete from audit_log where store_id = ${shop.storeId}`)
    await log(101, 300)
    const etag = (await readFeed(service, path)).headers.get('etag') ?? ''
    await log(100, 100)
    expect((await readFeed(service, path, { 'if-none-match': etag })).status).toBe(304)
    await log(301, 301)
    expect((await readFeed(service, path, { 'if-none-match': etag })).status).toBe(200)
  })

  test('answers HEAD without reading the reviews', async () => {
    const path = await pathOf(service, await aShop(service, pot))
    const { status, headers } = await fetch(service.url + path, { method: 'HEAD' })
    const read = await readFeed(service, path)
    expect([status, read.status]).toEqual([200, 200])
    for (const name of [
      'etag',
      'vary',
      'content-type',
      'content-length',
      'content-encoding',
      'cache-control',
    ])
      expect([name, headers.get(name)]).toEqual([name, read.headers.get(name)])
  })

  test('is sent compressed to a reader that accepts it', async () => {
    const shop = await aShop(service, pot)
    await addReviews(service, shop, aReview({ product_id: 'pot' }))
    const path = await pathOf(service, shop)
    const [request] = await once(
      get(service.url + path, { headers: { 'accept-encoding': 'gzip' } }),
      'response',
    )
    expect(request.headers['content-encoding']).toBe('gzip')
    expect(request.headers.vary).toBe('Accept-Encoding')
    const bytes = Buffer.concat(await request.toArray())
    const plain = await readFeed(service, path, { 'accept-encoding': 'gzip;q=0' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(gunzipSync(bytes).toString()).toBe(plain.text)
  })

  test('is read in full 120 times an hour at most, and costs nothing while it is known', async () => {
    const shop = await aShop(service, pot)
    const path = await pathOf(service, shop)
    const etag = (await readFeed(service, path)).headers.get('etag') ?? ''
    for (let times = 1; times < 120; times++) expect((await readFeed(service, path)).status).toBe(200)
    const { status, headers } = await readFeed(service, path)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    // A reader that keeps it with the error would get 304 from now on.
    expect(headers.get('etag')).toBeNull()
    expect((await readFeed(service, path, { 'if-none-match': etag })).status).toBe(304)
    // The budget is of the store, so another store reads on.
    expect((await readFeed(service, await pathOf(service, await aShop(service, pot)))).status).toBe(200)
  })
})

test('a store has at most 20 feeds, also with two requests at once', async () => {
  const shop = await aShop(service, pot)
  for (let index = 0; index < 19; index++) await pathOf(service, shop)
  const client = await aManageKey(service, { store: shop })
  const create = () => client.send('POST', '/feeds', { format: 'meta' })
  const answers = await Promise.all([create(), create()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  const refused = await create()
  expectError(refused, 400, 802030)
  expect(refused.body.user_message.en_us).toContain('more than 20; delete one first')
  const [{ feed_id } = { feed_id: '' }] = await listFeeds(service.database, shop.storeId)
  expect((await client.send('DELETE', `/feeds/${feed_id}`)).status).toBe(204)
  expect((await create()).status).toBe(201)
})
