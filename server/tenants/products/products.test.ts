import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCreated, expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { testFields, testPrice } from '../../test/requests/field-rules.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'
import { addSeenProducts } from './products.ts'
import { lockGroups } from './sharing.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})
afterAll(() => service.close())

const post = (body: unknown, { headers }: Member = owner) =>
  service.send('POST', '/products', { headers, body })

// Section 2.4 of the specification, with the limits of docs/reference/api.md.
testFields(
  'a product',
  '',
  [
    { field: 'product_id', type: 'string', least: 1, most: 255 },
    { field: 'name', type: 'string', most: 2048 },
    { field: 'price', type: 'number', default: true },
    { field: 'sku', type: 'string', most: 255 },
    { field: 'gtin', type: 'string', most: 255 },
    { field: 'mpn', type: 'string', most: 255 },
    { field: 'url', type: 'string', most: 2048 },
    { field: 'pictures', type: 'array', optional: true, most: 50, element: () => '😀'.repeat(2048) },
  ],
  change => post({ ...aProduct(), ...change }),
)

testPrice('price', written => post(JSON.stringify(aProduct()).replace('"price":149.9', `"price":${written}`)))

test('every problem of a body is reported at once', async () => {
  expectInvalid(
    await post({ zzz: 1, pictures: [null] }),
    ...['product_id', 'name', 'sku', 'gtin', 'mpn', 'url'].map(field => `${field}: Required`),
    'pictures.0: Expected string, received null',
    'zzz: Unrecognized key(s) in object',
  )
})

describe('an accepted product', () => {
  test('is stored as sent, under the id in the answer', async () => {
    service.setNow('2026-03-06T12:00:00Z')
    const product = aProduct({ price: 1234567890.12, pictures: ['https://shop.example/1.jpg', ''] })
    const id = expectCreated(await post(product))
    const now = new Date('2026-03-06T12:00:00Z')
    expect(await stored(product.product_id)).toMatchObject({
      store_id: owner.storeId,
      id,
      ...product,
      price: '1234567890.12',
      completed_at: now,
      created_at: now,
      group_id: null,
      rated: false,
    })
  })

  test('without price and pictures costs 0 and has none', async () => {
    const { price: _, ...product } = aProduct()
    expectCreated(await post(product))
    expect(await stored(product.product_id)).toMatchObject({ price: '0', pictures: [] })
  })
})

describe('a product that was sent before', () => {
  test('is a duplicate, and stays as it was first sent', async () => {
    const product = aProduct()
    expectCreated(await post(product))
    const again = await post({ ...product, name: 'Another name' })
    expectError(again, 422, 103)
    expect(again.body.message).toBe('Product has already been sent')
    expect(again.body.user_message.en_us).toBe('Duplicated, Product has already been sent')
    expect(await stored(product.product_id)).toMatchObject({ name: product.name })
  })

  test('in 32 concurrent requests is created by one of them', async () => {
    const product = aProduct()
    const answers = await Promise.all(Array.from({ length: 32 }, () => post(product)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array(31).fill(422)])
  })

  test("does not conflict with another store's", async () => {
    const product = aProduct()
    expectCreated(await post(product))
    expectCreated(await post(product, outsider))
    expectError(await post(product, outsider), 422, 103)
  })
})

describe('a product known from an order', () => {
  test('is completed by the first request that sends it, and keeps its id', async () => {
    const line = anOrderProduct({ name: 'As the order has it' })
    const order = anOrder({ products: [line] })
    await service.send('POST', '/orders', { headers: owner.headers, body: order })
    const brought = await stored(line.product_id)
    expect(brought).toMatchObject({ name: 'As the order has it', gtin: null, completed_at: null })

    const product = aProduct({ product_id: line.product_id, name: 'As the store sent it' })
    expect(expectCreated(await post(product))).toBe(brought.id)
    expect(await stored(line.product_id)).toMatchObject({ name: 'As the store sent it', gtin: product.gtin })
    expectError(await post(product), 422, 103)
  })

  test('blocks no reads while it waits for a change of groups', async () => {
    const product = aProduct({ product_id: 'grouped-meanwhile' })
    await addSeenProducts(service.database, owner.storeId, [product], new Date(0))
    let answer: Promise<unknown> = Promise.resolve()
    await service.database.transaction(async tx => {
      await lockGroups(tx, owner.storeId)
      answer = post(product)
      await expect.poll(async () => (await stored(product.product_id)).completed_at).toBeInstanceOf(Date)
      await expect.poll(waitsForGroups).toBe(true)
      const reads = Array.from({ length: 40 }, () => service.database.pipeline.query(sql`select 1 as one`))
      expect(await Promise.all(reads)).toHaveLength(40)
    })
    expectCreated((await answer) as never)
  })

  test('does not change the same product of another store', async () => {
    const line = anOrderProduct()
    await service.send('POST', '/orders', { headers: owner.headers, body: anOrder({ products: [line] }) })
    const id = expectCreated(await post(aProduct({ product_id: line.product_id }), outsider))
    expect((await stored(line.product_id)).id).not.toBe(id)
    expect(await stored(line.product_id)).toMatchObject({ completed_at: null })
  })
})

async function waitsForGroups(): Promise<boolean> {
  const waiting = await service.database.query(sql`
    select
    from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)
  return waiting.length > 0
}

async function stored(productId: string): Promise<Record<string, unknown>> {
  const [row] = await service.database.query<Record<string, unknown>>(
    sql`select * from products where store_id = ${owner.storeId} and product_id = ${productId}`,
  )
  return row ?? {}
}
