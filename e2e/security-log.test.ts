import { afterAll, beforeAll, expect, test } from 'vitest'
import { totp } from '../server/test/totp.ts'
import { cleanUp, readyDataDir, runJson, type Service, startService } from './service.ts'

// A real run logs every security event as one JSON line, without secrets.

let service: Service
const dataDir = readyDataDir()
const email = 'ana.martins@shop.example'
const viewerEmail = 'vera@shop.example'
const unknownEmail = 'nobody.at.all@shop.example'
const password = 'quatro gatos e um piano'
const nextPassword = 'vaca azul no telhado'
const wrongPassword = 'not the password at all'

/** Everything sent or received that no log line may contain. */
const secrets = new Set([email, viewerEmail, unknownEmail, password, nextPassword, wrongPassword])

beforeAll(async () => {
  service = await startService({ dataDir, env: { SIGN_IN_RATE_LIMIT: '1000', LOG_LEVEL: 'info' } })
})
afterAll(cleanUp)

function browser() {
  const jar = new Map<string, string>()
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${service.url}/admin/api${path}`, {
      method,
      headers: {
        'x-realword-page': '1',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
      if (value.length > 10) secrets.add(value).add(decodeURIComponent(value))
    }
    const text = await answer.text()
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its response
    return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as any }
  }
}

type Line = {
  event: string
  outcome: string
  user?: string
  store?: string
  network?: string
  [key: string]: unknown
}

const lines = () =>
  service
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)
const events = () => lines().filter(({ event }) => event !== undefined)
const has = (some: Partial<Line>) =>
  expect.poll(events).toContainEqual(expect.objectContaining({ ...some, request_id: expect.any(String) }))

async function aUser(address: string, role: string, storeId: string) {
  const args = ['user', 'create', '--email', address, '--name', 'Ana', '--store', storeId, '--role', role]
  const { user_id, link } = await runJson<{ user_id: string; link: string }>(args, { dataDir })
  const token = link.slice(link.indexOf('#reset=') + '#reset='.length)
  secrets.add(token)
  const ask = browser()
  expect((await ask('POST', '/password', { token, password })).status).toBe(204)
  expect((await ask('POST', '/session', { email: address, password })).status).toBe(200)
  return { id: user_id, ask }
}

test('sign-ins, keys, people and refusals are logged as one line each, without secrets', async () => {
  const made = await runJson<{ store_id: string }>(['store', 'create', '--name', 'Shop'], { dataDir })
  const store = made.store_id
  const { id: user, ask } = await aUser(email, 'owner', store)
  const viewer = await aUser(viewerEmail, 'viewer', store)
  await has({ event: 'password_reset', outcome: 'success', user })
  await has({ event: 'sign_in', outcome: 'success', user, network: '127.0.0' })

  await browser()('POST', '/session', { email, password: wrongPassword })
  await has({ event: 'sign_in', outcome: 'failure', user, refusal: 'login_wrong' })
  await browser()('POST', '/session', { email: unknownEmail, password: wrongPassword })
  await has({
    event: 'sign_in',
    outcome: 'failure',
    account: expect.stringMatching(/^[0-9a-f]{16}$/) as never,
  })
  for (let tries = 0; tries < 8; tries++)
    await browser()('POST', '/session', { email, password: wrongPassword })
  await has({ event: 'sign_in', outcome: 'limited', user, refusal: 'too_many' })

  const key = await ask('POST', `/stores/${store}/keys`, { expires_at: null })
  expect(key.status).toBe(201)
  secrets.add(key.body.api_key)
  await ask('DELETE', `/stores/${store}/keys/${key.body.key_id}`)
  await ask('PATCH', `/stores/${store}/members/${viewer.id}`, { role: 'moderator' })
  await ask('PATCH', `/stores/${store}/members/${viewer.id}`, { role: 'viewer' })
  const erased = 'buyer.to.erase@shop.example'
  secrets.add(erased)
  await ask('POST', `/stores/${store}/people/export`, { email: erased })
  await ask('POST', `/stores/${store}/people/erase`, { email: erased })
  await ask('POST', `/stores/${store}/exports`, { kind: 'archive' })
  for (const event of [
    'key_create',
    'key_revoke',
    'role_change',
    'person_export',
    'person_erase',
    'export_create',
  ])
    await has({ event, outcome: 'success', user, store })
  await has({ event: 'role_change', outcome: 'success', member: viewer.id })

  expect((await viewer.ask('POST', `/stores/${store}/keys`, { expires_at: null })).status).toBe(403)
  await has({ event: 'key_create', outcome: 'refused', user: viewer.id, store, refusal: 'role_missing' })
  expect((await viewer.ask('GET', `/stores/${store}/imports`)).status).toBe(403)
  const route = '/admin/api/stores/:storeId/imports'
  await has({ event: 'access', outcome: 'refused', user: viewer.id, route })

  const { body } = await ask('POST', '/account/second-factor', { password })
  secrets.add(new URL(body.uri).searchParams.get('secret') ?? 'none')
  for (const code of body.recovery_codes) secrets.add(code)
  await ask('POST', '/account/second-factor/proof', { code: totp(body.uri) })
  await has({ event: 'second_factor_on', outcome: 'success', user })
  const recovery_code = body.recovery_codes[1]
  await ask('POST', '/account/password', { password, recovery_code, new_password: nextPassword })
  await has({ event: 'password_change', outcome: 'success', user })
  const device = browser()
  await ask('DELETE', '/session')
  await has({ event: 'sign_out', outcome: 'success', user })
  expect((await ask('POST', '/session', { email, password: nextPassword })).body).toEqual({
    second_factor: true,
  })
  await has({ event: 'sign_in_password', outcome: 'success', user })
  await ask('POST', '/session/second-factor', { recovery_code: body.recovery_codes[0] })
  await has({ event: 'second_factor', outcome: 'success', user })
  await device('GET', '/session')

  for (const line of events()) {
    expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number), msg: 'security event' })
    for (const secret of secrets) expect(JSON.stringify(line)).not.toContain(secret)
    // Nor any code that was valid in the meantime.
    for (const steps of [-2, -1, 0, 1]) expect(Object.values(line)).not.toContain(totp(body.uri, steps))
  }
  for (const line of lines()) for (const secret of secrets) expect(JSON.stringify(line)).not.toContain(secret)
})

test('a flood of equal failures logs a few lines and a count', async () => {
  const flooded = `flooded.${Date.now()}@shop.example`
  const before = events().length
  // Sequentially: in parallel, a busy machine answers some with 503, which is not a security event.
  for (let tries = 0; tries < 60; tries++)
    await browser()('POST', '/session', { email: flooded, password: wrongPassword })
  service.kill('SIGTERM')
  await service.ended
  const after = events().slice(before)
  expect(after.length).toBeLessThanOrEqual(30)
  const signIns = after.filter(({ event }) => event === 'sign_in')
  // A line counts for itself, or for the number of lines that were not written.
  expect(signIns.reduce((sum, { repeated }) => sum + Number(repeated ?? 1), 0)).toBe(60)
})

test('refused keys, scopes, limits and input are counted by network and minute, in few lines', async () => {
  const folder = readyDataDir()
  const env = { SIGN_IN_RATE_LIMIT: '1000', LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1', WORKERS: '1' }
  const other = await startService({ dataDir: folder, env })
  const make = ['store', 'create', '--name', 'Shop', '--json']
  const [mine, theirs] = [
    await runJson<{ store_id: string; api_key: string }>(make, { dataDir: folder }),
    await runJson<{ store_id: string; api_key: string }>(make, { dataDir: folder }),
  ]
  const manage = ['key', 'create', '--store', mine.store_id, '--type', 'manage', '--scope', 'reviews:read']
  const reader = await runJson<{ api_key: string; key_id: string }>(manage, { dataDir: folder })
  const wrong = `rw_orders_${'A'.repeat(60)}`
  const send = async (path: string, headers: Record<string, string>, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(other.url + path, { method, headers, ...(body !== undefined && { body }) })
    return answer.status
  }
  const order = (key: string, store: string, from: string) =>
    send('/orders/1', { 'x-api-key': key, 'x-store-id': store, 'x-forwarded-for': from })
  for (let tries = 0; tries < 5; tries++)
    expect(await order(wrong, mine.store_id, `203.0.113.${tries}`)).toBe(401)
  expect(await order(mine.api_key, theirs.store_id, '198.51.100.7')).toBe(403)
  const bearer = { authorization: `Bearer ${reader.api_key}`, 'x-forwarded-for': '198.51.100.7' }
  expect(await send('/manage/v1/settings', bearer)).toBe(403)
  expect(await send('/manage/v1/settings', bearer)).toBe(403)
  const json = { 'x-api-key': mine.api_key, 'x-store-id': mine.store_id, 'content-type': 'application/json' }
  expect(await send('/orders', { ...json, 'x-forwarded-for': '198.51.100.7' }, '{}')).toBe(400)
  // A flood from many networks.
  for (let network = 0; network < 150; network++)
    expect(await order(wrong, mine.store_id, `10.${network}.0.1`)).toBe(401)
  other.kill('SIGTERM')
  await other.ended

  const counted = other
    .output()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)
    .filter(({ count }) => count !== undefined)
  const line = { level: 40, msg: 'security event', event: 'key' }
  const invalid = { ...line, outcome: 'failure', refusal: 'key_invalid', api: 'public' }
  expect(counted).toContainEqual(expect.objectContaining({ ...invalid, network: '203.0.113', count: 5 }))
  expect(counted).toContainEqual(
    expect.objectContaining({
      ...line,
      outcome: 'refused',
      refusal: 'store_mismatch',
      network: '198.51.100',
    }),
  )
  const known = { store: mine.store_id, key: reader.key_id, api: 'management', network: '198.51.100' }
  expect(counted).toContainEqual(
    expect.objectContaining({ ...line, ...known, outcome: 'refused', refusal: 'scope_missing', count: 2 }),
  )
  expect(counted).toContainEqual(
    expect.objectContaining({ event: 'input', refusal: 'body_invalid', store: mine.store_id, count: 1 }),
  )
  expect(counted.length).toBeLessThanOrEqual(101)
  const rest = counted.find(({ network }) => network === 'others')
  expect(rest).toMatchObject({ refusal: 'key_invalid', count: 150 - (counted.length - 5) })
  for (const hidden of [wrong, mine.api_key, theirs.api_key, reader.api_key])
    expect(other.output()).not.toContain(hidden.slice(3, 30))
})
