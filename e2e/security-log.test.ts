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
  await ask('POST', '/account/password', { password, new_password: nextPassword })
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
