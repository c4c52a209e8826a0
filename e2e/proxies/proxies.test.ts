import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../server/test/network/connection.ts'
import { readBytes } from '../../server/test/network/encoded.ts'
import { freePort } from '../../server/test/network/listen.ts'
import { cleanUp, readyDataDir, runJson, type Service, startService } from '../service.ts'
import { createStore, orderText, query, type Store } from '../store.ts'
import { installed, startProxy } from './proxies.ts'

const MiB = 1024 * 1024
const password = 'correct horse battery'

/** What ends TLS sends, for proxies that pass it on. Others set their own. */
const browser = {
  host: 'reviews.shop.example',
  origin: 'https://reviews.shop.example',
  'x-realword-page': '1',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.9',
}

let service: Service
let store: Store
let other: Store
let cookie: string
let port: number
const urls = new Map<string, string>()

beforeAll(async () => {
  if (installed.length === 0) return
  port = await freePort()
  service = await startAgain(readyDataDir())
  store = await createStore(service)
  other = await createStore(service)
  const email = 'olga@shop.example'
  const args = ['--email', email, '--name', 'Olga', '--store', store.store_id, '--role', 'owner']
  const { link } = await runJson<{ link: string }>(['user', 'create', ...args], service)
  const token = link.slice(link.indexOf('#reset=') + '#reset='.length)
  expect((await send(direct(), 'POST', '/admin/api/password', browser, { token, password })).status).toBe(204)
  cookie = cookieOf(await send(direct(), 'POST', '/admin/api/session', browser, { email, password }))
  for (const proxy of installed) urls.set(proxy.name, await startProxy(proxy, port))
})
afterAll(cleanUp)

function startAgain(dataDir: string): Promise<Service> {
  const settings = {
    PORT: String(port),
    PUBLIC_URL: browser.origin,
    TRUSTED_PROXIES: '127.0.0.1/32',
    SIGN_IN_RATE_LIMIT: '1000',
    VISITOR_RATE_LIMIT: '1000',
  }
  return startService({ dataDir, env: settings })
}

const direct = () => `http://127.0.0.1:${port}`

type Received = { status: number; headers: IncomingMessage['headers']; text: string }

/** Unlike fetch, it sends the Host of the public address. */
function send(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object | Buffer,
  agent?: Agent,
): Promise<Received> {
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const type = { 'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json' }
  const length = bytes && { ...type, 'content-length': String(Buffer.byteLength(bytes)) }
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  const sent = request(url + path, { method, headers: { ...length, ...headers }, ...(agent && { agent }) })
  sent.on('error', reject)
  sent.on('response', response => {
    const pieces: Buffer[] = []
    response.on('data', piece => pieces.push(piece))
    response.on('error', reject)
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, text: Buffer.concat(pieces).toString() })
    })
  })
  sent.end(bytes)
  return promise
}

function cookieOf({ headers }: Received): string {
  return (headers['set-cookie'] ?? []).map(one => one.split(';')[0]).join('; ')
}

const keys = () => ({ 'x-api-key': store.api_key, 'x-store-id': store.store_id })

