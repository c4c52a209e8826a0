import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminClient, aMember } from '../../../test/admin.ts'
import { startTestApp, testOutboxToken } from '../../../test/app.ts'
import { launchBrowser } from '../../../test/browser.ts'
import { anOrder, aProduct } from '../../../test/factories.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { sendRaw } from '../../../test/network/raw.ts'
import { aStore } from '../../../test/users.ts'

const it = openForTests(() => startTestApp({ TRUSTED_PROXIES: '10.0.0.1,127.0.0.1' }))

const authorization = `Bearer ${testOutboxToken}`

describe('a page', () => {
  test.each([
    '/admin',
    '/admin/some-store/reviews',
    '/docs/',
    '/admin/docs/',
    '/manage/docs/',
    '/operator/docs/',
    '/outbox',
    '/u/unknown',
    '/r/unknown',
    '/confirm/unknown',
  ])('cannot be framed, and has a strict content security policy: %s', async path => {
    const { headers } = await it.app.inject({ url: path, headers: { host: 'localhost', authorization } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).toMatch(/base-uri 'none'/)
    expect(policy).not.toMatch(/script-src[^;]*(unsafe-|https?:|\*)/)
  })

  test.each([
    '/admin',
    '/docs/',
    '/admin/docs/',
    '/manage/docs/',
    '/operator/docs/',
    '/r/unknown',
  ])('shares no window with the page that opened it: %s', async path => {
    const { headers } = await it.app.inject({ url: path })
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['x-frame-options']).toBe('DENY')
  })
})

describe('an answer that is no page', () => {
  const closed = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

  test('loads nothing and cannot be framed: public JSON, made and from the cache, scripts, feeds and errors', async () => {
    const { storeId, storeKey, headers } = await aStore(it.database)
    const read = `/api/v1/ratings.json?store_id=${storeId}&store_key=${storeKey}&sku=1`
    for (const path of [
      read,
      read,
      `${read}&sort=no`,
      '/widgets/v1/widgets.js',
      '/openapi.json',
      '/health/live',
      '/nothing',
      '/feeds/none/meta-reviews.csv',
      '/manage/v1/settings',
    ]) {
      const answer = await fetch(it.url + path)
      expect([path, answer.headers.get('content-security-policy')]).toEqual([path, closed])
    }
    const created = await it.send('POST', '/orders', { headers, body: anOrder() })
    expect([created.status, created.headers.get('content-security-policy')]).toEqual([201, closed])
    const raw = await sendRaw(it.url, 'this is not HTTP\r\n\r\n')
    expect(raw.headers['content-security-policy']).toBe(closed)
  })
})

describe('behind https', () => {
  test.each([
    '/admin',
    '/docs/',
    '/openapi.json',
    '/health/live',
    '/admin/api/session',
    '/nothing',
    '/r/unknown',
  ])('browsers get strict transport security: %s', async url => {
    const from = (proto: string) =>
      it.app.inject({ url, headers: { 'x-forwarded-proto': proto }, remoteAddress: '10.0.0.1' })
    expect((await from('https')).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await from('http')).headers['strict-transport-security']).toBeUndefined()
  })
})

test("no response of the dashboard's API may be cached, errors included", async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const answers = [
    await owner.send('GET', '/session'),
    await owner.send('PATCH', '/account', { name: 'Ana' }),
    await owner.send('PATCH', '/account', { name: '' }),
    await adminClient(it).send('GET', '/session'),
    await owner.send('DELETE', '/session', undefined, { origin: 'https://evil.example' }),
    await owner.send('GET', '/stores/abc/members'),
    await owner.send('GET', '/nothing'),
    await owner.send('PUT', '/session'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 204, 400, 401, 403, 404, 404, 405])
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
})

test.each([
  '/manage/v1/reviews',
  '/operator/v1/stores',
])('no answer to a program may be cached, errors included: %s', async url => {
  const { headers, statusCode } = await it.app.inject({ url })
  expect([statusCode, headers['cache-control']]).toEqual([401, 'no-store'])
})

describe('a shared cache', () => {
  test('may keep nothing that is personal, and no error', async () => {
    const store = await aStore(it.database)
    const body = anOrder({ order_id: 'O-1' })
    const keyed = `store_id=${store.storeId}&store_key=${store.storeKey}`
    const { headers } = store
    const answers: [
      status: number,
      method: string,
      path: string,
      sent?: { headers?: object; body?: object },
    ][] = [
      [404, 'GET', '/orders/O-1', { headers }],
      [201, 'POST', '/orders', { headers, body }],
      [200, 'GET', '/orders/O-1', { headers }],
      [200, 'HEAD', '/orders/O-1', { headers }],
      [401, 'GET', '/orders/O-1'],
      [200, 'POST', '/orders/O-1/cancel', { headers }],
      [201, 'POST', '/products', { headers, body: aProduct() }],
      [200, 'GET', '/health/live'],
      [200, 'HEAD', '/health/ready'],
      [401, 'GET', '/api/v1/ratings.json'],
      [400, 'GET', `/api/v1/ratings.json?limit=none&${keyed}`],
      [400, 'GET', `/api/v1/structured-data.json?${keyed}`],
      [404, 'GET', `/pictures/${'a'.repeat(64)}.webp`],
      [404, 'GET', `/feeds/${'a'.repeat(43)}/meta-reviews.csv`],
      [404, 'GET', '/widgets/v1/none.js'],
      [404, 'GET', '/assets/none.js'],
      [404, 'GET', '/nothing'],
      [404, 'HEAD', '/nothing'],
      [400, 'GET', '/%zz'],
      [405, 'PUT', '/orders'],
    ]
    for (const [status, method, path, sent = {}] of answers) {
      const answer = await it.send(method, path, sent as object)
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, status, 'no-store'])
    }
  })

  test.each([
    ['/api/v1/ratings.json', ''],
    ['/api/v1/reviews.json', ''],
    ['/api/v1/questions.json', ''],
    ['/api/v1/reviews.html', ''],
    ['/api/v1/structured-data.json', '&product_id=P-1'],
    ['/v1/reviews.json', ''],
    ['/v1/average.json', '&product_id=P-1'],
  ])('may keep %s for a minute, for these credentials', async (path, more) => {
    const store = await aStore(it.database)
    const url = `${path}?store_id=${store.storeId}&store_key=${store.storeKey}${more}`
    // The second comes from the response cache.
    for (const method of ['GET', 'GET', 'HEAD']) {
      const { status, headers } = await it.send(method, url, { headers: { 'x-forwarded-proto': 'https' } })
      expect([status, headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=60, stale-while-revalidate=86400',
      ])
      expect(headers.get('vary')).toBe('X-Store-Id, X-Api-Key, X-Web-Id, Accept-Encoding')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
    const plain = await it.send('GET', url)
    expect([plain.status, plain.headers.get('strict-transport-security')]).toEqual([200, null])
  })
})

describe('the reference', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  test.each([
    '/docs/',
    '/admin/docs/',
    '/manage/docs/',
    '/operator/docs/',
  ])('renders under its policy: %s', async path => {
    const page = await browser.newPage()
    page.setDefaultTimeout(150_000) // the reference is 4 MB of script
    const refused: string[] = []
    page.on('console', message => {
      if (/Content Security Policy/.test(message.text())) refused.push(message.text())
    })
    await page.goto(it.url + path)
    await page
      .getByRole('heading', { level: 1, name: /Realword/ })
      .first()
      .waitFor()
    expect(refused).toEqual([])
    await page.close()
  })
})
