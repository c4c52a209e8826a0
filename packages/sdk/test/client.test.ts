import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../server/test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../server/test/factories.ts'
import { aManageKey } from '../../../server/test/management.ts'
import { anOperatorKey } from '../../../server/test/operators.ts'
import { aStore } from '../../../server/test/users.ts'
import {
  createManagementClient,
  createOperatorClient,
  createStoreClient,
  RealwordError,
} from '../src/index.ts'
import { type Act, type Gateway, startGateway } from './gateway.ts'

let it: TestApp
const gateways: Gateway[] = []
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
afterEach(() => {
  for (const gateway of gateways.splice(0)) gateway.close()
})

async function behind(...acts: Act[]): Promise<Gateway> {
  const gateway = await startGateway(it.url, ...acts)
  gateways.push(gateway)
  return gateway
}

async function aProgram(url = it.url, options: { retries?: number; longestWait?: number } = {}) {
  const { apiKey } = await aManageKey(it)
  return createManagementClient({ url, key: apiKey, ...options })
}

const aReview = (external_id: string) => ({
  external_id,
  product_id: 'P-1',
  rating: 5,
  display_name: 'Ana M.',
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('the management API', () => {
  test('a list is read to its end, page after page', async () => {
    const gateway = await behind()
    const program = await aProgram(`${gateway.url}/`)
    for (const id of ['r-1', 'r-2', 'r-3', 'r-4', 'r-5'])
      await program.request('POST /manage/v1/reviews', { body: aReview(id) })
    const reviews = await all(
      program.each('GET /manage/v1/reviews', { query: { limit: 2, product_id: 'P-1' } }),
    )
    expect(reviews.map(review => review.external_id)).toEqual(['r-5', 'r-4', 'r-3', 'r-2', 'r-1'])
    const pages = gateway.seen.filter(({ method }) => method === 'GET')
    expect(pages).toHaveLength(3)
    expect(pages.every(({ path }) => path.startsWith('/manage/v1/reviews?limit=2&product_id=P-1'))).toBe(true)
  })

  test('no page is requested after the reader has stopped', async () => {
    const gateway = await behind()
    const program = await aProgram(gateway.url)
    for (const id of ['r-1', 'r-2']) await program.request('POST /manage/v1/reviews', { body: aReview(id) })
    for await (const review of program.each('GET /manage/v1/reviews', { query: { limit: 1 } })) {
      expect(review.external_id).toBe('r-2')
      break
    }
    expect(gateway.seen.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  test('an error is a value with the fields of the wire', async () => {
    const { apiKey } = await aManageKey(it, { allowed: ['reviews:read'] })
    const program = createManagementClient({ url: it.url, key: apiKey })
    const { data, error, response } = await program.request('GET /manage/v1/products')
    expect(data).toBeUndefined()
    expect(response.status).toBe(403)
    expect(error).toBeInstanceOf(RealwordError)
    expect(error).toMatchObject({
      ...{ status: 403, error_code: 804030, message: expect.any(String) },
      ...{ user_message: { en_us: expect.any(String) }, more_info: { scope: 'products:read' } },
    })
    await expect(all(program.each('GET /manage/v1/products'))).rejects.toMatchObject({ error_code: 804030 })
  })

  test('a change of what somebody else has changed is refused by its ETag', async () => {
    const program = await aProgram()
    const path = { product_id: 'P 1/ä?#' }
    const put = await program.request('PUT /manage/v1/products/{product_id}', { path, body: { name: 'Pot' } })
    expect(put.data?.product_id).toBe('P 1/ä?#')
    const ifMatch = put.response.headers.get('etag') ?? ''
    const change = (name: string) =>
      program.request('PATCH /manage/v1/products/{product_id}', { path, body: { name }, ifMatch })
    expect((await change('Moka pot')).data?.name).toBe('Moka pot')
    expect((await change('Pan')).error).toMatchObject({ status: 412, error_code: 804120 })
  })

  test.each([
    '.',
    '..',
    '',
  ])('the id %j, which would reach another address, is not sent', async product_id => {
    const gateway = await behind()
    const program = await aProgram(gateway.url)
    await expect(
      program.request('DELETE /manage/v1/products/{product_id}', { path: { product_id } }),
    ).rejects.toThrow(TypeError)
    expect(gateway.seen).toEqual([])
  })
})

describe('retries', () => {
  test('a POST whose answer was lost is done once, with one Idempotency-Key', async () => {
    const gateway = await behind('lose', 'lose')
    const program = await aProgram(gateway.url)
    const { data, response } = await program.request('POST /manage/v1/reviews', { body: aReview('lost') })
    expect(data?.external_id).toBe('lost')
    expect(response.headers.get('idempotent-replayed')).toBe('true')
    const keys = gateway.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0], keys[0]])
    expect(await all(program.each('GET /manage/v1/reviews'))).toHaveLength(1)
  })

  test('each POST has a key of its own, and one of the caller is sent as it is', async () => {
    const gateway = await behind()
    const program = await aProgram(gateway.url)
    for (const body of [aReview('1'), aReview('2')])
      await program.request('POST /manage/v1/reviews', { body })
    await program.request('POST /manage/v1/reviews', { body: aReview('3'), idempotencyKey: 'import-3' })
    const keys = gateway.seen.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe('import-3')
  })

  test.each([429, 503, 409])('%d with Retry-After is tried again, no earlier than asked', async status => {
    const refuse: Act = response => response.writeHead(status, { 'retry-after': '1' }).end('{}')
    const gateway = await behind(refuse)
    const program = await aProgram(gateway.url)
    expect(
      (await program.request('POST /manage/v1/reviews', { body: aReview('busy') })).error,
    ).toBeUndefined()
    const [first, second] = gateway.seen.map(({ at }) => at)
    expect(gateway.seen).toHaveLength(2)
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1000)
  })

  test('a restart behind a proxy is waited for', async () => {
    const answers = [502, 503, 504].map(
      (status): Act =>
        response =>
          response.writeHead(status).end('<h1>Oops</h1>'),
    )
    const gateway = await behind(...answers)
    const program = await aProgram(gateway.url)
    const { data } = await program.request('POST /manage/v1/reviews', { body: aReview('restart') })
    expect(data?.external_id).toBe('restart')
    const keys = gateway.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0]])
  })

  test('Retry-After may be a date', async () => {
    const date = new Date(Date.now() - 1000).toUTCString()
    const gateway = await behind(response => response.writeHead(503, { 'retry-after': date }).end())
    expect((await (await aProgram(gateway.url)).request('GET /manage/v1/settings')).error).toBeUndefined()
  })

  test('an answer that breaks off is requested again', async () => {
    const gateway = await behind(response => {
      response.writeHead(200, { 'content-length': '100' }).write('{"data"', () => response.destroy())
    })
    const { data } = await (await aProgram(gateway.url)).request('GET /manage/v1/reviews')
    expect(data).toEqual({ data: [], next_cursor: null })
    expect(gateway.seen).toHaveLength(2)
  })

  test('a longer Retry-After than the longest wait ends the attempts', async () => {
    const gateway = await behind(response => response.writeHead(429, { 'retry-after': '61' }).end())
    const { error } = await (await aProgram(gateway.url)).request('GET /manage/v1/reviews')
    expect(error).toMatchObject({ status: 429, error_code: 0 })
    expect(gateway.seen).toHaveLength(1)
  })

  test.each([400, 404, 409, 500])('%d is not tried again', async status => {
    const gateway = await behind(response => response.writeHead(status).end('<h1>Oops</h1>'))
    const { error } = await (await aProgram(gateway.url)).request('GET /manage/v1/reviews')
    expect(error).toMatchObject({ status, error_code: 0, more_info: null })
    expect(gateway.seen).toHaveLength(1)
  })

  test('attempts end: with the last answer, or with the network error', async () => {
    const refuse: Act = response => response.writeHead(503, { 'retry-after': '0' }).end()
    const refusing = await behind(refuse, refuse, refuse)
    const { error } = await (await aProgram(refusing.url, { retries: 2 })).request('GET /manage/v1/reviews')
    expect([error?.status, refusing.seen.length]).toEqual([503, 3])
    const cutting = await behind('lose', 'lose')
    const program = await aProgram(cutting.url, { retries: 1 })
    await expect(program.request('GET /manage/v1/reviews')).rejects.toThrow('fetch failed')
    expect(cutting.seen).toHaveLength(2)
  })

  test('a signal stops a request, and the wait before the next attempt', async () => {
    const gateway = await behind(
      () => {}, // never answers
      response => response.writeHead(503, { 'retry-after': '59' }).end(),
    )
    const program = await aProgram(gateway.url)
    for (const count of [1, 2]) {
      const stop = new AbortController()
      const asked = program.request('GET /manage/v1/reviews', { signal: stop.signal })
      await expect.poll(() => gateway.seen.length).toBe(count)
      stop.abort(new Error(`stop ${count}`))
      await expect(asked).rejects.toThrow(`stop ${count}`)
    }
    expect(gateway.seen).toHaveLength(2)
  })
})