describe.each(installed)('behind $name', ({ name }) => {
  const url = () => urls.get(name) as string

  test('a read is right, and is not sent again to a client that has it', async () => {
    const path = `/api/v1/ratings.json?store_id=${store.store_id}&store_key=${store.store_key}&_=${name.length}`
    for (const coding of ['identity', 'gzip']) {
      const headers = { ...browser, 'accept-encoding': coding }
      const first = await send(url(), 'GET', path, headers)
      expect(first.status).toBe(200)
      if (coding === 'identity') expect(JSON.parse(first.text)).toMatchObject({ count: 0 })
      const known = { ...headers, 'if-none-match': String(first.headers.etag) }
      expect((await send(url(), 'GET', path, known)).status).toBe(304)
    }
  })

  test('an answer is compressed once, by the service', async () => {
    const path = `/api/v1/reviews.html?store_id=${store.store_id}&store_key=${store.store_key}&product_id=P-1`
    const plain = await readBytes(direct() + path, browser)
    expect(plain.bytes.length).toBeGreaterThan(860)
    // Varnish asks for gzip, whatever else a client accepts.
    const best = name === 'Varnish' ? 'gzip' : 'br'
    for (const [accepted, coding] of [
      ['identity', undefined],
      ['gzip', 'gzip'],
      ['gzip, deflate, br', best],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const headers = { ...browser, 'accept-encoding': accepted }
      const answer = await readBytes(url() + path, headers)
      expect([answer.status, answer.headers['content-encoding']]).toEqual([200, coding])
      expect(answer.text).toBe(plain.text)
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      const known = { ...headers, 'if-none-match': String(answer.headers.etag) }
      expect((await readBytes(url() + path, known)).status).toBe(304)
    }
  })

  test('a page that may hold a secret is not compressed', async () => {
    for (const path of ['/admin', '/r/unknown']) {
      const { headers, bytes } = await readBytes(url() + path, { ...browser, 'accept-encoding': 'gzip, br' })
      expect(bytes.length).toBeGreaterThan(860)
      expect(headers['content-encoding']).toBeUndefined()
    }
  })

  test('a store in headers is not answered with what the address of another one got', async () => {
    const path = `/api/v1/ratings.json?store_id=${store.store_id}&store_key=${store.store_key}&_=${name}`
    const plain = await send(url(), 'GET', encodeURI(path), browser)
    const wrong = { ...browser, 'x-store-id': other.store_id, 'x-api-key': 'guessed' }
    expect([plain.status, (await send(url(), 'GET', encodeURI(path), wrong)).status]).toEqual([200, 401])
  })

  test('a user signs in, and is known', async () => {
    const signedIn = await send(url(), 'POST', '/admin/api/session', browser, {
      email: 'olga@shop.example',
      password,
    })
    expect(signedIn.status).toBe(200)
    expect(String(signedIn.headers['set-cookie'])).toMatch(/__Host-[^;]+;.*Secure/)
    expect(signedIn.headers['strict-transport-security']).toBe('max-age=31536000')
    const me = { ...browser, cookie: cookieOf(signedIn) }
    expect((await send(url(), 'GET', '/admin/api/session', me)).status).toBe(200)
    expect((await send(url(), 'GET', '/admin/api/session', browser)).status).toBe(401)
  })

  test('a file of 5 MB arrives in parts, and a body of 9 MB in one piece', async () => {
    const headers = { ...browser, cookie }
    const path = `/admin/api/stores/${store.store_id}/imports`
    const begun = await send(url(), 'POST', path, headers, {
      kind: 'review',
      file_name: 'reviews.csv',
      size: 5 * MiB,
    })
    expect([begun.status, begun.text]).toEqual([201, expect.stringContaining('"id"')])
    const { id } = JSON.parse(begun.text) as { id: string }
    const part = Buffer.from('product_id,rating\n'.padEnd(MiB, 'P-1,5\n'))
    for (let number = 0; number < 5; number++)
      expect((await send(url(), 'PUT', `${path}/${id}/parts/${number}`, headers, part)).status).toBe(200)
    await send(url(), 'POST', `${path}/${id}/cancel`, headers)
    const form = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="a.png"\r\n\r\n'),
      Buffer.alloc(9 * MiB, 'p'),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const page = `/write?store_id=${store.store_id}&store_key=${store.store_key}&product_id=P-1`
    const type = { ...browser, 'content-type': 'multipart/form-data; boundary=x' }
    const unproxied = await send(direct(), 'POST', page, type, form)
    const sent = await send(url(), 'POST', page, type, form)
    expect([sent.status, sent.text.slice(0, 15)]).toEqual([unproxied.status, '<!doctype html>'])
  })

  test('an unread body is not the next request of another client', async () => {
    const late = Array.from({ length: 4 }, () => openConnection(url()))
    const head = `POST /orders HTTP/1.1\r\nHost: ${browser.host}\r\nContent-Length: ${2 * MiB}\r\n\r\n`
    for (const client of late) await client.write(head + 'b'.repeat(MiB))
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const others = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0
        ? send(url(), 'POST', '/orders', { ...browser, ...keys() }, order(`${name} ${at}`), agent)
        : send(url(), 'GET', '/health/live', browser, undefined, agent),
    )
    const statuses = (await Promise.all(others)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 200]))
    // Some proxies have closed the connection by now.
    for (const client of late) await client.write('b'.repeat(MiB)).catch(() => {})
    for (const client of late) {
      await expect.poll(client.heard).toMatch(/^HTTP\/1.[01] (401|502|503)/)
      client.close()
    }
    agent.destroy()
  })

  test('a long body without a key is answered 401', async () => {
    const head = `POST /orders HTTP/1.1\r\nHost: ${browser.host}\r\nContent-Length: ${10 * MiB}\r\n\r\n`
    let heard = ''
    // Squid resets its client at times, before it has passed the answer on.
    for (let tries = name === 'Squid' ? 10 : 1; tries > 0 && heard === ''; tries--) {
      const client = openConnection(url())
      await client.write(head)
      await client.write(Buffer.alloc(10 * MiB, 'b')).catch(() => {})
      await client.answer().catch(() => {})
      heard = client.heard()
      client.close()
    }
    expect(heard).toMatch(/^HTTP\/1.1 401 [\s\S]*8121200/)
  })

  test('nobody without the key is given an order, before or after somebody with it', async () => {
    const path = `/orders/${encodeURIComponent(`mine ${name}`)}`
    const mine = { ...browser, ...keys() }
    expect((await send(url(), 'GET', path, mine)).status).toBe(404)
    expect((await send(url(), 'POST', '/orders', mine, order(`mine ${name}`))).status).toBe(201)
    const found = await send(url(), 'GET', path, mine)
    expect([found.status, found.headers['cache-control']]).toEqual([200, 'no-store'])
    const stranger = { ...browser, 'x-api-key': other.api_key, 'x-store-id': other.store_id }
    const without = [await send(url(), 'GET', path, browser), await send(url(), 'GET', path, stranger)]
    expect(without.map(({ status }) => status)).toEqual([401, 404])
    for (let times = 0; times < 2; times++)
      expect(Number((await send(url(), 'GET', '/health/ready', browser)).headers.age ?? 0)).toBe(0)
  })

  test('a visitor does not choose the id of a request', async () => {
    const { headers } = await send(url(), 'GET', '/health/live', { ...browser, 'x-request-id': 'forged' })
    // What ends TLS must remove it in front of h2o.
    if (name !== 'h2o') expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
  })
})

