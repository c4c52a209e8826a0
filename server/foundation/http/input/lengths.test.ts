import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { anOrder, anOrderProduct, aProduct } from '../../../test/factories.ts'
import { openForm } from '../../../test/forms.ts'
import { aStore, type Member } from '../../../test/users.ts'

// 255 characters: four bytes and two UTF-16 units each, twelve in an address.
const productId = '😀'.repeat(255)
const sku = '🫖'.repeat(255)
const orderId = '📦'.repeat(255)
const words = '☕️ é'.repeat(50)

let service: TestApp
let store: Member
let owner: Awaited<ReturnType<typeof aMember>>
beforeAll(async () => {
  service = await startTestApp({ SIGN_IN_RATE_LIMIT: '100000' })
  store = await aStore(service.database, { open_reviews: true })
  owner = await aMember(service, store.storeId, 'owner')
  const { headers } = store
  const product = aProduct({ product_id: productId, sku })
  expect((await service.send('POST', '/products', { headers, body: product })).status).toBe(201)
  const order = anOrder({
    order_id: orderId,
    products: [anOrderProduct({ product_id: productId, sku })],
  })
  expect((await service.send('POST', '/orders', { headers, body: order })).status).toBe(201)
})
afterAll(() => service.close())

const query = (more: Record<string, string>) =>
  new URLSearchParams({ store_id: store.storeId, store_key: store.storeKey, ...more })

describe('an accepted id of 255 characters', () => {
  const reads = ['ratings.json', 'reviews.json', 'questions.json', 'reviews.html', 'structured-data.json']

  test.each(
    reads.flatMap(path => ['product_id', 'product_sku', 'sku'].map(name => [path, name] as const)),
  )('is read by %s?%s', async (path, name) => {
    const value = name === 'product_id' ? productId : sku
    const read = async (text: string) =>
      (await service.send('GET', `/api/v1/${path}?${query({ [name]: text })}`)).status
    expect([await read(value), await read(`${value}😀`)]).toEqual([200, 400])
  })

  test.each(['reviews.json', 'questions.json'])('terms of 200 characters are searched by %s', async path => {
    const read = async (terms: string) =>
      (await service.send('GET', `/api/v1/${path}?${query({ terms })}`)).status
    expect([...words]).toHaveLength(200)
    expect([await read('😀'.repeat(200)), await read(words), await read(`${words}😀`)]).toEqual([
      200, 200, 400,
    ])
  })

  test.each(['/write', '/embed/question', '/embed/question/similar'])('is shown by %s', async path => {
    for (const named of [{ product_id: productId }, { sku }])
      expect((await openForm(`${service.url}${path}?${query({ ...named, text: words })}`)).status).toBe(200)
  })

  test('of an order is found, moved and cancelled', async () => {
    const path = `/orders/${encodeURIComponent(orderId)}`
    const { headers } = store
    expect((await service.send('GET', path, { headers })).body.order_id).toBe(orderId)
    const body = { delivery_date: '2027-03-06T12:00:00.000Z' }
    expect((await service.send('PATCH', path, { headers, body })).status).toBe(200)
    expect((await service.send('POST', `${path}/cancel`, { headers })).status).toBe(200)
    const over = `/orders/${encodeURIComponent(`${orderId}😀`)}`
    expect((await service.send('GET', over, { headers })).status).toBe(400)
  })

  test.each([
    ['products/detail', { product_id: productId }],
    ['products', { search: productId }],
    ['orders/detail', { order_id: orderId }],
    ['orders', { order_id: orderId }],
    ['reviews', { product_id: productId }],
    ['questions', { product_id: productId }],
  ])('is found in the dashboard by %s', async (path, named) => {
    const { status } = await owner.send(
      'GET',
      `/stores/${store.storeId}/${path}?${new URLSearchParams(named)}`,
    )
    expect(status).toBe(200)
  })

  test('is changed and grouped in the dashboard', async () => {
    const path = `/stores/${store.storeId}`
    const other = '🍵'.repeat(255)
    const { headers } = store
    const body = aProduct({ product_id: other, sku: other })
    expect((await service.send('POST', '/products', { headers, body })).status).toBe(201)
    const changed = await owner.send('PATCH', `${path}/products`, { product_id: productId, name: 'Moka' })
    expect(changed.status).toBe(200)
    const group = { product_ids: [productId, other] }
    expect((await owner.send('POST', `${path}/product-groups`, group)).status).toBe(201)
  })

  test('is imported with its reviews', async () => {
    const { storeId } = await aStore(service.database)
    const importer = await aMember(service, storeId, 'owner')
    const { body } = await uploadFile(
      service,
      importer,
      storeId,
      'review',
      `product_id,rating\n${productId},5\n`,
    )
    expect((await importFile(service, importer, storeId, body.id)).done).toMatchObject({ imported: 1 })
  })
})

test('an answer has 5,000 characters, however many units they take', async () => {
  const { storeId } = await aStore(service.database)
  const member = await aMember(service, storeId, 'owner')
  const answer = async (body: string) =>
    (
      await member.send('PUT', `/stores/${storeId}/reviews/01900000-0000-7000-8000-000000000000/reply`, {
        body,
      })
    ).status
  // The body is valid; the review does not exist.
  expect([await answer('😀'.repeat(5_000)), await answer('😀'.repeat(5_001))]).toEqual([404, 400])
})

test('the name of a store has 255 characters', async () => {
  const change = async (name: string) =>
    (await owner.send('PATCH', `/stores/${store.storeId}/settings`, { name, data_holder: name })).status
  expect([
    await change('☕'.repeat(255)),
    await change('😀'.repeat(255)),
    await change('😀'.repeat(256)),
  ]).toEqual([200, 200, 400])
})
