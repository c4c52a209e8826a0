import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'
import { sendRaw } from '../../test/network/raw.ts'
import { aStore } from '../../test/users.ts'

let it: TestApp
let client: ManagementClient
let outsider: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
  client = await aManageKey(it)
  outsider = await aManageKey(it)
})
afterAll(() => it.close())

const aReview = (external_id: string, change: object = {}) => ({
  ...{ external_id, product_id: 'P-1', rating: 5, display_name: 'Ana M.', body: 'Boils fast.', ...change },
})
const aQuestion = (external_id: string) => ({
  ...{ external_id, product_id: 'P-1', body: 'Does it work on induction?', display_name: 'Rui' },
})

describe('reviews', () => {
  test('a review from elsewhere is never verified, and known by its external id', async () => {
    const { status, body } = await client.send('POST', '/reviews', aReview('r-1'))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ external_id: 'r-1', product_id: 'P-1', rating: 5, verified_purchase: false, order_id: null },
      ...{ state: 'published', reply: null, flags: [], reports: [], email: null },
    })
    expectError(await client.send('POST', '/reviews', aReview('r-1')), 422, 103)
    expect((await outsider.send('POST', '/reviews', aReview('r-1'))).status).toBe(201)
  })

  test('one that names an order of the store is verified, once for each buyer and product', async () => {
    const order = anOrder({
      products: [anOrderProduct({ product_id: 'P-7' })],
      customers: [aCustomer({ email: 'ana@example.com' })],
    })
    await client.send('POST', '/orders/batch', { orders: [order] })
    const of = (external_id: string, change: object = {}) =>
      client.send('POST', '/reviews', {
        ...aReview(external_id, { product_id: 'P-7', order_id: order.order_id, email: 'ana@example.com' }),
        ...change,
      })
    expect((await of('v-1')).body).toMatchObject({ verified_purchase: true, order_id: order.order_id })
    expectError(await of('v-2'), 422, 103)
    expectInvalid(await of('v-3', { product_id: 'P-8' }), 'product_id: The order has no product P-8')
    expectError(await of('v-4', { order_id: 'none' }), 404, 804042)
    const ofOther = { ...aReview('v-5', { product_id: 'P-7' }), order_id: order.order_id }
    expectError(await outsider.send('POST', '/reviews', ofOther), 404, 804042)
  })

  test('are rejected, removed, restored, published and replied to like in the dashboard', async () => {
    const { body: made } = await client.send('POST', '/reviews', aReview('moderated'))
    const act = async (name: string, body?: object) => {
      const answer = await client.send('POST', `/reviews/${made.id}/${name}`, body)
      return [answer.status, answer.body.state, answer.body.moderation_reason]
    }
    expectInvalid(await client.send('POST', `/reviews/${made.id}/reject`, {}), 'reason: Required')
    expect(await act('reject', { reason: 'spam' })).toEqual([200, 'rejected', 'spam'])
    expect(await act('publish')).toEqual([200, 'published', null])
    expect(await act('remove', { reason: 'offensive' })).toEqual([200, 'removed', 'offensive'])
    expectError(await client.send('PUT', `/reviews/${made.id}/reply`, { body: 'Hi' }), 409, 804090)
    expect(await act('restore')).toEqual([200, 'published', null])
    const replied = await client.send('PUT', `/reviews/${made.id}/reply`, { body: ' Thank you! ' })
    expect(replied.body.reply).toMatchObject({ body: 'Thank you!' })
    expect((await client.send('DELETE', `/reviews/${made.id}/reply`)).body.reply).toBeNull()
  })

  test('of another store, or with an odd id, do not exist', async () => {
    const { body } = await client.send('POST', '/reviews', aReview('foreign'))
    for (const id of [body.id, 'abc', '%2E%2E', '🙂'.repeat(50)]) {
      expectError(await outsider.send('GET', `/reviews/${encodeURI(id)}`), 404, 804043)
      expectError(await outsider.send('POST', `/reviews/${encodeURI(id)}/publish`), 404, 804043)
      expectError(await outsider.send('DELETE', `/reviews/${encodeURI(id)}/reply`), 404, 804043)
    }
  })
})

test('questions are asked, answered, removed and restored', async () => {
  const { status, body } = await client.send('POST', '/questions', aQuestion('q-1'))
  expect([status, body.state, body.answer]).toEqual([201, 'published', null])
  expectError(await client.send('POST', '/questions', aQuestion('q-1')), 422, 103)
  const path = `/questions/${body.id}`
  const answered = await client.send('PUT', `${path}/answer`, { body: 'Yes.' })
  expect(answered.body.answer).toMatchObject({ body: 'Yes.' })
  expect((await client.send('POST', `${path}/remove`, { reason: 'spam' })).body.state).toBe('removed')
  expect((await client.send('POST', `${path}/restore`)).body.state).toBe('published')
  expect((await client.send('POST', `${path}/reject`, { reason: 'spam' })).body.state).toBe('rejected')
  expect((await client.send('DELETE', `${path}/answer`)).body.answer).toBeNull()
  expectError(await outsider.send('GET', path), 404, 804045)
})