function order(id: string): object {
  return JSON.parse(orderText(id)) as object
}

test.skipIf(installed.length === 0)(
  'orders that are answered while the service restarts are there, once',
  async () => {
    const answered: string[] = []
    let isOver = false
    const clients = [...urls].map(async ([name, url]) => {
      for (let turn = 0; !isOver; turn++) {
        const id = `restart ${name} ${turn}`
        for (;;) {
          const sent = await send(url, 'POST', '/orders', { ...browser, ...keys() }, order(id)).catch(
            () => undefined,
          )
          // An order whose answer was lost is a duplicate.
          if (sent?.status === 201 || sent?.status === 422) break
          await pause(100)
        }
        answered.push(id)
      }
    })
    const { dataDir } = service
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const before = answered.length
      await expect.poll(() => answered.length).toBeGreaterThan(before + 20)
      service.kill(signal)
      await service.ended
      service = await startAgain(dataDir)
    }
    const before = answered.length
    await expect.poll(() => answered.length).toBeGreaterThan(before + 20)
    isOver = true
    await Promise.all(clients)
    const rows = await query<{ order_id: string }>(
      dataDir,
      "select order_id from orders where order_id like 'restart %' order by 1",
    )
    expect(rows.map(row => row.order_id).sort()).toEqual(answered.sort())
  },
)
