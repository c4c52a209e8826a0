import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectCreated, expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct, aProduct } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { addProducts } from '../../test/reading.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import { listRequests } from '../requests/requests.ts'
import { readOrder } from './orders.ts'

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
beforeEach(() => service.setNow('2026-03-06T12:00:00Z'))

const post = (body: unknown, { headers }: Member = owner) =>
  service.send('POST', '/orders', { headers, body })

describe('an accepted order', () => {
  test('is stored as sent, under the id in the answer', async () => {
    const order = anOrder({
      request_review_at: '2026-04-01T09:30:00-03:00',
      products: [
        anOrderProduct({ pictures: ['https://shop.example/1.jpg', ''], gtin: '789', mpn: 'MK' }),
        anOrderProduct({ price: 0.1, sku: '' }),
      ],
      customers: [aCustomer({ origin: 'mobile app' }), aCustomer({ name: 'João 😀' })],
    })
    const id = expectCreated(await post(order))
    expect(await readOrder(service.database, owner.storeId, order.order_id)).toMatchObject({
      id,
      order_id: order.order_id,
      order_date: new Date(order.order_date),
      delivery_date: new Date(order.delivery_date),
      request_review_at: new Date('2026-04-01T12:30:00Z'),
      products: order.products,
      customers: order.customers,
      received_at: new Date('2026-03-06T12:00:00Z'),
    })
  })

  test('is asked about, although another store does not ask about a product of that id', async () => {
    const shop = await aStore(service.database)
    await addProducts(service, shop, { gift: '' })
    await addProducts(service, outsider, { mug: '' })
    await service.database.query(sql`
      update products
      set asks_for_reviews = false
      where (store_id, product_id) in ((${shop.storeId}, 'gift'), (${outsider.storeId}, 'mug'))`)
    const order = anOrder({ products: [anOrderProduct({ product_id: 'mug' })] })
    expectCreated(await post(order, shop))
    expect(await listRequests(service.database, shop.storeId, order.order_id)).toHaveLength(1)
  })

  test('schedules one request for each usable address', async () => {
    const customers = [
      aCustomer({ email: 'Ana@Example.com', name: 'Ana' }),
      aCustomer({ email: 'ana@example.com', name: 'Ana again' }),
      aCustomer({ email: 'a@example.com, b@example.com' }),
      aCustomer({ email: '' }),
      aCustomer({ email: 'rui@example.com', name: 'Rui' }),
    ]
    expect(await requestsOf({ customers })).toEqual([
      expect.objectContaining({ email: 'Ana@Example.com', name: 'Ana' }),
      expect.objectContaining({ email: 'rui@example.com', name: 'Rui' }),
    ])
  })

  test('is scheduled for its own date', async () => {
    const [request] = await requestsOf({ request_review_at: '2026-03-14T10:00:00Z' }) // a Saturday
    expect(request).toMatchObject({
      state: 'scheduled',
      due_at: new Date('2026-03-14T10:00:00Z'),
      reason: 'given with the order',
    })
  })

  test("is scheduled by the store's settings without a date of its own", async () => {
    const [request] = await requestsOf({ delivery_date: '2026-03-05T18:30:00.000Z' }) // a Thursday
    expect(request).toMatchObject({
      due_at: new Date('2026-03-12T13:00:00Z'),
      reason: '7 days after delivery',
    })
  })

  test('is never scheduled for a weekend by the settings', async () => {
    const [request] = await requestsOf({ delivery_date: '2026-03-07T18:30:00.000Z' }) // a Saturday
    expect(request).toMatchObject({
      due_at: new Date('2026-03-16T13:00:00Z'), // the Monday after the next
      reason: '7 days after delivery, moved from Saturday',
    })
  })

  async function requestsOf(change: Parameters<typeof anOrder>[0]) {
    const order = anOrder(change)
    expectCreated(await post(order))
    const { requests } = await readOrder(service.database, owner.storeId, order.order_id)
    return requests.sort((a, b) => a.id.localeCompare(b.id))
  }

  test('adds unknown products to the catalogue, and changes no known ones', async () => {
    const known = aProduct({ name: 'As the store sent it' })
    await service.send('POST', '/products', { headers: owner.headers, body: known })
    const fresh = anOrderProduct({ name: 'New', price: 12.5, gtin: '789', pictures: ['a.jpg'] })
    const products = [fresh, anOrderProduct({ product_id: known.product_id, name: 'As the order has it' })]
    expectCreated(await post(anOrder({ products })))
    const ids = [fresh.product_id, known.product_id]
    expect(
      await service.database.query(sql`
        select name, sku, price::float8 as price, gtin, mpn, pictures, completed_at is not null as completed
        from products
        where store_id = ${owner.storeId} and product_id = any(${ids})
        order by completed`),
    ).toEqual([
      {
        name: 'New',
        sku: fresh.sku,
        price: 12.5,
        gtin: '789',
        mpn: null,
        pictures: ['a.jpg'],
        completed: false,
      },
      expect.objectContaining({ name: 'As the store sent it', completed: true }),
    ])
  })

  test('adds its products also after a refused order named them, and in every store', async () => {
    const limited = await aStore(service.database, { order_limit: 1 })
    const line = anOrderProduct()
    const order = anOrder({ products: [line] })
    const first = anOrder()
    expectCreated(await post(first, limited))
    expectError(await post({ ...order, order_id: first.order_id }, limited), 422, 103)
    expectError(await post(order, limited), 403, 8121206)
    expect(await inCatalogue(limited, line)).toBe(false)
    await changeSettings(service, limited.storeId, { order_limit: null })
    for (const store of [limited, owner, outsider]) {
      expectCreated(await post(order, store))
      expect(await inCatalogue(store, line)).toBe(true)
    }
  })

  async function inCatalogue({ storeId }: Member, { product_id }: { product_id: string }) {
    const rows = await service.database.query(
      sql`select from products where store_id = ${storeId} and product_id = ${product_id}`,
    )
    return rows.length === 1
  }

  test('may name one product on several lines', async () => {
    const line = anOrderProduct()
    const order = anOrder({ products: [line, { ...line, price: 1 }] })
    expectCreated(await post(order))
    const { products } = await readOrder(service.database, owner.storeId, order.order_id)
    expect(products).toEqual(order.products)
  })
})

