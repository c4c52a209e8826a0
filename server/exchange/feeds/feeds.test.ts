import { once } from 'node:events'
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveGroupSums } from '../../answers/reviews/group-sums.ts'
import { changeReview } from '../../answers/reviews/reviews.ts'
import { countWithoutAddress } from '../../tenants/products/addresses.ts'
import { groupProducts } from '../../tenants/products/product-groups.ts'
import { createProducts } from '../../tenants/products/products.ts'
import { markDeleted, readStore, updateStore } from '../../tenants/stores/stores.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { violationsOf } from '../../test/exchange/feeds/google-feed.ts'
import { aProduct, aReview } from '../../test/factories.ts'
import { aManageKey } from '../../test/management.ts'
import { addReviews } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { createFeed, deleteFeed, type FeedFormat, feedFiles, listFeeds } from './feeds.ts'
import { formatOf, startProgress, writeFeed } from './write-feed.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp({ PUBLIC_URL: 'https://reviews.example' })
})
afterAll(() => service.close())

const by = { at: new Date('2026-03-20T12:00:00Z'), actor: 'command' } as const

async function aShop(...products: Partial<ReturnType<typeof aProduct>>[]): Promise<Member> {
  const shop = await aStore(service.database, { name: 'Café & Co', locale: 'en' })
  const all = createProducts(service.database, Date.now)
  for (const product of products) await all.create(shop.storeId, aProduct(product))
  return shop
}

const pot = {
  ...{ product_id: 'pot', name: 'Moka pot', sku: 'POT-6', gtin: '7891234567895', mpn: 'MP-6' },
  ...{ url: 'https://shop.example/p/pot', pictures: ['https://shop.example/pot.jpg'] },
}

async function pathOf({ storeId }: Member, format: FeedFormat = 'google'): Promise<string> {
  const { token } = await service.database.transaction(tx => createFeed(tx, storeId, format, by))
  return `/feeds/${token}/${feedFiles[format]}`
}