test('a redirect is an error, and takes no key to another server', async () => {
  const other = await behind()
  const gateway = await behind(response => response.writeHead(307, { location: other.url }).end())
  const { error } = await (await aProgram(gateway.url)).request('GET /manage/v1/reviews')
  expect(error).toMatchObject({ status: 307, error_code: 0 })
  expect(other.seen).toEqual([])
})

test('a page that is no answer of the service is an error, even with 200', async () => {
  const gateway = await behind(response => response.writeHead(200).end('<h1>Sign in to the Wi-Fi</h1>'))
  const { error } = await (await aProgram(gateway.url)).request('GET /manage/v1/reviews')
  expect(error).toMatchObject({ status: 200, error_code: 0 })
})

test('a shop sends orders with its secret key, and shows reviews with the public one', async () => {
  const store = await aStore(it.database)
  const gateway = await behind()
  const { storeId, storeKey, apiKey } = store
  const shop = createStoreClient({ url: gateway.url, storeId, storeKey, apiKey })
  const order = anOrder({
    products: [anOrderProduct({ product_id: 'P-1' })],
    customers: [aCustomer({ email: 'ana@example.com' })],
  })
  expect((await shop.request('POST /orders', { body: order })).data?.id).toEqual(expect.any(String))
  expect((await shop.request('POST /orders', { body: order })).error).toMatchObject({
    status: 422,
    error_code: 103,
  })
  const { apiKey: key } = await aManageKey(it, { store })
  const program = createManagementClient({ url: it.url, key })
  const made = await program.request('POST /manage/v1/reviews', { body: aReview('shown') })
  const ratings = await shop.request('GET /api/v1/ratings.json', { query: { product_id: ['P-1', 'P-2'] } })
  expect(ratings.data?.result).toMatchObject([{ product_id: 'P-1', average: 5 }])
  const page = await shop.request('GET /api/v1/reviews.html', { query: { product_id: 'P-1' } })
  expect(page.data).toContain('Ana M.')
  const vote = { path: { id: made.data?.id ?? '' }, body: { visitor_id: '0b9f7c1e5d3a4f6c' } }
  expect(await shop.request('POST /api/v1/reviews/{id}/votes', vote)).toMatchObject({
    response: { status: 204 },
  })
  const publicly = gateway.seen.filter(({ path }) => path.startsWith('/api/'))
  expect(publicly.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined, undefined])
  expect(gateway.seen.filter(({ path }) => path.includes(apiKey))).toEqual([])
})

