import { describe, expect, test } from 'vitest'
import { revokeKey } from '../../tenants/stores/keys.ts'
import { storeOfToken } from '../../tenants/stores/tokens.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aManageKey } from '../../test/management.ts'
import { anOperatorKey } from '../../test/operators.ts'
import { aStore } from '../../test/users.ts'

const it = openForTests(startTestApp)

const settings = (headers: Record<string, string>) => it.send('GET', '/manage/v1/settings', { headers })

describe('a key of the management API', () => {
  test('names its store, which is read without X-Store-Id', async () => {
    const { apiKey, store } = await aManageKey(it)
    expect(apiKey).toMatch(/^rw_manage_[0-9A-Za-z]{60}$/)
    expect(storeOfToken(apiKey)).toBe(store.storeId)
    for (const headers of [{ authorization: `Bearer ${apiKey}` }, { 'x-api-key': apiKey }]) {
      const { status, body } = await settings(headers)
      expect(status).toBe(200)
      expect(body.store_id).toBe(store.storeId)
    }
  })

  test('is refused with the id of another store, and accepted with its own in capitals', async () => {
    const { apiKey, store } = await aManageKey(it)
    const other = await aStore(it.database)
    const as = (storeId: string) => settings({ 'x-api-key': apiKey, 'x-store-id': storeId })
    expectError(await as(other.storeId), 403, 8121205)
    expectError(await as('abc'), 403, 8121205)
    expectError(await as(''), 403, 8121205)
    expect((await as(store.storeId.toUpperCase())).status).toBe(200)
  })

  test('is refused without a scope, which the answer names', async () => {
    const { send } = await aManageKey(it, { allowed: ['settings:write', 'reviews:read'] })
    const { status, body } = await send('GET', '/settings')
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { status: 403, error_code: 804030, more_info: { scope: 'settings:read' } },
    })
  })

  test('is refused when it is missing, unknown, revoked, expired, or its store is inactive', async () => {
    expectError(await settings({}), 401, 8121200)
    expectError(await settings({ authorization: 'Bearer ' }), 401, 8121200)
    expectError(await settings({ authorization: 'Bearer secret' }), 401, 8121202)
    const revoked = await aManageKey(it)
    await revokeKey(it.database, Date.now, revoked.keyId)
    expectError(await revoked.send('GET', '/settings'), 401, 8121202)
    const expired = await aManageKey(it, { expiresAt: new Date('2020-01-01') })
    expectError(await expired.send('GET', '/settings'), 401, 8121204)
    const inactive = await aManageKey(it)
    await changeSettings(it, inactive.store.storeId, { active: false })
    expectError(await inactive.send('GET', '/settings'), 401, 8121203)
  })

  test('opens nothing else, and no other key opens the management API', async () => {
    const { apiKey, store } = await aManageKey(it)
    const headers = { ...store.headers, 'x-api-key': apiKey }
    expectError(await it.send('POST', '/orders', { headers, body: anOrder() }), 401, 8121202)
    expectError(await settings(store.headers), 401, 8121202)
    expectError(await settings({ 'x-api-key': store.storeKey }), 401, 8121202)
    const operator = await anOperatorKey(it)
    expectError(await settings({ authorization: `Bearer ${operator.apiKey}` }), 401, 8121202)
    const asOperator = { headers: { authorization: `Bearer ${apiKey}` } }
    expectError(await it.send('GET', '/operator/v1/stores', asOperator), 401, 8121202)
  })

  test('counts towards the limit of its store, and the answer says what is left', async () => {
    const store = await aStore(it.database, { limits: { api_requests_per_minute: 2 } })
    const { send } = await aManageKey(it, { store })
    const { headers } = await send('GET', '/settings')
    expect(headers.get('ratelimit-policy')).toBe('"api_requests_per_minute";q=2;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"api_requests_per_minute";r=1;t=\d+$/)
    await send('GET', '/settings')
    const refused = await send('GET', '/settings')
    expectError(refused, 429, 804290)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('gets no CORS headers', async () => {
    const { send } = await aManageKey(it)
    const { headers } = await send('GET', '/settings', undefined, { origin: 'https://shop.example' })
    expect([...headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
    const preflight = await it.send('OPTIONS', '/manage/v1/settings')
    expectError(preflight, 405, 804050)
  })
})

test('a key of the management API is accepted from a network that sent many wrong ones, which get 429', async () => {
  const { apiKey } = await aManageKey(it)
  const statuses = new Set<number>()
  for (let turn = 0; turn < 1001; turn++)
    statuses.add((await settings({ authorization: `Bearer rw_manage_${turn}` })).status)
  expect([...statuses]).toEqual([401, 429])
  expect((await settings({ authorization: `Bearer ${apiKey}` })).status).toBe(200)
})
