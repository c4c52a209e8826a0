import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { moveGroupSums } from '../../answers/reviews/sums/group-sums.ts'
import { countWithoutAddress } from '../../tenants/products/addresses.ts'
import { groupProducts } from '../../tenants/products/product-groups.ts'
import { createProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp } from '../../test/app.ts'
import { aShop, by, elementsOf, pathOf, pot, readFeed } from '../../test/exchange/feeds/feed-shops.ts'
import { violationsOf } from '../../test/exchange/feeds/google-feed.ts'
import { aProduct, aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../test/hearing.ts'
import { addReviews } from '../../test/reading.ts'

const service = openForTests(() => startTestApp({ PUBLIC_URL: 'https://reviews.example' }))

describe('the feed for Google', () => {
  test('contains these fields of a review, in this order, and no other', async () => {
    const shop = await aShop(service, pot)
    const review = aReview({
      ...{ product_id: 'pot', order_id: 'A-1', rating: 2, language: 'pt-BR', display_name: 'Maria da Silva' },
      ...{ title: 'Bom', body: 'Escreva para ana@example.com & <b>', email: 'maria@secret.example' },
      pictures: [`${'a'.repeat(40)}-1600.webp`],
    })
    const rest = aReview({ product_id: 'pot', display_name: '', title: '', incentivized: true })
    await addReviews(service, shop, review, rest)
    const { status, headers, text } = await readFeed(service, await pathOf(service, shop))
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
    const shop = await aShop(service, pot)
    const states = ['unconfirmed', 'pending', 'rejected', 'removed'] as const
    await addReviews(
      service,
      shop,
      ...[1, 2, 3, 4, 5].map(rating => aReview({ product_id: 'pot', rating })),
      ...states.map(state => aReview({ product_id: 'pot', state, body: 'Hidden' })),
      aReview({ product_id: 'pot', order_id: 'realword-test-1', body: 'Of a test order' }),
      // Where no reader would see who wrote it.
      aReview({ product_id: 'pot', rating: 5, insider: true, body: 'Of the team' }),
    )
    const { text } = await readFeed(service, await pathOf(service, shop))
    expect(elementsOf(text, 'overall')).toEqual(['1', '2', '3', '4', '5'])
    expect(text).not.toMatch(/Hidden|test order/)
  })

  test('without reviews it has no empty list, which the schema forbids', async () => {
    const { text } = await readFeed(service, await pathOf(service, await aShop(service, pot)))
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
    const shop = await aShop(service, {
      ...pot,
      name: '\u0001]]>',
      sku: '\u0001',
      mpn: '\u0002',
      gtin: 'no code',
    })
    await changeSettings(service, shop.storeId, { name: 'Shop \u0001 ]]> & Co' })
    await addReviews(
      service,
      shop,
      ...hostile.map(text => aReview({ product_id: 'pot', title: text, body: text, display_name: text })),
    )
    const { text } = await readFeed(service, await pathOf(service, shop))
    expect(violationsOf(text)).toEqual([])
    // The last one has no character that can be written.
    expect(elementsOf(text, 'review_id')).toHaveLength(hostile.length - 1)
    expect(elementsOf(text, 'content')[3]).toBe('abcdefghi')
    expect(elementsOf(text, 'content')[0]).toBe(']]&gt;')
  })

  test('names the ids of all products that share the review, without numbers that are no GTIN', async () => {
    const other = { ...pot, product_id: 'pot-red', sku: 'POT-6R', mpn: 'MP-6' }
    const shop = await aShop(
      service,
      pot,
      { ...other, gtin: '96385074' },
      { ...other, product_id: 'lone', sku: 'L' },
    )
    // The last digit of this one is wrong.
    const third = { ...other, product_id: 'pot-blue', sku: 'POT-6B', gtin: '7891234567890', mpn: '' }
    await createProducts(service.database, Date.now).create(shop.storeId, aProduct(third))
    const productIds = ['pot', 'pot-red', 'pot-blue']
    await service.database.transaction(tx =>
      groupProducts(tx, shop.storeId, { productIds, move: false }, moveGroupSums, by),
    )
    await addReviews(service, shop, aReview({ product_id: 'pot' }))
    const { text } = await readFeed(service, await pathOf(service, shop))
    expect(elementsOf(text, 'sku').toSorted()).toEqual(['POT-6', 'POT-6B', 'POT-6R'])
    expect(elementsOf(text, 'gtin').toSorted()).toEqual(['7891234567895', '96385074'])
    expect(elementsOf(text, 'mpn')).toEqual(['MP-6'])
    expect(violationsOf(text)).toEqual([])
  })

  test('names at most a hundred ids of a kind, also of a larger group that an archive brought', async () => {
    const shop = await aShop(service, pot)
    await service.database.query(sql`
      insert into products (store_id, id, product_id, sku, mpn, name, price, url, created_at, group_id)
      select ${shop.storeId}, gen_random_uuid(), 'pot-' || number, 'S-' || number, 'M-' || number, '', 0, '', ${by.at},
        ${shop.storeId}::uuid
      from generate_series(1, 100) as number`)
    await service.database.query(sql`
      update products
      set group_id = ${shop.storeId}::uuid
      where store_id = ${shop.storeId} and product_id = 'pot'`)
    await addReviews(service, shop, aReview({ product_id: 'pot' }))
    const { text } = await readFeed(service, await pathOf(service, shop))
    for (const kind of ['sku', 'mpn']) expect(new Set(elementsOf(text, kind)).size).toBe(100)
    expect(violationsOf(text)).toEqual([])
  })

  test('leaves out a text that was only a masked address', async () => {
    const shop = await aShop(service, pot)
    await addReviews(
      service,
      shop,
      aReview({ product_id: 'pot', title: '', body: '(ana@example.com).' }),
      aReview({ product_id: 'pot', title: 'Good', body: 'ana@example.com' }),
      aReview({ product_id: 'pot', title: 'ana@example.com', body: '!!!' }),
    )
    const { text } = await readFeed(service, await pathOf(service, shop))
    expect(elementsOf(text, 'content').toSorted()).toEqual(['!!!', 'Good'])
    expect(elementsOf(text, 'title')).toEqual([])
  })

  test('leaves out products without an address, unless the store has a pattern for them', async () => {
    const urls = ['', 'ftp://shop.example/x', 'https://localhost/x', 'javascript:alert(1)']
    const products = urls.map((url, index) => ({ product_id: `p/${index}?&é`, url }))
    const shop = await aShop(service, ...products, pot)
    await addReviews(service, shop, ...[...products, pot].map(({ product_id }) => aReview({ product_id })))
    const path = await pathOf(service, shop)
    const count = async () =>
      await countWithoutAddress(
        service.database,
        shop.storeId,
        await readStore(service.database, shop.storeId),
      )
    expect(elementsOf((await readFeed(service, path)).text, 'product_url')).toEqual([pot.url])
    expect(await count()).toBe(4)
    await changeSettings(service, shop.storeId, { product_url: 'https://shop.example/p/{product_id}' })
    const { text } = await readFeed(service, path)
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
    const shop = await aShop(service, pot)
    const review = aReview({ product_id: 'pot', title: '=1+1', body: '@SUM(A1)\n"quoted", and a comma' })
    await addReviews(service, shop, review)
    const { headers, text } = await readFeed(service, await pathOf(service, shop, 'meta'))
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