async function readFeed(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(service.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const elementsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

describe('the feed for Google', () => {
  test('contains these fields of a review, in this order, and no other', async () => {
    const shop = await aShop(pot)
    const review = aReview({
      ...{ product_id: 'pot', order_id: 'A-1', rating: 2, language: 'pt-BR', display_name: 'Maria da Silva' },
      ...{ title: 'Bom', body: 'Escreva para ana@example.com & <b>', email: 'maria@secret.example' },
      pictures: [`${'a'.repeat(40)}-1600.webp`],
    })
    const rest = aReview({ product_id: 'pot', display_name: '', title: '', incentivized: true })
    await addReviews(service, shop, review, rest)
    const { status, headers, text } = await readFeed(await pathOf(shop))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd">
<version>2.4</version>
<aggregator><name>Realword</name></aggregator>
<publisher><name>Café &amp; Co</name></publisher>
<reviews>
<review><review_id>${review.id}</review_id><reviewer><name>Maria S.</name></reviewer><review_timestamp>${review.created_at.toISOString()}</review_timestamp><title>Bom</title><content>Escreva para ••• &amp; &lt;b&gt;</content><review_language>pt-BR</review_language><review_url type="group">https://shop.example/p/pot</review_url><reviewer_images><reviewer_image><url>https://reviews.example/pictures/${'a'.repeat(40)}-1600.webp</url></reviewer_image></reviewer_images><ratings><overall min="1" max="5">2</overall></ratings><products><product><product_ids><gtins><gtin>7891234567895</gtin></gtins><mpns><mpn>MP-6</mpn></mpns><skus><sku>POT-6</sku></skus></product_ids><product_name>Moka pot</product_name><product_url>https://shop.example/p/pot</product_url></product></products><is_spam>false</is_spam><is_verified_purchase>true</is_verified_purchase><is_incentivized_review>false</is_incentivized_review><collection_method>post_fulfillment</collection_method></review>
<review><review_id>${rest.id}</review_id><reviewer><name is_anonymous="true">Anonymous</name></reviewer><review_timestamp>${rest.created_at.toISOString()}</review_timestamp><content>Heats fast and does not leak.</content><review_language>en</review_language><review_url type="group">https://shop.example/p/pot</review_url><ratings><overall min="1" max="5">5</overall></ratings><products><product><product_ids><gtins><gtin>7891234567895</gtin></gtins><mpns><mpn>MP-6</mpn></mpns><skus><sku>POT-6</sku></skus></product_ids><product_name>Moka pot</product_name><product_url>https://shop.example/p/pot</product_url></product></products><is_spam>false</is_spam><is_verified_purchase>false</is_verified_purchase><is_incentivized_review>true</is_incentivized_review></review>
</reviews>
</feed>
`)
    expect(violationsOf(text)).toEqual([])
  })

  test('has all published reviews whatever their stars, and nothing unpublished', async () => {
    const shop = await aShop(pot)
    const states = ['unconfirmed', 'pending', 'rejected', 'removed'] as const
    await addReviews(
      service,
      shop,
      ...[1, 2, 3, 4, 5].map(rating => aReview({ product_id: 'pot', rating })),
      ...states.map(state => aReview({ product_id: 'pot', state, body: 'Hidden' })),
      aReview({ product_id: 'pot', order_id: 'realword-test-1', body: 'Of a test order' }),
    )
    const { text } = await readFeed(await pathOf(shop))
    expect(elementsOf(text, 'overall')).toEqual(['1', '2', '3', '4', '5'])
    expect(text).not.toMatch(/Hidden|test order/)
  })

  test('without reviews it has no empty list, which the schema forbids', async () => {
    const { text } = await readFeed(await pathOf(await aShop(pot)))
    expect(text).not.toContain('<reviews>')
    expect(violationsOf(text)).toEqual([])
  })

  test('stays valid whatever the texts contain', async () => {
    const hostile = [
      ']]>',
      '<![CDATA[x]]></content></review></feed>',
      '&amp; &#0; &nbsp; "quoted"',
      'a\u0001b\u0008c\u000bd\u001fe\u007ff\u0085g\ufffeh\uffffi',
      'emoji 😀 and \u{10ffff}',
      '\u0002\u0003',
    ]
    const shop = await aShop({ ...pot, name: '\u0001]]>', sku: '\u0001', mpn: '\u0002', gtin: 'no code' })
    await updateStore(service.database, shop.storeId, { name: 'Shop \u0001 ]]> & Co' })
    await addReviews(
      service,
      shop,
      ...hostile.map(text => aReview({ product_id: 'pot', title: text, body: text, display_name: text })),
    )
    const { text } = await readFeed(await pathOf(shop))
    expect(violationsOf(text)).toEqual([])
    // The last one has no character that can be written.
    expect(elementsOf(text, 'review_id')).toHaveLength(hostile.length - 1)
    expect(elementsOf(text, 'content')[3]).toBe('abcdefghi')
    expect(elementsOf(text, 'content')[0]).toBe(']]&gt;')
  })

  test('names the ids of all products that share the review, without numbers that are no GTIN', async () => {
    const other = { ...pot, product_id: 'pot-red', sku: 'POT-6R', mpn: 'MP-6' }
    const shop = await aShop(pot, { ...other, gtin: '96385074' }, { ...other, product_id: 'lone', sku: 'L' })
    // The last digit of this one is wrong.
    const third = { ...other, product_id: 'pot-blue', sku: 'POT-6B', gtin: '7891234567890', mpn: '' }
    await createProducts(service.database, Date.now).create(shop.storeId, aProduct(third))
    const productIds = ['pot', 'pot-red', 'pot-blue']
    await service.database.transaction(tx =>
      groupProducts(tx, shop.storeId, { productIds, move: false }, moveGroupSums, by),
    )
    await addReviews(service, shop, aReview({ product_id: 'pot' }))
    const { text } = await readFeed(await pathOf(shop))
    expect(elementsOf(text, 'sku').toSorted()).toEqual(['POT-6', 'POT-6B', 'POT-6R'])
    expect(elementsOf(text, 'gtin').toSorted()).toEqual(['7891234567895', '96385074'])
    expect(elementsOf(text, 'mpn')).toEqual(['MP-6'])
    expect(violationsOf(text)).toEqual([])
  })

  test('leaves out a text that was only a masked address', async () => {
    const shop = await aShop(pot)
    await addReviews(
      service,
      shop,
      aReview({ product_id: 'pot', title: '', body: '(ana@example.com).' }),
      aReview({ product_id: 'pot', title: 'Good', body: 'ana@example.com' }),
      aReview({ product_id: 'pot', title: 'ana@example.com', body: '!!!' }),
    )
    const { text } = await readFeed(await pathOf(shop))
    expect(elementsOf(text, 'content').toSorted()).toEqual(['!!!', 'Good'])
    expect(elementsOf(text, 'title')).toEqual([])
  })

  test('leaves out products without an address, unless the store has a pattern for them', async () => {
    const urls = ['', 'ftp://shop.example/x', 'https://localhost/x', 'javascript:alert(1)']
    const products = urls.map((url, index) => ({ product_id: `p/${index}?&é`, url }))
    const shop = await aShop(...products, pot)
    await addReviews(service, shop, ...[...products, pot].map(({ product_id }) => aReview({ product_id })))
    const path = await pathOf(shop)
    const count = async () =>
      await countWithoutAddress(
        service.database,
        shop.storeId,
        await readStore(service.database, shop.storeId),
      )
    expect(elementsOf((await readFeed(path)).text, 'product_url')).toEqual([pot.url])
    expect(await count()).toBe(4)
    await updateStore(service.database, shop.storeId, { product_url: 'https://shop.example/p/{product_id}' })
    const { text } = await readFeed(path)
    expect(elementsOf(text, 'product_url')).toEqual([
      ...[0, 1, 2, 3].map(index => `https://shop.example/p/p%2F${index}%3F%26%C3%A9`),
      pot.url,
    ])
    expect(violationsOf(text)).toEqual([])
    expect(await count()).toBe(0)
  })
})

