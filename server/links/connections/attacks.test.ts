import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOrder } from '../../asking/orders/orders.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { type Listening, listen } from '../../test/network/listen.ts'
import { sendRaw } from '../../test/network/raw.ts'
import { delivery, orderJson, wooOrder } from '../../test/shops/woocommerce.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkConnection } from './check-connection.ts'
import { addConnection } from './connections.ts'
import { listEvents, wordEvent } from './events/events.ts'
import { type PlatformName, wordFinding } from './platform.ts'
import type { SettingsChange } from './settings.ts'

const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const now = Date.parse('2026-11-25T12:00:00Z')
let it: TestApp
let store: Member
let other: Member
beforeAll(async () => {
  it = await startTestApp({ WEBHOOK_RATE_LIMIT: '100' })
})
afterAll(() => it.close())
let minutes = 0
beforeEach(async () => {
  // Limits of the test before are over.
  it.setNow(now + minutes++ * 60_000)
  store = await aStore(it.database)
  other = await aStore(it.database)
})

type Shop = { id: string; path: string; events: () => Promise<ReturnType<typeof wordEvent>[]> }

const context = () => ({ secrets, address: it.url, now })

async function connect(given: SettingsChange & { platform?: PlatformName } = {}, of = store): Promise<Shop> {
  const settings = { platform: 'woocommerce' as const, secret: 'our secret', ...given }
  const { connection } = await addConnection(it.database, of.storeId, settings, context())
  const id = connection.connection_id
  return {
    ...{ id, path: `/connect/${connection.platform}/${id}` },
    events: async () => (await listEvents(it.database, of.storeId, id)).events.map(wordEvent),
  }
}

const signed = (body: string | Buffer, secret = 'our secret') => ({
  'content-type': 'application/json',
  'x-wc-webhook-topic': 'order.updated',
  'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
})

async function post(path: string, body: string | Buffer, headers: Record<string, string> = signed(body)) {
  const { status } = await it.send('POST', path, { headers, body })
  return status
}

const anOrder = (id: number, changes = {}) => JSON.stringify(orderJson(wooOrder(id, changes)))

test('the secret of another connection, of the store or of another store, opens nothing', async () => {
  const shop = await connect()
  const sibling = await connect({ secret: 'secret of the sibling' })
  const foreign = await connect({ secret: 'secret of the other' }, other)
  const body = anOrder(1)
  expect(await post(shop.path, body, signed(body, 'secret of the sibling'))).toBe(401)
  expect(await post(shop.path, body, signed(body, 'secret of the other'))).toBe(401)
  // The store in the id and the rest of it belong together.
  const mixed = foreign.id.slice(0, 22) + shop.id.slice(22)
  for (const id of [mixed, shop.id.toLowerCase(), `${shop.id}a`, `${shop.id}%00`, `${shop.id}/`])
    expect([401, 400, 404], id).toContain(await post(`/connect/woocommerce/${id}`, body))
  for (const one of [shop, sibling, foreign]) expect(await one.events()).toEqual([])
})