test('an operator creates a store once, and lists all stores', async () => {
  const { apiKey } = await anOperatorKey(it)
  const gateway = await behind()
  const operator = createOperatorClient({ url: gateway.url, key: apiKey })
  const { data } = await operator.request('POST /operator/v1/stores', { body: { name: 'Café' } })
  expect(gateway.seen[0]?.headers['idempotency-key']).toEqual(expect.any(String))
  const ids: string[] = []
  for await (const store of operator.each('GET /operator/v1/stores', { query: { limit: 1 } }))
    ids.push(store.store_id)
  expect(ids).toContain(data?.store_id)
  const path = { storeId: data?.store_id ?? '' }
  const { data: found } = await operator.request('GET /operator/v1/stores/{storeId}', { path })
  expect(found?.name).toBe('Café')
})

test("an operator reads the whole log, which has no cursor but its entries' ids", async () => {
  const { apiKey } = await anOperatorKey(it)
  const gateway = await behind()
  const operator = createOperatorClient({ url: gateway.url, key: apiKey })
  const { data } = await operator.request('POST /operator/v1/stores', { body: { name: 'Café' } })
  const path = { storeId: data?.store_id ?? '' }
  for (let limit = 1; limit <= 50; limit++)
    await operator.request('PATCH /operator/v1/stores/{storeId}', {
      path,
      body: { limits: { orders_per_month: limit } },
    })
  const query = { store_id: path.storeId }
  const entries = await all(operator.each('GET /operator/v1/log', { query }))
  expect(entries.map(({ action }) => action)).toEqual([...Array(50).fill('change'), 'create'])
  expect(new Set(entries.map(({ id }) => id)).size).toBe(51)
  expect(gateway.seen.filter(({ path }) => path.startsWith('/operator/v1/log'))).toHaveLength(2)
})
