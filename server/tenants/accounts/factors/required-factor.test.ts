import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { routes as allRoutes } from '../../../api/routes.ts'
import { type AdminClient, adminClient, aMember, aPassword } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { totp } from '../../../test/totp.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
let strict: TestApp
beforeAll(async () => {
  // Codes depend on the machine's clock, so it is frozen: no test crosses the end of a step.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  strict = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000', SECOND_FACTOR: 'required' }, it.target)
})
afterAll(async () => {
  await strict.close()
  await it.close()
  vi.useRealTimers()
})

const required = { second_factor_required: true }

async function turnOn(client: AdminClient): Promise<void> {
  const { body } = await client.send('POST', '/account/second-factor', { password: aPassword })
  const proof = { code: totp(body.uri) }
  expect((await client.send('POST', '/account/second-factor/proof', proof)).status).toBe(204)
}

const lacks = async (client: AdminClient) => (await client.send('GET', '/session')).body.lacks_second_factor

test('an owner requires a second factor of every member, who can only set it up before anything else', async () => {
  const { storeId } = await aStore(it.database)
  const [owner, viewer] = [await aMember(it, storeId, 'owner'), await aMember(it, storeId, 'viewer')]
  await turnOn(owner)
  expect(await lacks(viewer)).toBe(false)
  const changed = await owner.send('PATCH', `/stores/${storeId}/settings`, required)
  expect([changed.status, changed.body.second_factor_required]).toEqual([200, true])

  expect(await lacks(viewer)).toBe(true)
  for (const [method, path, body] of [
    ['GET', `/stores/${storeId}/reviews`],
    ['GET', '/sessions'],
    ['PATCH', '/account', { name: 'Another' }],
    ['POST', '/account/password', { password: aPassword, new_password: 'a quite different one' }],
    ['POST', '/account/second-factor/removal', { password: aPassword }],
  ] as const)
    expectError(await viewer.send(method, path, body), 403, 8141311)
  const later = adminClient(it)
  await later.signIn(viewer.email)
  expectError(await later.send('GET', `/stores/${storeId}/reviews`), 403, 8141311)

  await turnOn(viewer)
  expect(await lacks(viewer)).toBe(false)
  expect((await viewer.send('GET', `/stores/${storeId}/reviews`)).status).toBe(200)
  expect((await owner.send('GET', `/stores/${storeId}/reviews`)).status).toBe(200)
})

test('no address of a signed-in user is open without it but four', async () => {
  const signOut = 'DELETE /admin/api/session'
  const { storeId } = await aStore(it.database, required)
  const owner = await aMember(it, storeId, 'owner')
  const open: string[] = []
  for (const { signedIn, routes } of allRoutes({ config: {} } as never))
    for (const [method, url] of signedIn ? routes : []) {
      if (`${method} ${url}` === signOut) continue
      const path = url.replace(':storeId', storeId).replace(/:\w+|\*/g, 'x')
      const { status, body } = await it.send(method, path, {
        headers: { cookie: owner.cookies(), 'x-realword-page': '1' },
      })
      if (status !== 403 || body.error_code !== 8141311) open.push(`${method} ${url}`)
    }
  expect(open).toEqual([
    'GET /admin/api/session',
    'POST /admin/api/account/second-factor',
    'POST /admin/api/account/second-factor/proof',
  ])
  expect((await owner.send('DELETE', '/session')).status).toBe(204)
})

test('members of other stores need none, nor do those who left', async () => {
  const [strictShop, other] = [await aStore(it.database, required), await aStore(it.database)]
  const elsewhere = await aMember(it, other.storeId, 'owner')
  expect((await elsewhere.send('GET', `/stores/${other.storeId}/reviews`)).status).toBe(200)
  const [owner, leaving] = [
    await aMember(it, strictShop.storeId, 'owner'),
    await aMember(it, strictShop.storeId, 'viewer'),
  ]
  expectError(await leaving.send('GET', '/sessions'), 403, 8141311)
  await turnOn(owner)
  await owner.send('DELETE', `/stores/${strictShop.storeId}/members/${leaving.userId}`)
  expect((await leaving.send('GET', '/sessions')).status).toBe(200)
})

test('only an owner changes it, and no key of the management API', async () => {
  const { storeId } = await aStore(it.database)
  const moderator = await aMember(it, storeId, 'moderator')
  expectError(await moderator.send('PATCH', `/stores/${storeId}/settings`, required), 403, 8141304)
  const owner = await aMember(it, storeId, 'owner')
  const scopes = ['settings:read', 'settings:write']
  const { body } = await owner.send('POST', `/stores/${storeId}/keys`, {
    type: 'manage',
    scopes,
    expires_at: null,
  })
  const headers = { authorization: `Bearer ${body.api_key}`, 'content-type': 'application/json' }
  const refused = await it.send('PATCH', '/manage/v1/settings', { headers, body: required })
  expect(refused.status).toBe(400)
  const shown = await it.send('GET', '/manage/v1/settings', { headers })
  expect(shown.body.second_factor_required).toBe(false)
})

test('the operator requires it of everybody, of operators and users without a store too', async () => {
  const { storeId } = await aStore(strict.database)
  const owner = await aMember(strict, storeId, 'owner')
  expect(await lacks(owner)).toBe(true)
  expectError(await owner.send('GET', `/stores/${storeId}/settings`), 403, 8141311)
  expectError(await owner.send('GET', '/operator/stores'), 403, 8141311)
  await turnOn(owner)
  expect((await owner.send('GET', `/stores/${storeId}/settings`)).status).toBe(200)
})

test('somebody invited joins, and is led to set it up first', async () => {
  const { storeId } = await aStore(it.database)
  await changeSettings(it, storeId, required)
  const person = await aMember(it, storeId, 'viewer')
  expect((await person.send('GET', '/session')).body).toMatchObject({
    person: { second_factor: false },
    lacks_second_factor: true,
    stores: [{ store_id: storeId }],
  })
  expect((await person.send('DELETE', '/session')).status).toBe(204)
})