describe('the feed for Meta', () => {
  test('has a row for each review, and no cell that a spreadsheet reads as a formula', async () => {
    const shop = await aShop(pot)
    const review = aReview({ product_id: 'pot', title: '=1+1', body: '@SUM(A1)\n"quoted", and a comma' })
    await addReviews(service, shop, review)
    const { headers, text } = await readFeed(await pathOf(shop, 'meta'))
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(parse(text, { columns: true })).toEqual([
      {
        ...{ aggregator: 'Realword', 'store.name': 'Café & Co', 'store.id': shop.storeId },
        ...{ 'store.storeUrls': '["https://shop.example"]', reviewID: review.id, rating: '5' },
        ...{ title: "'=1+1", content: '\'@SUM(A1)\n"quoted", and a comma' },
        ...{ created_at: review.created_at.toISOString(), review_image_urls: '', incentivized: 'false' },
        ...{ has_verified_purchase: 'false', 'reviewer.name': 'Ana M.', 'reviewer.isAnonymous': 'false' },
        ...{ 'product.name': 'Moka pot', 'product.url': pot.url },
        'product.imageUrls': '["https://shop.example/pot.jpg"]',
      },
    ])
  })
})

describe('the address of a feed', () => {
  test('opens its own store and format, until it is deleted', async () => {
    const [shop, other] = [await aShop(pot), await aShop(pot)]
    await addReviews(service, shop, aReview({ product_id: 'pot', body: 'Ours' }))
    await addReviews(service, other, aReview({ product_id: 'pot', body: 'Theirs' }))
    const path = await pathOf(shop)
    const [, token = ''] = path.split('/').slice(1)
    expect((await readFeed(path)).text).not.toContain('Theirs')
    const [, foreign = ''] = (await pathOf(other)).split('/').slice(1)
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
    const shop = await aShop(pot)
    const path = await pathOf(shop)
    await updateStore(service.database, shop.storeId, { active: false })
    expectError(await service.send('GET', path), 404, 8141340)
    await updateStore(service.database, shop.storeId, { active: true })
    expect((await readFeed(path)).status).toBe(200)
    await service.database.transaction(tx => markDeleted(tx, shop.storeId, by.at))
    expectError(await service.send('GET', path), 404, 8141340)
  })

  test('answers 304 until a review, a product or a setting changes', async () => {
    const shop = await aShop(pot)
    const review = aReview({ product_id: 'pot' })
    await addReviews(service, shop, review)
    const path = await pathOf(shop)
    let etag = (await readFeed(path)).headers.get('etag') ?? ''
    const change = (body: string) =>
      service.database.transaction(tx =>
        changeReview(tx, shop.storeId, review.id, { ...by, action: 'change' }, () => ({ body })),
      )
    const changes = [
      () => change('Another text'),
      () => addReviews(service, shop, aReview({ product_id: 'pot' })),
      () => createProducts(service.database, Date.now).create(shop.storeId, aProduct({ product_id: 'new' })),
      () => updateStore(service.database, shop.storeId, { name: 'Another name' }),
    ]
    for (const act of changes) {
      for (const sent of [etag, etag.replace(/"$/, '-gzip"')]) {
        const known = await readFeed(path, { 'if-none-match': sent })
        expect([known.status, known.text]).toEqual([304, ''])
      }
      await act()
      const answer = await readFeed(path, { 'if-none-match': etag })
      expect(answer.status).toBe(200)
      etag = answer.headers.get('etag') ?? ''
    }
  })

  test('answers HEAD without reading the reviews', async () => {
    const path = await pathOf(await aShop(pot))
    const { status, headers } = await fetch(service.url + path, { method: 'HEAD' })
    const read = await readFeed(path)
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
    const shop = await aShop(pot)
    await addReviews(service, shop, aReview({ product_id: 'pot' }))
    const path = await pathOf(shop)
    const [request] = await once(
      get(service.url + path, { headers: { 'accept-encoding': 'gzip' } }),
      'response',
    )
    expect(request.headers['content-encoding']).toBe('gzip')
    expect(request.headers.vary).toBe('Accept-Encoding')
    const bytes = Buffer.concat(await request.toArray())
    const plain = await readFeed(path, { 'accept-encoding': 'gzip;q=0' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(gunzipSync(bytes).toString()).toBe(plain.text)
  })

  test('is read in full 120 times an hour at most, and costs nothing while it is known', async () => {
    const shop = await aShop(pot)
    const path = await pathOf(shop)
    const etag = (await readFeed(path)).headers.get('etag') ?? ''
    for (let times = 1; times < 120; times++) expect((await readFeed(path)).status).toBe(200)
    const { status, headers } = await readFeed(path)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    // A reader that keeps it with the error would get 304 from now on.
    expect(headers.get('etag')).toBeNull()
    expect((await readFeed(path, { 'if-none-match': etag })).status).toBe(304)
    // The budget is of the store, so another store reads on.
    expect((await readFeed(await pathOf(await aShop(pot)))).status).toBe(200)
  })
})

test('a store has at most 20 feeds, also with two requests at once', async () => {
  const { storeId } = await aShop(pot)
  for (let index = 0; index < 19; index++) await pathOf({ storeId } as Member)
  const client = await aManageKey(service, { store: { storeId } as Member })
  const create = () => client.send('POST', '/feeds', { format: 'meta' })
  const answers = await Promise.all([create(), create()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  const refused = await create()
  expectError(refused, 400, 802030)
  expect(refused.body.user_message.en_us).toContain('more than 20; delete one first')
  const [{ feed_id } = { feed_id: '' }] = await listFeeds(service.database, storeId)
  expect((await client.send('DELETE', `/feeds/${feed_id}`)).status).toBe(204)
  expect((await create()).status).toBe(201)
})

describe('a large feed', () => {
  test('is divided, and every review is in one part', async () => {
    const shop = await aShop(pot)
    await addManyReviews(shop, 12, '&'.repeat(50_000)) // 250 kB each in XML
    const path = await pathOf(shop)
    expectError(await service.send('GET', `${path}?part=2`), 404, 8141340)
    const first = await readFeed(path)
    const second = await readFeed(`${path}?part=2`)
    for (const { text } of [first, second]) expect(Buffer.byteLength(text)).toBeLessThan(2_000_100)
    const ids = [first, second].flatMap(({ text }) => elementsOf(text, 'review_id'))
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
    // A part keeps its end, so that reviews do not move between files that are fetched at different times.
    const again = elementsOf((await readFeed(path)).text, 'review_id')
    expect(again).toEqual(elementsOf(first.text, 'review_id'))
    expect((await listFeeds(service.database, shop.storeId))[0]?.breaks).toEqual([again.at(-1)])
  })

  test('a part that has grown beyond its size gives its last reviews to the next', async () => {
    const shop = await aShop(pot)
    await addManyReviews(shop, 300, 'Long enough')
    const store = await readStore(service.database, shop.storeId)
    const source = { db: service.database, store, publicUrl: 'https://reviews.example' }
    const read = async (after: string | null, until: string | null) => {
      const written = startProgress()
      const range = { after, until }
      const pieces = await Array.fromAsync(
        writeFeed(source, formatOf(store, 'google'), range, written, 50_000),
      )
      expect(violationsOf(pieces.join(''))).toEqual([])
      return { ids: elementsOf(pieces.join(''), 'review_id'), last: written.last }
    }
    const parts = []
    let last: string | null = null
    do {
      const part: Awaited<ReturnType<typeof read>> = await read(last, null)
      parts.push(part.ids)
      last = part.last
    } while (last !== null)
    expect(parts.length).toBeGreaterThan(3)
    expect(new Set(parts.flat()).size).toBe(300)
    // The first part reaches to the end of the second: it stops where it is full.
    const grown = await read(null, parts[1]?.at(-1) ?? null)
    expect([grown.ids, grown.last]).toEqual([parts[0], parts[0]?.at(-1)])
  })

  test('reviews that change while it is read appear at most once, and the file stays whole', async () => {
    const shop = await aShop(pot)
    await addManyReviews(shop, 1_000, 'Long enough')
    const { database } = service
    const store = await readStore(database, shop.storeId)
    const source = { db: database, store, publicUrl: 'https://reviews.example' }
    const pieces = writeFeed(source, formatOf(store, 'google'), { after: null, until: null }, startProgress())
    let text = (await pieces.next()).value ?? ''
    const act = { ...by, action: 'change' }
    const ids = (
      await database.query<{ id: string }>(sql`
        select id from reviews where store_id = ${shop.storeId} order by id`)
    ).map(({ id }) => id)
    await database.transaction(async tx => {
      for (const id of ids.slice(990))
        await changeReview(tx, shop.storeId, id, act, () => ({ state: 'rejected' }))
      await changeReview(tx, shop.storeId, ids[0] ?? '', act, () => ({ body: 'Changed' }))
      await changeReview(tx, shop.storeId, ids[980] ?? '', act, () => ({ body: 'Changed' }))
    })
    await addReviews(service, shop, aReview({ product_id: 'pot', body: 'New' }))
    for await (const piece of pieces) text += piece
    expect(violationsOf(text)).toEqual([])
    expect(elementsOf(text, 'review_id')).toHaveLength(991)
    expect(elementsOf(text, 'content').filter(body => body === 'Changed')).toHaveLength(1)
    expect(text).toContain('<content>New</content>')
  })

  test('a reader that leaves ends the work, and is no error', async () => {
    const shop = await aShop(pot)
    await addManyReviews(shop, 30, '&'.repeat(50_000))
    const path = await pathOf(shop)
    for (const encoding of ['br', 'gzip', 'identity']) {
      const request = get(service.url + path, { headers: { 'accept-encoding': encoding } })
      const [response] = await once(request, 'response')
      await once(response, 'readable')
      request.destroy()
    }
    // All readers would have had it divided, had they stayed.
    await expect
      .poll(() => service.database.connections().map(({ pool, used }) => [pool, used]))
      .toContainEqual(['main', 0])
    expect((await service.send('GET', '/health/live')).status).toBe(200)
  })
})

/** Inserts published reviews of the pot by SQL. */
async function addManyReviews({ storeId }: Member, count: number, body: string): Promise<void> {
  await service.database.query(sql`
    insert into reviews (
      store_id, id, product_id, rating, title, body, display_name, verified_purchase, pictures, state, votes, language,
      created_at, published_at, state_at, search
    )
    select ${storeId}, ('01990000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, 'pot', 1 + number % 5, '',
      ${body}, 'Ana', false, '[]', 'published', 0, 'en', ${by.at}, ${by.at}, ${by.at}, ''
    from generate_series(1, ${count}::integer) as number`)
}