describe('an order that was sent before', () => {
  test('is a duplicate, whatever its other fields', async () => {
    const order = anOrder()
    expectCreated(await post(order))
    const again = await post(anOrder({ order_id: order.order_id }))
    expectError(again, 422, 103)
    expect(again.body.message).toBe('Order has already been sent')
    expect(again.body.user_message.en_us).toBe('Duplicated, Order has already been sent')
    const stored = await readOrder(service.database, owner.storeId, order.order_id)
    expect(stored.customers).toEqual(order.customers)
  })

  test('is another order if case, spaces or accents of its id differ', async () => {
    for (const order_id of ['Pé-1', 'pé-1', 'pé-1 ', 'pe-1', 'pe\u0301-1']) {
      expectCreated(await post(anOrder({ order_id })))
    }
  })

  test("does not conflict with another store's", async () => {
    const order = anOrder()
    const ids = [expectCreated(await post(order)), expectCreated(await post(order, outsider))]
    expect(new Set(ids).size).toBe(2)
    expectError(await post(order, outsider), 422, 103)
    // With a limit, duplicates are looked up.
    expectCreated(await post(order, await aStore(service.database, { order_limit: 5 })))
  })
})

describe("the plan's limit", () => {
  test('refuses orders beyond it, and a refused order does not count', async () => {
    const shop = await aStore(service.database, { order_limit: 2 })
    const first = anOrder()
    expectCreated(await post(first, shop))
    expectError(await post(first, shop), 422, 103)
    expectInvalid(
      await post({ ...anOrder(), products: [] }, shop),
      'products: Array must contain at least 1 element(s)',
    )
    expectCreated(await post(anOrder(), shop))
    const over = anOrder()
    const refused = await post(over, shop)
    expectError(refused, 403, 8121206)
    expect(refused.body.message).toBe('Order usage limit exceeded')
    expect(refused.body.user_message.en_us).toBe('Order usage limit exceeded for your plan')
    await expect(readOrder(service.database, shop.storeId, over.order_id)).rejects.toThrow('Order not found')
  })

  test('reports a duplicate as a duplicate when it is used up', async () => {
    const shop = await aStore(service.database, { order_limit: 1 })
    const order = anOrder()
    expectCreated(await post(order, shop))
    expectError(await post(order, shop), 422, 103)
  })

  test('of 0 accepts no order', async () => {
    expectError(await post(anOrder(), await aStore(service.database, { order_limit: 0 })), 403, 8121206)
  })

  test('below the number used refuses orders until the month ends', async () => {
    const shop = await aStore(service.database)
    const order = anOrder()
    expectCreated(await post(order, shop))
    expectCreated(await post(anOrder(), shop))
    await changeSettings(service, shop.storeId, { order_limit: 1 })
    await expect.poll(async () => (await post(anOrder(), shop)).status).toBe(403)
    expectError(await post(order, shop), 422, 103)
    service.setNow('2026-04-02T12:00:00Z')
    expectCreated(await post(anOrder(), shop))
  })

  test.each([
    { time_zone: 'America/Sao_Paulo', last: '2026-04-01T02:59:59.999Z', next: '2026-04-01T03:00:00Z' },
    { time_zone: 'Asia/Tokyo', last: '2026-03-31T14:59:59.999Z', next: '2026-03-31T15:00:00Z' },
  ])('starts again with the month in $time_zone', async ({ time_zone, last, next }) => {
    const shop = await aStore(service.database, { order_limit: 1, time_zone })
    expectCreated(await post(anOrder(), shop))
    service.setNow(last)
    expectError(await post(anOrder(), shop), 403, 8121206)
    service.setNow(next)
    expectCreated(await post(anOrder(), shop))
    expectError(await post(anOrder(), shop), 403, 8121206)
  })
})
