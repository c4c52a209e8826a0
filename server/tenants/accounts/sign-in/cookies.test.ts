import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember, aPassword } from '../../../test/admin.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aStore } from '../../../test/users.ts'

// The cookies of a sign-in depend on how the browser connects. The proxy is at 10.0.0.1.

const urls = { none: undefined, https: 'https://reviews.example', http: 'http://reviews.example' }

let base: TestApp
let email: string
const apps = new Map<string, TestApp>()
beforeAll(async () => {
  base = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  email = (await aMember(base, (await aStore(base.database)).storeId, 'owner')).email
  for (const [name, url] of Object.entries(urls)) {
    for (const trusted of [true, false]) {
      const settings = {
        SIGN_IN_RATE_LIMIT: '1000',
        ...(url && { PUBLIC_URL: url }),
        ...(trusted && { TRUSTED_PROXIES: '10.0.0.0/24,fd00::/8' }),
      }
      apps.set(`${name} ${trusted}`, await startTestApp(settings, base.target))
    }
  }
})
afterAll(async () => {
  for (const app of apps.values()) await app.close()
  await base.close()
})

type Way = [
  publicUrl: keyof typeof urls,
  proxy: 'trusted' | 'untrusted',
  proto: 'https' | 'http' | 'none',
  host: 'reviews.example' | 'localhost:8080',
  answer: 'secure' | 'plain' | 'refused',
]

const ways: Way[] = [
  ['none', 'trusted', 'https', 'reviews.example', 'secure'],
  ['none', 'trusted', 'https', 'localhost:8080', 'secure'],
  ['none', 'trusted', 'http', 'reviews.example', 'refused'],
  ['none', 'trusted', 'http', 'localhost:8080', 'refused'],
  ['none', 'trusted', 'none', 'reviews.example', 'refused'],
  ['none', 'trusted', 'none', 'localhost:8080', 'plain'],
  ['none', 'untrusted', 'https', 'reviews.example', 'refused'],
  ['none', 'untrusted', 'https', 'localhost:8080', 'refused'],
  ['none', 'untrusted', 'http', 'reviews.example', 'refused'],
  ['none', 'untrusted', 'http', 'localhost:8080', 'refused'],
  ['none', 'untrusted', 'none', 'reviews.example', 'refused'],
  ['none', 'untrusted', 'none', 'localhost:8080', 'plain'],
  ['http', 'trusted', 'https', 'reviews.example', 'secure'],
  ['http', 'trusted', 'http', 'reviews.example', 'refused'],
  ['http', 'untrusted', 'https', 'reviews.example', 'refused'],
  ['http', 'untrusted', 'none', 'reviews.example', 'refused'],
  ['http', 'untrusted', 'none', 'localhost:8080', 'plain'],
  ['https', 'trusted', 'https', 'reviews.example', 'secure'],
  ['https', 'trusted', 'http', 'reviews.example', 'refused'],
  ['https', 'trusted', 'none', 'reviews.example', 'secure'],
  ['https', 'trusted', 'none', 'localhost:8080', 'secure'],
  ['https', 'untrusted', 'https', 'reviews.example', 'secure'],
  ['https', 'untrusted', 'http', 'reviews.example', 'secure'],
  ['https', 'untrusted', 'none', 'reviews.example', 'secure'],
  ['https', 'untrusted', 'none', 'localhost:8080', 'secure'],
]

async function signIn([publicUrl, proxy, proto, host]: Way, remoteAddress = '10.0.0.1') {
  const { app } = apps.get(`${publicUrl} ${proxy === 'trusted'}`) as TestApp
  const headers = {
    host,
    'x-realword-page': '1',
    ...(proto !== 'none' && { 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.9' }),
  }
  const payload = { email, password: aPassword }
  const answer = await app.inject({
    method: 'POST',
    url: '/admin/api/session',
    headers,
    payload,
    remoteAddress,
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  const cookie = cookies.map(one => one.split(';')[0]).join('; ')
  const me = await app.inject({ url: '/admin/api/session', headers: { ...headers, cookie }, remoteAddress })
  return { answer, cookies, me }
}

test.each(ways)('PUBLIC_URL %s, %s proxy, X-Forwarded-Proto %s, Host %s: %s', async (...way) => {
  const { answer, cookies, me } = await signIn(way)
  const expected = way[4]
  if (expected === 'refused') {
    expect([answer.statusCode, answer.json().error_code, cookies]).toEqual([403, 8141308, []])
    expect(answer.headers['strict-transport-security']).toBeUndefined()
    return
  }
  expect([answer.statusCode, me.statusCode]).toEqual([200, 200])
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).not.toMatch(/; Domain/i)
    expect(cookie.startsWith('__Host-realword.')).toBe(expected === 'secure')
    expect(/; Secure/.test(cookie)).toBe(expected === 'secure')
  }
  expect(answer.headers['strict-transport-security']).toBe(
    expected === 'secure' ? 'max-age=31536000' : undefined,
  )
})

test('only the IPv4 and IPv6 networks of proxies are trusted', async () => {
  const way: Way = ['none', 'trusted', 'https', 'reviews.example', 'secure']
  expect((await signIn(way, 'fd00::7')).answer.statusCode).toBe(200)
  expect((await signIn(way, '::ffff:10.0.0.9')).answer.statusCode).toBe(200)
  expect((await signIn(way, 'fe80::7')).answer.statusCode).toBe(403)
  expect((await signIn(way, '10.0.1.1')).answer.statusCode).toBe(403)
})

test('a session from this machine is not valid over https', async () => {
  const { cookies } = await signIn(['none', 'untrusted', 'none', 'localhost:8080', 'plain'])
  const { app } = apps.get('https false') as TestApp
  const cookie = cookies.map(one => one.split(';')[0]).join('; ')
  const answer = await app.inject({ url: '/admin/api/session', headers: { cookie, host: 'reviews.example' } })
  expect(answer.statusCode).toBe(401)
})