test.each([
  ['the right one twice', (right: string) => [right, right]],
  ['a wrong one before the right one', (right: string) => ['d3Jvbmc=', right]],
  ['a wrong one after the right one', (right: string) => [right, 'd3Jvbmc=']],
  ['one of 15,000 characters', () => ['A'.repeat(15_000)]],
  ['one of characters that are not base64', () => ['\u00ff\u00fe{}"\'']],
  ['the right one in another encoding', (right: string) => [Buffer.from(right, 'base64').toString('hex')]],
  ['the right one without its padding', (right: string) => [right.replace(/=+$/, '')]],
])('signatures: %s', async (_what, change) => {
  const shop = await connect()
  const body = anOrder(1)
  const { 'x-wc-webhook-signature': right, ...headers } = signed(body)
  const lines = [
    `POST ${shop.path} HTTP/1.1`,
    `Host: ${new URL(it.url).host}`,
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...change(right).map(value => `X-WC-Webhook-Signature: ${value}`),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  const answer = await sendRaw(it.url, Buffer.concat([head, Buffer.from(body)]))
  expect(answer.status).toBe(401)
  expect(await shop.events()).toEqual([])
})

test('headers longer than Node reads are refused, and the service answers on', async () => {
  const shop = await connect()
  const long = `POST ${shop.path} HTTP/1.1\r\nHost: a\r\nX-WC-Webhook-Signature: ${'A'.repeat(100_000)}\r\n\r\n`
  expect((await sendRaw(it.url, long)).status).toBe(431)
  expect(await post(shop.path, anOrder(1))).toBe(200)
})

test('old deliveries that are sent again change nothing', async () => {
  const shop = await connect()
  const old = delivery('order.updated', orderJson(wooOrder(1)), 'our secret')
  const cancelled = anOrder(1, { status: 'cancelled', modified: Date.parse('2026-11-24T00:00:00Z') })
  const replay = () => post(shop.path, old.body, old.headers)
  expect(await replay()).toBe(200)
  expect(await post(shop.path, cancelled)).toBe(200)
  await it.runDue()
  // With its delivery id, it is known. Under another one, its signature is still right, because it covers the body alone.
  expect(await replay()).toBe(200)
  expect(await post(shop.path, old.body, { ...old.headers, 'x-wc-webhook-delivery-id': 'forged' })).toBe(200)
  await it.runDue()
  expect((await shop.events()).map(({ outcome }) => outcome)).toEqual([
    'Older than what is known.',
    'The order was cancelled: its review requests are cancelled.',
    expect.stringContaining('Scheduled'),
  ])
  const { requests } = await readOrder(it.database, store.storeId, '1')
  expect(requests.map(({ state }) => state)).toEqual(['cancelled'])
})

test('a body of 2 MiB is taken, and one byte more is not', async () => {
  const shop = await connect()
  const body = Buffer.alloc(2 * 1024 * 1024, ' ')
  body.write(anOrder(1))
  expect(await post(shop.path, body)).toBe(200)
  await it.runDue()
  expect(await shop.events()).toMatchObject([{ state: 'done' }])
  const longer = Buffer.concat([body, Buffer.from(' ')])
  expect(await post(shop.path, longer)).toBe(413)
  expect(await shop.events()).toHaveLength(1)
})

const secretHeader = { 'x-realword-secret': 'our secret', 'content-type': 'application/json' }
const key = `whsec_${Buffer.from('a signing key of a shop with 32 b').toString('base64')}`
const hex = (body: string) => createHmac('sha256', 'our secret').update(body).digest('hex')
const base64 = (body: string) => createHmac('sha256', 'our secret').update(body).digest('base64')

/** A correctly signed delivery of each platform, and the settings that make its connection active. */
const deliveries: [PlatformName, SettingsChange, (body: string) => Record<string, string>][] = [
  ['woocommerce', {}, signed],
  ['shopify', {}, body => ({ 'x-shopify-topic': 'orders/updated', 'x-shopify-hmac-sha256': base64(body) })],
  [
    'nuvemshop',
    { token: 't', options: { shop_id: '1', api_url: 'http://127.0.0.1:9' } },
    body => ({ 'x-linkedstore-hmac-sha256': hex(body) }),
  ],
  [
    'vtex',
    {
      ...{ url: 'https://shop.example', key: 'k', token: 't' },
      options: { account: 'shop', api_url: 'http://127.0.0.1:9' },
    },
    () => secretHeader,
  ],
  ['medusa', { secret: key }, body => ofMedusa(body)],
  ['vendure', { secret: key }, body => ofMedusa(body)],
  [
    'generic',
    {
      options: {
        order_id: 'a',
        delivered_at: 'a',
        ordered_at: 'a',
        customer_email: 'a',
        products: 'a',
        product_id: 'a',
      },
    },
    () => secretHeader,
  ],
]

function ofMedusa(body: string): Record<string, string> {
  const at = String(Math.floor((now + minutes * 60_000) / 1000))
  const signature = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(`id.${at}.${body}`)
    .digest('base64')
  return { 'webhook-id': 'id', 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
}

test.each(
  deliveries,
)('%s: signed bodies that no shop sends are kept, and stop nothing', async (platform, settings, sign) => {
  const bodies = [
    '',
    'null',
    '[]',
    '"text"',
    '{}',
    '{"__proto__":{"id":1},"constructor":{"prototype":{}}}',
    '{"id":1,"id":2,"status":"completed","line_items":[{}]}',
    '{"id":"\\u0000\\ud800","status":"completed","line_items":[]}',
    '{"id":1e400,"status":"completed","line_items":[]}',
    '['.repeat(200_000),
    `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
    `{"id":1,"status":"completed","line_items":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ]
  const shop = await connect({ platform, ...settings })
  for (const body of bodies) {
    const status = await post(shop.path, body, { 'content-type': 'application/json', ...sign(body) })
    expect([200, 401], body.slice(0, 50)).toContain(status)
  }
  await it.runDue()
  for (const { state, attempts, outcome } of await shop.events()) {
    expect(attempts).toBe(1)
    expect(outcome, state).not.toContain('unexpected error')
  }
  expect((await it.send('GET', '/health/ready')).status).toBe(200)
})

test('refused webhooks of a network are limited, and do not limit the accepted ones', async () => {
  const shop = await connect()
  const statuses = new Set<number>()
  for (let times = 0; times < 70; times++) statuses.add(await post(shop.path, '{}', signed('{}', 'wrong')))
  expect(statuses).toEqual(new Set([401, 429]))
  expect(await post(shop.path, '{}')).toBe(200)
})

test('accepted webhooks are limited by connection', async () => {
  const [shop, sibling] = [await connect(), await connect()]
  for (let times = 0; times < 100; times++) expect(await post(shop.path, `{"id":${times}}`)).toBe(200)
  expect(await post(shop.path, '{"id":100}')).toBe(429)
  expect(await shop.events()).toHaveLength(50)
  expect(await post(sibling.path, '{"id":100}')).toBe(200)
})

/** A shop whose API answers as `answer` does. */
async function hostileShop(
  answer: (response: ServerResponse) => void,
): Promise<Listening & { asked: number }> {
  const server = createServer()
  const shop = { asked: 0 }
  server.on('request', (_request, response) => {
    shop.asked++
    answer(response)
  })
  return Object.assign(shop, await listen(server))
}

const megabyte = Buffer.alloc(1_000_000, ' ')

function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let left = 1_000
  const write = () => {
    while (left-- > 0 && response.write(megabyte)) {}
    if (left > 0) response.once('drain', write)
    else response.end()
  }
  response.on('error', () => {})
  write()
}

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['answers with 1 GB', endless, /answer is too large/],
  [
    'redirects to a private address',
    response => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    /redirects to another address/,
  ],
  ['answers with something else', response => response.end('<html>'), /not JSON/],
  ['breaks off', response => response.socket?.destroy(), /cannot be reached/],
  [
    'has never enough',
    response => response.writeHead(429, { 'retry-after': '999999999' }).end(),
    /fewer requests/,
  ],
  [
    'says nonsense',
    response => response.writeHead(503, { 'retry-after': 'x'.repeat(5_000) }).end(),
    /answers with an error/,
  ],
])('a shop that %s fails alone, with a sentence', async (_what, answer, expected) => {
  const { url, close, asked } = await hostileShop(answer)
  const shop = await connect({ url, key: 'ck', token: 'cs' })
  const before = process.memoryUsage().rss
  expect(await post(shop.path, anOrder(1))).toBe(200)
  await it.runDue()
  const [event] = await shop.events()
  expect(event?.outcome).toMatch(expected)
  expect(asked).toBeLessThan(5)
  expect(process.memoryUsage().rss - before).toBeLessThan(300e6)
  // The service still applies the events of others.
  const fine = await connect({}, other)
  await post(fine.path, anOrder(1))
  await it.runDue()
  expect(await fine.events()).toMatchObject([
    { state: 'done', outcome: expect.stringContaining('Scheduled') },
  ])
  await close()
})

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://2130706433',
  'http://0.0.0.0',
  'http://169.254.169.254',
  'https://10.0.0.1',
  'https://192.168.1.1:8443',
])('the address %s is never asked where no network is allowed', async url => {
  const { id } = await connect({ url, key: 'ck', token: 'cs' })
  const findings = await checkConnection(it.database, store.storeId, id, 'test', {
    ...context(),
    allowedNetworks: [],
  })
  expect(findings[0]).toMatchObject({ ok: false })
  expect(findings[0] && wordFinding(findings[0]).what).toMatch(
    /is in a private network|does not begin with https/,
  )
})

test('an order id of another store changes nothing there', async () => {
  const victim = await connect({}, other)
  await post(victim.path, anOrder(7))
  await it.runDue()
  const shop = await connect()
  await post(shop.path, '{"id":7}', { ...signed('{"id":7}'), 'x-wc-webhook-topic': 'order.deleted' })
  await post(shop.path, anOrder(7, { status: 'cancelled', modified: now }))
  await it.runDue()
  const { requests } = await readOrder(it.database, other.storeId, '7')
  expect(requests.map(({ state }) => state)).toEqual(['scheduled'])
})