test.each([
  ['review', () => aReview('erased', { email: 'lia@example.com' })],
  ['question', () => ({ ...aQuestion('erased'), email: 'lia@example.com' })],
])('a removed %s of an erased person is restored without the person', async (noun, written) => {
  const { body: made } = await client.send('POST', `/${noun}s`, written())
  await client.send('POST', `/${noun}s/${made.id}/remove`, { reason: 'spam' })
  await client.send('POST', '/people/erase', { email: 'lia@example.com' })
  const { status, body } = await client.send('POST', `/${noun}s/${made.id}/restore`)
  expect([status, body.state, body.email]).toEqual([200, 'published', null])
  expect(body.display_name).not.toBe(made.display_name)
})

describe('products', () => {
  const ids = ['P 1/ä?#', '🙂'.repeat(255), '%2e', '/', 'a\\b', '-']
  const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`

  test.each(ids)('%s is put, read, changed and deleted by its id', async id => {
    const path = pathOf(id)
    const put = await client.send('PUT', path, { name: 'Moka pot' })
    expect([put.status, put.body.product_id, put.body.sku]).toEqual([201, id, ''])
    expect((await client.send('PUT', path, { name: 'Moka', sku: 'S' })).status).toBe(200)
    const { body } = await client.send('PATCH', path, { price: 9.9 })
    expect(body).toMatchObject({ product_id: id, name: 'Moka', sku: 'S', price: 9.9 })
    expect((await client.send('DELETE', path)).body.hidden_at).toEqual(expect.any(String))
    expectError(await outsider.send('GET', path), 404, 804046)
  })

  // `fetch` resolves dots before it sends them, even encoded ones.
  test.each(['.', '..'])('%s works when it is sent as it is', async id => {
    const send = async (method: string, body = '') => {
      const path = `/manage/v1/products/${'%2E'.repeat(id.length)}`
      const head = `Host: x\r\nAuthorization: Bearer ${client.apiKey}\r\nContent-Type: application/json\r\n`
      const length = `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`
      return await sendRaw(it.url, `${method} ${path} HTTP/1.1\r\n${head}${length}${body}`)
    }
    expect(await send('PUT', '{"name":"Dots"}')).toMatchObject({ status: 201, body: { product_id: id } })
    expect(await send('PATCH', '{"price":2}')).toMatchObject({
      status: 200,
      body: { product_id: id, price: 2 },
    })
    expect(await send('GET')).toMatchObject({ status: 200, body: { product_id: id, name: 'Dots' } })
  })

  test('a deleted one leaves the lists and keeps its reviews, until it is put again', async () => {
    await client.send('POST', '/reviews', aReview('hidden', { product_id: 'hidden' }))
    const listed = async () =>
      (await client.send('GET', '/products?limit=100')).body.data.map(
        ({ product_id }: { product_id: string }) => product_id,
      )
    expect(await listed()).toContain('hidden')
    await client.send('DELETE', '/products/hidden')
    expect(await listed()).not.toContain('hidden')
    expect((await client.send('GET', '/reviews?product_id=hidden')).body.data).toHaveLength(1)
    await client.send('PUT', '/products/hidden', { name: 'Back' })
    expect(await listed()).toContain('hidden')
  })
})

describe('orders', () => {
  test('of a batch are accepted and refused one by one', async () => {
    const order = anOrder()
    const orders = [order, order, { ...anOrder(), products: [] }, 'nothing']
    const { status, body } = await client.send('POST', '/orders/batch', { orders })
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { order_id: order.order_id, status: 201, id: expect.any(String) },
      { order_id: order.order_id, status: 422, error: { error_code: 103 } },
      { status: 400, error: { error_code: 802030 } },
      { order_id: null, status: 400 },
    ])
    expectInvalid(
      await client.send('POST', '/orders/batch', { orders: [] }),
      'orders: Array must contain at least 1 element(s)',
    )
  })

  test('of a batch use what the plan has left, in their order', async () => {
    const store = await aStore(it.database, { order_limit: 2 })
    const { send } = await aManageKey(it, { store })
    const [first, second, third] = [anOrder(), anOrder(), anOrder()]
    await send('POST', '/orders/batch', { orders: [first] })
    const { body } = await send('POST', '/orders/batch', { orders: [first, second, third, third] })
    expect(body.results).toMatchObject([
      { status: 422, error: { error_code: 103 } },
      { order_id: second.order_id, status: 201 },
      { status: 403, error: { error_code: 8121206 } },
      { status: 403, error: { error_code: 8121206 } },
    ])
  })

  test('are delivered, refunded, moved, cancelled and sent', async () => {
    const products = ['A', 'B'].map(product_id => anOrderProduct({ product_id }))
    const order = anOrder({ products })
    await client.send('POST', '/orders/batch', { orders: [order] })
    const path = `/orders/${order.order_id}`
    const late = { delivered_at: '2199-01-02T03:04:05Z', product_ids: ['B'] }
    const delivered = await client.send('POST', `${path}/fulfillments`, late)
    expect(delivered.body.lines).toMatchObject([{ product_id: 'B', state: 'delivered' }])
    const refunded = await client.send('POST', `${path}/refunds`, { product_ids: ['B'] })
    expect(refunded.body.lines).toMatchObject([{ product_id: 'B', state: 'returned' }])
    expectInvalid(
      await client.send('POST', `${path}/refunds`, { product_ids: ['C'] }),
      'product_ids.0: The order has no product C',
    )
    const moved = await client.send('PATCH', path, { request_review_at: '2199-01-01T12:00:00.000Z' })
    expect(moved.body.request_review_at).toBe('2199-01-01T12:00:00.000Z')
    expect((await client.send('POST', `${path}/send-now`)).status).toBe(200)
    expectError(await client.send('POST', `${path}/send-now`), 409, 804090)
    expect((await client.send('POST', `${path}/cancel`)).status).toBe(200)
    expectError(await outsider.send('GET', path), 404, 804042)
    expectError(await outsider.send('POST', `${path}/refunds`, {}), 404, 804042)
  })
})

describe('what was read before', () => {
  test('is changed only if it is still the same', async () => {
    const { body: made } = await client.send('POST', '/reviews', aReview('matched'))
    const things = [
      { path: '/settings', method: 'PATCH', to: '/settings', body: { link_days: 31 } },
      { path: '/products/P-1', method: 'PATCH', to: '/products/P-1', body: { name: 'Renamed' } },
      {
        path: `/reviews/${made.id}`,
        method: 'PUT',
        to: `/reviews/${made.id}/reply`,
        body: { body: 'Thanks' },
      },
    ]
    for (const { path, method, to, body } of things) {
      const etag = (await client.send('GET', path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      // As a proxy that compresses passes it on.
      const changed = await client.send(method, to, body, { 'if-match': `W/${etag.replace(/"$/, '-gzip"')}` })
      expect(changed.status).toBe(200)
      expectError(await client.send(method, to, body, { 'if-match': etag }), 412, 804120)
      expect((await client.send('GET', path)).headers.get('etag')).toBe(changed.headers.get('etag'))
      expect((await client.send(method, to, body, { 'if-match': '*' })).status).toBe(200)
    }
  })

  test('of two changes at once, one is stale', async () => {
    await client.send('PUT', '/products/raced', { name: 'One' })
    const etag = (await client.send('GET', '/products/raced')).headers.get('etag') ?? ''
    const names = ['Two', 'Three', 'Four']
    const answers = await Promise.all(
      names.map(name => client.send('PATCH', '/products/raced', { name }, { 'if-match': etag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  })
})

test('people are exported and erased', async () => {
  await client.send('POST', '/reviews', aReview('gone', { email: 'gone@example.com' }))
  const email = { email: 'Gone@Example.com' }
  expect((await outsider.send('POST', '/people/export', email)).body).toEqual({ person: null })
  expect((await client.send('POST', '/people/export', email)).body.person.reviews).toHaveLength(1)
  expect((await client.send('POST', '/people/erase', email)).body.erased.reviews).toBe(1)
  expectInvalid(
    await client.send('POST', '/people/erase', { email: 'nobody' }),
    'email: Expected one email address',
  )
})

test('insights have a range', async () => {
  const { status, body } = await client.send('GET', '/insights?from=2026-03-01&to=2026-03-31')
  expect([status, body.from, body.to]).toEqual([200, '2026-03-01', '2026-03-31'])
  expectInvalid(await client.send('GET', '/insights?from=2026-03-01'), 'to: Required')
})

test.each([
  ['POST', '/reviews'],
  ['POST', '/orders/batch'],
  ['PATCH', '/settings'],
  ['PUT', '/products/P-1'],
])('odd bodies of %s %s are refused', async (method, path) => {
  const bodies = ['[]', '"x"', '{', '{"a":1,"a":2}', '{"__proto__":1}', '\u0000', '']
  for (const body of bodies) expect((await client.send(method, path, body)).status).toBe(400)
  const odd = await client.send(method, path, '{}', { 'content-type': 'text/plain' })
  expect(odd.status).toBe(400)
})

test('what was written elsewhere has no date in the future, except of a clock that is a little ahead', async () => {
  const asked = aQuestion('q-9')
  const now = Date.parse('2026-03-05T12:00:00.000Z')
  it.setNow(now)
  const at = (minutes: number) => ({ created_at: new Date(now + minutes * 60_000).toISOString() })
  const wrong = 'created_at: Expected an instant that is not in the future'
  expectInvalid(await client.send('POST', '/reviews', { ...aReview('r-9'), ...at(6) }), wrong)
  expectInvalid(await client.send('POST', '/questions', { ...asked, ...at(6) }), wrong)
  const { body } = await client.send('POST', '/reviews', { ...aReview('r-9'), ...at(4) })
  expect([body.created_at, body.updated_at]).toEqual([at(0).created_at, at(0).created_at])
})
