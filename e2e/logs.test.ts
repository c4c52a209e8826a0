import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../server/test/network/raw.ts'
import { cleanUp, readyDataDir, runJson, type Service, startService, waitFor } from './service.ts'

// What a real run prints to its standard output.

let service: Service
let key: Record<string, string>
let product: string
beforeAll(async () => {
  const dataDir = readyDataDir()
  service = await startService({ dataDir, env: { LOG_LEVEL: 'debug', TRUSTED_PROXIES: '127.0.0.1' } })
  const store = await runJson<{ store_id: string; api_key: string; store_key: string }>(
    ['store', 'create', '--name', 'Shop'],
    { dataDir },
  )
  key = { 'x-store-id': store.store_id, 'x-api-key': store.api_key }
  product = `/api/v1/ratings.json?store_id=${store.store_id}&store_key=${store.store_key}&product_id=P-1`
})
afterAll(cleanUp)

type Line = { level: number; time: number; msg: string; request_id?: string; [field: string]: unknown }

const lines = () =>
  service
    .output()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line)

async function requestOf(id: string | null): Promise<Line> {
  expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  return await waitFor('the line', () => lines().find(({ request_id }) => request_id === id))
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers })

test('every line is JSON, the first ones with the address and the sign-in link', () => {
  for (const line of lines())
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      msg: expect.any(String),
    })
  const texts = lines()
    .map(({ msg }) => msg)
    .join('\n')
  expect(texts).toContain(`answers at ${service.url},`)
  expect(texts).toMatch(/\/admin#setup=[\w-]{40,}/)
})

test('each request is one line with its route, without its path and query, under the id of its answer', async () => {
  const answers: [path: string, headers: Record<string, string>, route: string, status: number][] = [
    [product, {}, '/api/v1/ratings.json', 200],
    [product, {}, '/api/v1/ratings.json', 200], // from the response cache
    ['/orders/secret-order?a=b', key, '/orders/:order_id', 404],
    ['/r/secret-token', {}, '/r/:token', 404],
    ['/secret-scanner', {}, 'unknown', 404],
  ]
  for (const [path, headers, route, status] of answers) {
    const answer = await get(path, headers)
    expect([path, answer.status]).toEqual([path, status])
    expect(await requestOf(answer.headers.get('x-request-id'))).toMatchObject({
      ...{ level: 20, msg: 'request', method: 'GET', route, status },
      duration_ms: expect.any(Number),
    })
  }
  expect(service.output()).not.toMatch(/secret-|product_id/)
})

test('an answer has an id when it was not changed, and when the request is not valid', async () => {
  expect((await get('/%zz')).headers.get('x-request-id')).toMatch(/./)
  const etag = (await get(product)).headers.get('etag') ?? ''
  const unchanged = await get(product, { 'if-none-match': etag })
  expect(unchanged.status).toBe(304)
  await requestOf(unchanged.headers.get('x-request-id'))
  const broken = await sendRaw(service.url, 'no HTTP at all\r\n\r\n')
  expect(broken).toMatchObject({ status: 400, headers: { 'x-request-id': expect.any(String) } })
})

test.each([
  ['abc_DEF-123', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['a b', false],
  ['"}{', false],
])('the id %j of a trusted proxy is taken: %s', async (id, isTaken) => {
  for (const path of ['/health/live', product]) {
    const answer = await get(path, { 'x-request-id': id })
    expect(answer.headers.get('x-request-id') === id).toBe(isTaken)
    if (isTaken) await requestOf(id)
  }
})

test('an id of somebody else is not taken', async () => {
  const other = await startService({ dataDir: service.dataDir })
  for (const path of ['/health/live', product]) {
    const answer = await fetch(other.url + path, { headers: { 'x-request-id': 'forged' } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
  other.kill('SIGTERM')
  await other.ended
})
