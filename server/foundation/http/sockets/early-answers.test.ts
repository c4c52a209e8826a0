import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anOrder } from '../../../test/factories.ts'
import { openConnection } from '../../../test/network/connection.ts'
import { aStore, type Member } from '../../../test/users.ts'

const MiB = 1024 * 1024

let service: TestApp
let store: Member
beforeAll(async () => {
  service = await startTestApp({ BOUNCE_TOKEN: 'the token of bounces, long enough' })
  store = await aStore(service.database)
})
afterAll(() => service.close())

const lines = (headers: Record<string, string | number>) =>
  Object.entries({ Host: 'localhost', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
const head = (start: string, headers: Record<string, string | number> = {}) =>
  `${start} HTTP/1.1\r\n${lines(headers)}\r\n`

const form = 'multipart/form-data; boundary=x'
const tooLarge = { 'Content-Length': 3 * MiB }
const keys = () => ({ 'X-Store-Id': store.storeId, 'X-Api-Key': store.apiKey })

// Each is answered from its head. `{store}` is the query that names the store.
const refused: [start: string, headers: Record<string, string | number>, status: number][] = [
  ['POST /orders', {}, 401],
  ['POST /products', { 'X-Api-Key': 'guessed', 'X-Store-Id': 'guessed' }, 401],
  ['PATCH /orders/1', {}, 401],
  ['POST /mail/bounces', {}, 404],
  ['POST /connect/woocommerce/00000000-0000-4000-8000-000000000000', tooLarge, 413],
  ['POST /r/unknown', { 'Content-Type': form }, 404],
  ['POST /r/unknown/pictures', { 'Content-Type': form }, 404],
  ['POST /write', { 'Content-Type': form }, 401],
  ['POST /admin/api/session', { Origin: 'https://evil.example' }, 403],
  ['PUT /admin/api/stores/1/imports/1/parts/0', { 'Content-Type': 'text/csv' }, 403],
  ['POST /manage/v1/orders/batch', {}, 401],
  ['POST /operator/v1/stores', {}, 401],
  ['POST /nothing', {}, 404],
  ['POST /%zz', {}, 400],
  ['DELETE /orders', {}, 405],
  ['POST /health/live', {}, 405],
  ['GET /health/live', {}, 200],
  ['HEAD /nothing', {}, 404],
  ['GET /api/v1/ratings.json?{store}', {}, 200],
]

describe.each(refused)('%s with %j, answered %i before its body arrived', (start, headers, status) => {
  const request = (more: Record<string, string | number>) => {
    const query = `store_id=${store.storeId}&store_key=${store.storeKey}`
    return head(start.replace('{store}', query), { 'Content-Length': 40, ...headers, ...more })
  }

  test('ends the connection when the body has arrived, and answers nothing after it', async () => {
    const client = openConnection(service.url)
    const length = Number(headers['Content-Length'] ?? 40)
    await client.write(request({}) + 'b'.repeat(10))
    const answer = start.startsWith('HEAD') ? undefined : await client.answer()
    if (!answer) await expect.poll(client.heard).toContain('\r\n\r\n')
    else expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close'])
    await client.write('b'.repeat(length - 10) + head('GET /health/live'))
    const heard = await client.end()
    expect(heard.split('HTTP/1.1 ')).toHaveLength(2)
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*\r\nconnection: close\r\n`, 'i'))
  })

  test('is not asked for its body first', async () => {
    const client = openConnection(service.url)
    await client.write(request({ Expect: '100-continue' }))
    await expect.poll(client.heard).toContain('\r\n\r\n')
    expect(client.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    client.close()
  })
})

test('a request with two hosts is refused, also where a cached answer would do', async () => {
  const cached = `GET /api/v1/ratings.json?store_id=${store.storeId}&store_key=${store.storeKey}`
  for (const start of [cached, cached, 'GET /health/live', 'POST /orders']) {
    const client = openConnection(service.url)
    await client.write(head(start, { HOST: 'other.example', Connection: 'close' }))
    const { status, body } = await client.answer()
    expect([start, status, JSON.parse(body).error_code]).toEqual([start, 400, 804000])
    client.close()
    const right = openConnection(service.url)
    await right.write(head(start, { Connection: 'close' }))
    expect((await right.answer()).status).not.toBe(400)
    right.close()
  }
})

test('a body in pieces is read to its end too, with its trailers', async () => {
  const client = openConnection(service.url)
  await client.write(`${head('POST /orders', { 'Transfer-Encoding': 'chunked' })}5\r\nhello\r\n`)
  expect((await client.answer()).status).toBe(401)
  await client.write('3\r\nabc\r\n')
  await client.write('0\r\nX-Trailer: 1\r\n\r\n')
  await client.write(head('POST /orders', { ...keys(), 'Content-Length': 0 }))
  expect((await client.end()).split('HTTP/1.1 ')).toHaveLength(2)
})

test('a long body loses no answer, read at once or afterwards', async () => {
  const body = Buffer.alloc(20 * MiB, 'b')
  for (const isReadFirst of [true, false]) {
    const client = openConnection(service.url)
    await client.write(head('POST /orders', { 'Content-Length': body.length }))
    if (isReadFirst) await client.answer()
    await client.write(body)
    const { status, body: text } = await client.answer()
    expect([status, JSON.parse(text).error_code]).toEqual([401, 8121200])
    await client.end()
  }
})

test('an admitted body that is too large is answered, and read to its end', async () => {
  for (const length of [{ 'Content-Length': 3 * MiB }, { 'Transfer-Encoding': 'chunked' }]) {
    const client = openConnection(service.url)
    await client.write(head('POST /orders', { ...keys(), ...length } as never))
    const isChunked = 'Transfer-Encoding' in length
    for (let sent = 0; sent < 3; sent++) {
      if (isChunked) await client.write(`${MiB.toString(16)}\r\n${'b'.repeat(MiB)}\r\n`)
      else await client.write('b'.repeat(MiB))
    }
    expect((await client.answer()).status).toBe(413)
    if (isChunked) await client.write('0\r\n\r\n')
    expect((await client.end()).split('HTTP/1.1 ')).toHaveLength(2)
  }
})

test('a body without an end is not read for ever', async () => {
  const client = openConnection(service.url)
  await client.write(head('POST /orders', { 'Content-Length': 1024 * MiB }))
  expect((await client.answer()).status).toBe(401)
  const piece = Buffer.alloc(MiB)
  let written = 0
  const writing = async () => {
    for (; written < 1024; written++) await client.write(piece)
  }
  await expect(writing()).rejects.toThrow(/EPIPE|ECONNRESET|ECANCELED/)
  expect(written).toBeGreaterThan(63)
  expect(written).toBeLessThan(200)
})

test.each([
  'before',
  'after',
])('a client that closes its side %s the answer is not waited for', async when => {
  const client = openConnection(service.url)
  await client.write(head('POST /orders', { 'Content-Length': 40 }))
  if (when === 'after') await client.answer()
  client.closeSide()
  expect((await client.answer()).status).toBe(401)
  await client.end()
})

test('a request behind an unread body is not carried out', async () => {
  const order = JSON.stringify(anOrder({ order_id: 'behind a body' }))
  const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(order) }
  const second = head('POST /orders', { ...keys(), ...type }) + order
  const client = openConnection(service.url)
  await client.write(head('POST /orders', { 'Content-Length': 40 }) + 'b'.repeat(10))
  await client.answer()
  await client.write('b'.repeat(30) + second)
  await client.end()
  const { status } = await service.send('GET', '/orders/behind%20a%20body', { headers: keys() })
  expect(status).toBe(404)
})

test.each([
  ['POST /nothing', 404],
  ['POST /orders', 401],
  ['DELETE /orders', 405],
])('%s with a body that arrived with its head keeps the connection', async (start, status) => {
  const client = openConnection(service.url)
  await client.write(`${head(start, { 'Content-Length': 4 })}body`)
  const { headers, ...answer } = await client.answer()
  expect([answer.status, headers.get('connection')]).toEqual([status, 'keep-alive'])
  await client.write(head('GET /health/live', { Connection: 'close' }))
  expect((await client.end()).split('HTTP/1.1 200')).toHaveLength(2)
})

test('a body is asked for when it is admitted', async () => {
  const order = JSON.stringify(anOrder())
  const client = openConnection(service.url)
  const type = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(order) }
  await client.write(head('POST /orders', { ...keys(), ...type, Expect: '100-continue' }))
  await expect.poll(client.heard).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  await client.write(order)
  await expect.poll(client.heard).toMatch(/\r\n\r\nHTTP\/1.1 201 [\s\S]*connection: keep-alive/i)
  client.close()
})

describe('what is no HTTP', () => {
  test.each([
    ['a head that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
    ['a broken body', `${head('POST /nothing', { 'Transfer-Encoding': 'chunked' })}zz\r\n`, 400],
    ['a line', 'this is not HTTP\r\n\r\n', 400],
  ])('%s is answered once, whatever follows', async (_, bytes, status) => {
    const client = openConnection(service.url)
    await client.write(bytes)
    await expect.poll(client.heard).toContain('\r\n\r\n')
    await client.write(Buffer.alloc(5 * MiB, 'x')).catch(() => {})
    const heard = client.heard()
    expect(heard.split('HTTP/1.1 ')).toHaveLength(2)
    if (!bytes.startsWith('POST')) expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect((await client.answer()).headers.get('cache-control')).toBe('no-store')
    client.close()
  })
})
