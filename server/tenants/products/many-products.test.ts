import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { startTestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { addProducts, addReviews, readAs } from '../../test/reading.ts'
import { aStore } from '../../test/users.ts'
import { idsWithZeros } from './ids-with-zeros.ts'
import { addSeenProducts } from './products.ts'

const it = openForTests(startTestApp)

const numbered = (count: number) => Array.from({ length: count }, (_, at) => String(at).padStart(3, '0'))

test('a read by SKU is about the first hundred products that have it', async () => {
  const shop = await aStore(it.database)
  const ids = numbered(101)
  await addProducts(it, shop, Object.fromEntries(ids.map(id => [id, 'none'])))
  await addReviews(it, shop, ...ids.map(product_id => aReview({ product_id })))
  const count = async (asked: Record<string, string>) =>
    (await readAs(it, shop, 'reviews.json', { limit: '1', ...asked })).body.count
  expect(await count({ product_sku: 'none' })).toBe(100)
  expect(await count({ product_id: '100' })).toBe(1)
  expect(await count({})).toBe(101)
})

test('a hundred groups are proposed at a time, none of more than ten products', async () => {
  const shop = await aStore(it.database)
  const owner = await aMember(it, shop.storeId, 'owner')
  const pairs = numbered(101).flatMap(sku => ['a', 'b'].map(one => [`${sku}${one}`, sku]))
  const many = (sku: string, count: number) => numbered(count).map(id => [`${sku}${id}`, sku])
  await addProducts(it, shop, Object.fromEntries([...pairs, ...many('+10', 10), ...many('+11', 11)]))
  const { body } = await owner.send('GET', `/stores/${shop.storeId}/product-groups/proposals`)
  const skus = body.result.map(({ sku }: { sku: string }) => sku)
  expect(skus).toHaveLength(100)
  expect(skus).toContain('+10')
  expect(skus).not.toContain('+11')
})

test('the preview of a mail has two products of the catalogue', async () => {
  const shop = await aStore(it.database, { locale: 'en' })
  const viewer = await aMember(it, shop.storeId, 'viewer')
  const products = ['Moka pot', 'Kettle', 'Grinder'].map((name, at) => ({
    ...{ product_id: String(at), sku: '', name, url: 'https://shop.example/p' },
  }))
  await addSeenProducts(it.database, shop.storeId, products, new Date())
  const mail = { kind: 'request', language: 'en' }
  const { body } = await viewer.send('POST', `/stores/${shop.storeId}/mail/preview`, { mail })
  expect(body.text).toContain('Moka pot')
  expect(body.text).toContain('Kettle')
  expect(body.text).not.toContain('Grinder')
})

test('of ids with zeros before them, 10,000 are compared', async () => {
  const { storeId } = await aStore(it.database)
  await it.database.query(sql`
    insert into products (store_id, product_id, id, sku, name, price, url, created_at)
    select ${storeId}, '0' || number, gen_random_uuid(), '', '', 0, '', now()
    from generate_series(10000, 20000) as number`)
  const found = await idsWithZeros(it.database, storeId)
  expect(found.size).toBe(10_000)
  expect([found.get('10000'), found.get('20000')]).toEqual(['010000', undefined])
})
