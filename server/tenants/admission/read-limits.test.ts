import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { addProducts, addReviews, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { createKey, revokeKey } from '../stores/keys.ts'

// Each minute: ten reads, one search, one page far down, two lists as HTML.
let service: TestApp
let shop: Member
beforeAll(async () => {
  service = await startTestApp({ READ_RATE_LIMIT: '10', TRUSTED_PROXIES: '127.0.0.0/8' })
  shop = await aStore(service.database)
  await addProducts(service, shop, { moka: 'MOKA' })
  await addReviews(service, shop, aReview({ product_id: 'moka' }))
})
afterAll(() => service.close())

let asked = 0

/** A read from the address that is not in the response cache. */
function readNew(from: string, headers: Record<string, string> = {}, member = shop): Promise<Answer> {
  return readFrom(from, 'reviews.json', { product_id: `new-${asked++}` }, headers, member)
}

function readFrom(
  from: string,
  what: string,
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
  member = shop,
): Promise<Answer> {
  return readAs(service, member, what, parameters, { 'x-forwarded-for': from, ...headers })
}

/** Makes twelve new reads and counts the successful ones. */
async function answered(from: string[], headers?: Record<string, string>): Promise<number> {
  let count = 0
  for (let read = 0; read < 12; read++) {
    const { status } = await readNew(from[read % from.length] as string, headers)
    if (status === 200) count++
  }
  return count
}

test('reads beyond the limit are refused with the time to wait, to browsers too', async () => {
  expect(await answered(['192.0.2.1'])).toBe(10)
  const refused = await readNew('192.0.2.1', { origin: 'https://shop.example' })
  expectError(refused, 429, 804290)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect((await readNew('192.0.2.2')).status).toBe(200)
})

test('a refusal names the origin that the store allows', async () => {
  const listed = await aStore(service.database, { origins: ['https://shop.example'] })
  await answered(['192.0.2.3'])
  const { status, headers } = await readNew('192.0.2.3', { origin: 'https://shop.example' }, listed)
  expect(status).toBe(429)
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
})

test('reads in the response cache succeed beyond the limit, in any form', async () => {
  expect((await readFrom('192.0.2.10', 'ratings.json', { product_id: 'moka' })).status).toBe(200)
  await answered(['192.0.2.11'])
  const read = (parameters: Record<string, string>) => readFrom('192.0.2.11', 'ratings.json', parameters)
  expect((await read({ product_id: 'moka' })).status).toBe(200)
  expect((await read({ product_id: 'moka', utm_source: 'mail' })).status).toBe(200)
  const query = new URLSearchParams({ store_id: shop.storeId, store_key: shop.storeKey, product_id: 'moka' })
  const head = await service.send('HEAD', `/api/v1/ratings.json?${query}`, {
    headers: { 'x-forwarded-for': '192.0.2.11' },
  })
  expect(head.status).toBe(200)
})

test('reads from the response cache are not counted', async () => {
  await readFrom('192.0.2.20', 'ratings.json', { product_id: 'moka' })
  for (let read = 0; read < 20; read++) {
    await readFrom('192.0.2.21', 'ratings.json', { product_id: 'moka', unknown: String(read) })
  }
  expect(await answered(['192.0.2.21'])).toBe(10)
})

test('an IPv6 /64 counts as one address', async () => {
  expect(await answered(['2001:db8:1:1::1', '2001:db8:1:1:ffff::2', '2001:db8:1:1:1:1:1:3'])).toBe(10)
  expect(await answered(['2001:db8:1:2::1'])).toBe(10)
})

test.each([
  ['searches', 'reviews.json', 1, (n: number) => ({ terms: `moka${n}` })],
  ['searches for questions', 'questions.json', 1, (n: number) => ({ terms: `moka${n}`, product_id: 'moka' })],
  ['pages far down', 'reviews.json', 1, (n: number) => ({ offset: String(1_001 + n) })],
  ['ratings far down', 'ratings.json', 1, (n: number) => ({ offset: String(1_001 + n) })],
  ['lists as HTML', 'reviews.html', 2, (n: number) => ({ product_id: `html-${n}` })],
  ['all ratings of a store', 'ratings.json', 2, (n: number) => ({ offset: String(n) })],
])('%s have a budget of their own', async (name, what, most, parameters) => {
  const network = `198.51.${name.length}.${what.length}`
  const statuses: number[] = []
  for (let read = 0; read < 5; read++) {
    statuses.push((await readFrom(network, what, parameters(asked++))).status)
  }
  expect(statuses.filter(status => status === 200)).toHaveLength(most)
  expect(statuses.filter(status => status === 429)).toHaveLength(5 - most)
  expect(await answered([network])).toBe(10)
})

test('a server with an API key of the store shares one budget for the store', async () => {
  const store = await aStore(service.database)
  const headers = { authorization: `Bearer ${store.apiKey}` }
  for (let read = 0; read < 12; read++) await readNew('192.0.2.30', {}, store)
  expect((await readNew('192.0.2.30', {}, store)).status).toBe(429)
  const statuses: number[] = []
  for (let read = 0; read < 12; read++) {
    statuses.push((await readNew(`192.0.2.${30 + (read % 3)}`, headers, store)).status)
  }
  expect(statuses.filter(status => status === 200)).toHaveLength(10)
  expect(statuses.slice(10)).toEqual([429, 429])
  expect((await readNew('192.0.2.33', {}, store)).status).toBe(200)
})

test('another store’s key, a revoked key and an invalid key are ignored', async () => {
  const store = await aStore(service.database)
  const other = await aStore(service.database)
  const revoked = await createKey(service.database, Date.now, store.storeId, { type: 'orders' })
  await revokeKey(service.database, Date.now, revoked.key_id)
  for (let read = 0; read < 10; read++) await readNew('192.0.2.40', {}, store)
  for (const token of [other.apiKey, revoked.api_key, store.storeKey, 'rw_orders_x', '']) {
    const { status } = await readNew('192.0.2.40', { authorization: `Bearer ${token}` }, store)
    expect(status).toBe(429)
  }
})

test('a long answer counts as one more read for each 256 kB, and is whole', async () => {
  const body = '😀'.repeat(25_000) // 100,000 bytes
  const reviews = Array.from({ length: 30 }, () => aReview({ product_id: 'long', body }))
  await addProducts(service, shop, { long: 'LONG' })
  await addReviews(service, shop, ...reviews)
  const parameters = { product_id: 'long', limit: '100' }
  const long = await readFrom('192.0.2.90', 'reviews.json', parameters)
  expect(long.status).toBe(200)
  expect(long.body.result.map((one: { body: string }) => one.body === body)).toEqual(Array(30).fill(true))
  expectError(await readNew('192.0.2.90'), 429, 804290)
  // The answer is in the response cache, and others have their own budget.
  expect((await readFrom('192.0.2.90', 'reviews.json', parameters)).status).toBe(200)
  expect((await readNew('192.0.2.91')).status).toBe(200)
})

test('an answer below 256 kB counts as one read', async () => {
  await addProducts(service, shop, { short: 'SHORT' })
  await addReviews(service, shop, aReview({ product_id: 'short', body: 'a '.repeat(100_000) }))
  await readFrom('192.0.2.92', 'reviews.json', { product_id: 'short' })
  expect(await answered(['192.0.2.92'])).toBe(9)
})
