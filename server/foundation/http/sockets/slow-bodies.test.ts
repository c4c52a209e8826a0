import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../service/app.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../../test/factories.ts'
import { askAbout } from '../../../test/forms.ts'
import { aPicture } from '../../../test/media/pictures.ts'
import { openConnection } from '../../../test/network/connection.ts'
import { aStore, type Member } from '../../../test/users.ts'
import { readConfig } from '../../config/config.ts'
import type { Pace } from './slow-bodies.ts'

const hour = 60 * 60_000 // ms
const usual: Pace = { least: 20_000, window: hour, longest: hour, perNetwork: 5, inAll: 5 }
const pace = { ...usual }
let service: TestApp
let store: Member
// A service with a time-out of half a second. What a test sends at once is steady for minutes; a head alone is not.
let app: FastifyInstance
let url: string
beforeAll(async () => {
  service = await startTestApp()
  store = await aStore(service.database, { open_reviews: true, locale: 'es', moderation: 'publish' })
  const { database, session } = service
  const config = readConfig({ LOG_LEVEL: 'silent', SECRET: testSecret })
  app = await createApp({ config, database, session, clock: Date.now, pace })
  Object.assign(app.server, { headersTimeout: 500, requestTimeout: 500, connectionsCheckingInterval: 50 })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(() => void Object.assign(pace, usual))
afterAll(async () => {
  await app.close()
  await service.close()
})

const picture = Buffer.from(await (await aPicture({ width: 1500, height: 1000, type: 'png' })).arrayBuffer())

/** A form of a browser: its fields, and a picture that comes last. */
async function aForm(fields: Record<string, string>): Promise<{ type: string; bytes: Buffer }> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  data.append('pictures-0', new File([picture], 'large.png'))
  const sent = new Response(data)
  return { type: sent.headers.get('content-type') ?? '', bytes: Buffer.from(await sent.arrayBuffer()) }
}

async function aReviewForm() {
  const product = anOrderProduct()
  const customer = aCustomer()
  const body = anOrder({ products: [product], customers: [customer] })
  await service.send('POST', '/orders', { headers: store.headers, body })
  const token = await askAbout(service, store.storeId, [body.order_id], {
    ...{ address: customer.email, name: 'Ana', language: 'pt-BR' },
  })
  const { type, bytes } = await aForm({
    'product-0': product.product_id,
    'rating-0': '4',
    'body-0': 'Aquece bem & rápido.',
    display: 'short',
  })
  const stored = () => service.database.query(sql`select body from reviews where address = ${customer.email}`)
  return { path: `/r/${token}`, type, bytes, stored }
}

/** Sends the head of a request and as much of its body as given. */
async function begin(path: string, type: string, length: number, ...bytes: Buffer[]) {
  const client = openConnection(url)
  const head = [
    ...[
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `X-Store-Id: ${store.storeId}`,
      `X-Api-Key: ${store.apiKey}`,
    ],
    ...[`Content-Type: ${type}`, `Content-Length: ${length}`, '', ''],
  ].join('\r\n')
  await client.write(Buffer.concat([Buffer.from(head), ...bytes]))
  return client
}

/** Every body that began earlier has been judged when one that never comes is refused. */
async function untilJudged(): Promise<void> {
  const stalled = await begin('/orders', 'application/json', 10)
  expect((await stalled.answer()).status).toBe(408)
  stalled.close()
}

test('pictures that arrive steadily continue after the time-out', async () => {
  const { path, type, bytes, stored } = await aReviewForm()
  const half = bytes.length / 2
  const client = await begin(path, type, bytes.length, bytes.subarray(0, half))
  await untilJudged()
  expect(client.heard()).toBe('')
  await client.write(bytes.subarray(half))
  expect((await client.answer()).status).toBe(303)
  expect(await stored()).toEqual([{ body: 'Aquece bem & rápido.' }])
  client.close()
})

test.each([
  ['stall', { window: 20 }],
  ['take too long in all', { window: 20, least: 0, longest: 1 }],
])('pictures that %s get the form back, with its text', async (_what, change) => {
  Object.assign(pace, change)
  const { path, type, bytes, stored } = await aReviewForm()
  const client = await begin(path, type, bytes.length, bytes.subarray(0, bytes.length / 2))
  const { status, headers, body } = await client.answer()
  expect([status, headers.get('content-type'), headers.get('connection')]).toEqual([
    ...[408, 'text/html; charset=utf-8', 'close'],
  ])
  const html = Buffer.from(body, 'latin1').toString()
  expect(html).toContain('Sua conexão estava lenta demais para o resto do formulário')
  expect(html).toMatch(/name="rating-0" value="4" checked/)
  expect(html).toContain('Aquece bem &amp; rápido.')
  expect(await stored()).toEqual([])
  client.close()
})

test('a review without an order gets its form back too', async () => {
  const [product] = await service.database.query<{ id: string }>(sql`
    select product_id as id from products where store_id = ${store.storeId} limit 1`)
  const { type, bytes } = await aForm({
    'rating-0': '3',
    'body-0': '¿Qué tal?',
    name: 'Ana',
    email: 'a@b.example',
  })
  const query = new URLSearchParams({
    store_id: store.storeId,
    store_key: store.storeKey,
    product_id: product?.id ?? '',
  })
  const client = await begin(`/write?${query}`, type, bytes.length, bytes.subarray(0, 5_000))
  const { status, body } = await client.answer()
  const html = Buffer.from(body, 'latin1').toString()
  expect(status).toBe(408)
  for (const text of ['Tu conexión fue demasiado lenta', '¿Qué tal?', 'value="a@b.example"'])
    expect(html).toContain(text)
  client.close()
})

test('a picture sent by the script, a form without files and JSON are refused in their own formats', async () => {
  const { path, type } = await aReviewForm()
  const plain = 'application/x-www-form-urlencoded'
  for (const [to, contentType, expected] of [
    [`${path}/pictures`, type, /<h1[^>]*>Sua conexão está lenta demais/],
    [path, plain, /<h1[^>]*>Your connection is too slow/],
    ['/orders', 'application/json', /"error_code":804080/],
  ] as const) {
    const client = await begin(to, contentType, 1_000)
    const { status, body } = await client.answer()
    expect([status, Buffer.from(body, 'latin1').toString()]).toEqual([408, expect.stringMatching(expected)])
    client.close()
  }
})

test.each([
  ['of one network', { perNetwork: 1 }],
  ['in all', { inAll: 1 }],
])('only so many slow bodies %s continue', async (_what, change) => {
  Object.assign(pace, change)
  const first = await aReviewForm()
  const half = first.bytes.length / 2
  const beginHalf = ({ path, type, bytes }: typeof first) =>
    begin(path, type, bytes.length, bytes.subarray(0, half))
  const client = await beginHalf(first)
  await untilJudged()
  const second = await beginHalf(await aReviewForm())
  expect((await second.answer()).status).toBe(408)
  second.close()
  // Its place is free again afterwards.
  await client.write(first.bytes.subarray(half))
  expect((await client.answer()).status).toBe(303)
  client.close()
  const third = await aReviewForm()
  const next = await beginHalf(third)
  await untilJudged()
  expect(next.heard()).toBe('')
  await next.write(third.bytes.subarray(half))
  expect((await next.answer()).status).toBe(303)
  next.close()
})
