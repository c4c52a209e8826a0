import { afterAll, describe, expect, test } from 'vitest'
import { mayActAs, type Role } from '../accounts/roles.ts'
import { uuid } from '../lib/uuid.ts'
import { adminClient, aMember } from '../test/admin.ts'
import { expectError } from '../test/answers.ts'
import { startTestApp } from '../test/app.ts'
import { aStore } from '../test/cast.ts'
import { routesOfAStore, sendSample } from '../test/every-route.ts'

// Made from the table of routes: what is new is tried too.

const it = await startTestApp({ SIGN_IN_RATE_LIMIT: '100000' })
const { storeId } = await aStore(it.database)
const owner = await aMember(it, storeId, 'owner')
const viewer = await aMember(it, storeId, 'viewer')
const moderator = await aMember(it, storeId, 'moderator')
const everyRoute = routesOfAStore(it)
const id = uuid()
afterAll(() => it.close())

const tooSmall = [
  { role: 'viewer' as Role, client: viewer },
  { role: 'moderator' as Role, client: moderator },
].flatMap(({ role, client }) =>
  everyRoute.filter(route => !mayActAs(role, route.role)).map(route => ({ ...route, as: role, client })),
)

test.each(tooSmall)('as a $as: $method $path is refused', async ({ client, as: _, ...route }) => {
  expectError((await sendSample(client, route, storeId, id)) as never, 403, 8141304)
})

test('a viewer changes nothing: what they may send is looked at and kept nowhere', () => {
  const sent = everyRoute.filter(({ role, method }) => role === 'viewer' && method !== 'GET')
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /mail/preview',
    // Addresses of people stand in no address of a page.
    'POST /mail/deliveries/look',
    'POST /mail/suppressions/look',
  ])
})

describe.each(everyRoute)('$method $path', route => {
  test('is not for whoever is not signed in', async () => {
    expectError((await sendSample(adminClient(it), route, storeId, id)) as never, 401, 8141300)
  })

  test.runIf(route.method !== 'GET')('takes no change from another page', async () => {
    const origins = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of origins) {
      const foreign = {
        send: (method: string, path: string, body?: unknown) =>
          owner.send(method, path, body, headers as Record<string, string>),
      }
      expectError((await sendSample(foreign, route, storeId, id)) as never, 403, 8141305)
    }
  })
})

test('no other page may frame the dashboard', async () => {
  const { headers } = await fetch(`${it.url}/admin`)
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})
