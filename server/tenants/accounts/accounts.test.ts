import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { adminClient, aMember, aPassword } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { refuseConnections } from '../../test/database/database.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../test/users.ts'
import { addMember } from './members.ts'
import { hashPassword, verifyPassword } from './passwords/passwords.ts'
import { makeSetupToken } from './sign-in/setup.ts'

const it = openForTests(() => startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }))

const firstOwner = (token: string, email = 'owner@shop.example') => ({
  token,
  name: 'Olga Reis',
  email,
  password: aPassword,
  store: { name: 'Café da Serra', locale: 'pt-BR', time_zone: 'America/Sao_Paulo', country: 'BR' },
})

describe('the first start', () => {
  let own: TestApp
  let now = Date.UTC(2026, 10, 21)
  beforeAll(async () => {
    own = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
    own.setNow(now)
  })
  afterAll(() => own.close())
  const clock = () => now
  const token = async () => String(await makeSetupToken(own.database, clock))

  test('requires setup, which needs the printed token', async () => {
    const client = adminClient(own)
    expect((await client.send('GET', '/setup')).body).toEqual({ needed: true, sends_mail: false })
    expectError(await client.send('POST', '/setup', firstOwner('guessed')), 403, 8141303)
  })

  test('has a token that is valid for 30 minutes', async () => {
    const old = await token()
    now += 30 * 60_000
    own.setNow(now)
    expectError(await adminClient(own).send('POST', '/setup', firstOwner(old)), 403, 8141303)
  })

  test('has a token that can be checked without using it', async () => {
    const stateOf = async (token: string) =>
      (await adminClient(own).send('POST', '/setup/look', { token })).body.state
    const fresh = await token()
    expect([await stateOf(fresh), await stateOf(fresh), await stateOf('guessed')]).toEqual([
      'valid',
      'valid',
      'unknown',
    ])
    now += 30 * 60_000
    own.setNow(now)
    expect(await stateOf(fresh)).toBe('unknown')
  })

  test('keeps its token valid if the store cannot be created', async () => {
    const fresh = await token()
    const wrong = firstOwner(fresh)
    const answer = await adminClient(own).send('POST', '/setup', {
      ...wrong,
      store: { ...wrong.store, time_zone: 'Nowhere/Atall' },
    })
    expect(answer.status).toBe(400)
    const { en_us, pt_br } = answer.body.user_message
    expect(en_us).toBe('time_zone: Expected a time zone such as America/Sao_Paulo')
    expect(pt_br).toBe('time_zone: Informe um fuso horário, como America/Sao_Paulo')
    expect((await adminClient(own).send('GET', '/setup')).body).toEqual({ needed: true, sends_mail: false })
  })

  test('refuses a password that is easy to guess, and keeps the token valid', async () => {
    const fresh = await token()
    for (const password of ['aaaaaaaaaaaa', 'olga reis 1990', 'cafe da serra 12', 'owner@shop.example'])
      expectError(
        await adminClient(own).send('POST', '/setup', { ...firstOwner(fresh), password }),
        400,
        8141309,
      )
    expect((await adminClient(own).send('GET', '/setup')).body).toEqual({ needed: true, sends_mail: false })
  })

  test('makes one of 50 concurrent visitors the owner, and signs them in', async () => {
    const fresh = await token()
    const clients = Array.from({ length: 50 }, () => adminClient(own))
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.send('POST', '/setup', firstOwner(fresh, `owner${index}@shop.example`)),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(49)
    const winner = clients[answers.findIndex(({ status }) => status === 201)]
    const { body } = (await winner?.send('GET', '/session')) ?? {}
    expect(body).toMatchObject({
      person: { name: 'Olga Reis', second_factor: false },
      may_make_stores: true,
      stores: [{ name: 'Café da Serra', time_zone: 'America/Sao_Paulo', role: 'owner' }],
    })
    expect(await makeSetupToken(own.database, clock)).toBeUndefined()
    expect((await adminClient(own).send('GET', '/setup')).body).toEqual({ needed: false, sends_mail: false })
    expect((await adminClient(own).send('POST', '/setup/look', { token: fresh })).body).toEqual({
      state: 'over',
    })
  })
})

describe('signing in', () => {
  test('answers alike to a wrong password and an unknown address', async () => {
    const { storeId } = await aStore(it.database)
    const { email } = await aMember(it, storeId, 'owner')
    const wrong = await adminClient(it).signIn(email, 'wrong password here')
    const unknown = await adminClient(it).signIn('nobody@shop.example')
    expectError(wrong, 401, 8141301)
    expect(unknown.body).toEqual(wrong.body)
  })

  test('sets a new cookie for each session, whatever cookie was sent', async () => {
    const { storeId } = await aStore(it.database)
    const { email } = await aMember(it, storeId, 'owner')
    const client = adminClient(it)
    const planted = { cookie: 'realword.session_token=planted.by-another' }
    await client.send('POST', '/session', { email, password: aPassword }, planted)
    expect(client.cookies()).not.toContain('planted')
    expect((await client.send('GET', '/session')).status).toBe(200)
    expectError(await adminClient(it).send('GET', '/session', undefined, planted), 401, 8141300)
  })

  test('ends the session that the browser had, and no other one', async () => {
    const { storeId } = await aStore(it.database)
    const client = await aMember(it, storeId, 'viewer')
    const elsewhere = adminClient(it)
    await elsewhere.signIn(client.email)
    const before = { cookie: client.cookies() }
    expectError(await client.signIn(client.email, 'wrong password here'), 401, 8141301)
    expect((await adminClient(it).send('GET', '/session', undefined, before)).status).toBe(200)
    expect((await client.signIn(client.email)).status).toBe(200)
    expectError(await adminClient(it).send('GET', '/session', undefined, before), 401, 8141300)
    expect((await client.send('GET', '/session')).status).toBe(200)
    expect((await elsewhere.send('GET', '/session')).status).toBe(200)
  })

  test('sets cookies for this host only', async () => {
    const { storeId } = await aStore(it.database)
    const { email } = await aMember(it, storeId, 'owner')
    const { headers } = await adminClient(it).signIn(email)
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    const https = await startTestApp({ PUBLIC_URL: 'https://reviews.example' }, it.target)
    try {
      const secure = await https.send('POST', '/admin/api/session', {
        headers: { 'content-type': 'application/json', 'x-realword-page': '1' },
        body: { email, password: aPassword },
      })
      const [hostCookie] = secure.headers.getSetCookie()
      expect(hostCookie).toMatch(/^__Host-/)
      expect(hostCookie).toMatch(/; Secure/i)
      expect(hostCookie).not.toMatch(/domain/i)
    } finally {
      await https.close()
    }
  })

  test('locks an address after wrong passwords, even for the right one, and unlocks it later', async () => {
    const { storeId } = await aStore(it.database)
    const { email } = await aMember(it, storeId, 'owner')
    const start = Date.now()
    for (let tries = 0; tries < 8; tries++) {
      expectError(await adminClient(it).signIn(email, 'wrong password here'), 401, 8141301)
    }
    const locked = await adminClient(it).signIn(email)
    expectError(locked, 429, 804290)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    it.setNow(start + 60_000)
    expect((await adminClient(it).signIn(email)).status).toBe(200)
    it.setNow(Date.now())
  })

  test('signing out ends this session, or all of them', async () => {
    const { storeId } = await aStore(it.database)
    const first = await aMember(it, storeId, 'viewer')
    const second = adminClient(it)
    await second.signIn(first.email)
    const { body } = await first.send('GET', '/sessions')
    expect(body.result.map((one: { current: boolean }) => one.current).sort()).toEqual([false, true])
    expect((await first.send('DELETE', '/session')).status).toBe(204)
    expectError(await first.send('GET', '/session'), 401, 8141300)
    const third = adminClient(it)
    await third.signIn(first.email)
    expect((await third.send('DELETE', '/sessions', { password: aPassword })).status).toBe(204)
    expectError(await second.send('GET', '/session'), 401, 8141300)
    expectError(await third.send('GET', '/session'), 401, 8141300)
  })
})

describe('a session', () => {
  test('can be ended only by its own user', async () => {
    const { storeId } = await aStore(it.database)
    const [victim, other] = [await aMember(it, storeId, 'viewer'), await aMember(it, storeId, 'owner')]
    const { body } = await victim.send('GET', '/sessions')
    const [{ id }] = body.result as [{ id: string }]
    expect((await other.send('DELETE', `/sessions/${id}`, { password: aPassword })).status).toBe(204)
    expect((await victim.send('GET', '/session')).status).toBe(200)
    const mine = adminClient(it)
    await mine.signIn(victim.email)
    expect((await mine.send('DELETE', `/sessions/${id}`, { password: aPassword })).status).toBe(204)
    expectError(await victim.send('GET', '/session'), 401, 8141300)
    expect((await mine.send('GET', '/session')).status).toBe(200)
    expect((await other.send('GET', '/session')).status).toBe(200)
  })
})

test('a request with a session gets 503 while the database is unavailable', async () => {
  const away = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  const { storeId } = await aStore(away.database)
  const owner = await aMember(away, storeId, 'owner')
  const allowConnections = await refuseConnections(away.target)
  await expect.poll(async () => (await owner.send('GET', '/session')).body.error_code).toBe(805030)
  await allowConnections()
  await away.close()
})

test.each([
  ['a sign-in', '/session', {}],
  ['a change of password', '/account/password', { new_password: 'a quite different one' }],
])('a request gets 503, not 500, if its database connection breaks: %s', async (_, path, more) => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const [first, second] = [new pg.Client(it.target), new pg.Client(it.target)]
  const waiting = async (table: string) => {
    const { rows } = await second.query<{ pid: number }>(
      'select pid from pg_locks where not granted and relation = $1::regclass',
      [table],
    )
    return rows[0]?.pid
  }
  await Promise.all([first.connect(), second.connect()])
  try {
    // better-auth counts the request first, and then reads the sessions.
    await first.query('begin; lock table accounts."rateLimit"')
    const given = path === '/session' ? { email: owner.email } : {}
    const answer = owner.send('POST', path, { ...given, password: aPassword, ...more })
    await expect.poll(() => waiting('accounts."rateLimit"')).toBeDefined()
    await second.query('begin; lock table accounts."session"')
    await first.query('rollback')
    await expect.poll(() => waiting('accounts."session"')).toBeDefined()
    await second.query('select pg_terminate_backend($1::integer)', [await waiting('accounts."session"')])
    expectError(await answer, 503, 805030)
  } finally {
    await Promise.all([first.end(), second.end()])
  }
  // Another connection of the pool may notice the end of its backend only when it is used.
  await expect.poll(async () => (await adminClient(it).signIn(owner.email)).status).toBe(200)
})

describe('a change from another site is refused', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin at all', { origin: 'null' }],
    ['another site by its browser', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling of ours', { 'sec-fetch-site': 'same-site' }],
  ])('%s', async (_, headers) => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    expectError(await owner.send('DELETE', '/session', undefined, headers), 403, 8141305)
    expect((await owner.send('GET', '/session')).status).toBe(200)
  })

  test('a form, which cannot send the header', async () => {
    const answer = await it.send('POST', '/admin/api/session', {
      headers: { 'content-type': 'application/json' },
      body: { email: 'a@b.example', password: aPassword },
    })
    expectError(answer, 403, 8141305)
  })
})

describe('roles', () => {
  test('answer alike for a non-member and an unknown store', async () => {
    const { storeId } = await aStore(it.database)
    const { storeId: otherStore } = await aStore(it.database)
    const outsider = await aMember(it, otherStore, 'owner')
    const answers = await Promise.all(
      [storeId, uuid(), 'abc'].map(id => outsider.send('GET', `/stores/${id}/members`)),
    )
    for (const answer of answers) expectError(answer, 404, 804047)
  })

  test('let a viewer read everything and change nothing', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    const viewer = await aMember(it, storeId, 'viewer')
    expect((await viewer.send('GET', `/stores/${storeId}/members`)).body.result).toHaveLength(2)
    const path = `/stores/${storeId}/members/${owner.userId}`
    expectError(await viewer.send('PATCH', path, { role: 'viewer' }), 403, 8141304)
    expectError(await viewer.send('DELETE', path), 403, 8141304)
  })

  test('stop applying at the next request after they are removed', async () => {
    const { storeId } = await aStore(it.database)
    const owner = await aMember(it, storeId, 'owner')
    const other = await aMember(it, storeId, 'owner')
    const path = `/stores/${storeId}/members/${other.userId}`
    expect((await owner.send('PATCH', path, { role: 'viewer' })).status).toBe(204)
    expectError(await other.send('DELETE', `/stores/${storeId}/members/${owner.userId}`), 403, 8141304)
    expect((await owner.send('DELETE', path)).status).toBe(204)
    expectError(await other.send('GET', `/stores/${storeId}/members`), 404, 804047)
    expectError(await owner.send('DELETE', path), 404, 804048)
  })

  test('changed in one store do not change in another', async () => {
    const [{ storeId }, { storeId: otherStore }] = [await aStore(it.database), await aStore(it.database)]
    const owner = await aMember(it, storeId, 'owner')
    const member = await aMember(it, storeId, 'owner')
    await it.database.transaction(tx =>
      addMember(tx, otherStore, { userId: member.userId, role: 'owner', at: new Date() }),
    )
    const rolesOfMember = async () => {
      const { body } = await member.send('GET', '/session')
      return body.stores.map((one: { store_id: string; role: string }) => [one.store_id, one.role]).sort()
    }
    const path = `/stores/${storeId}/members/${member.userId}`
    expect((await owner.send('PATCH', path, { role: 'viewer' })).status).toBe(204)
    const viewer = [storeId, 'viewer']
    expect(await rolesOfMember()).toEqual([viewer, [otherStore, 'owner']].sort())
    expect((await owner.send('DELETE', path)).status).toBe(204)
    expect(await rolesOfMember()).toEqual([[otherStore, 'owner']])
  })

  test('keep one of two owners who remove each other at once', async () => {
    const { storeId } = await aStore(it.database)
    const [one, two] = [await aMember(it, storeId, 'owner'), await aMember(it, storeId, 'owner')]
    const answers = await Promise.all([
      one.send('DELETE', `/stores/${storeId}/members/${two.userId}`),
      two.send('DELETE', `/stores/${storeId}/members/${one.userId}`),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const left = answers[0]?.status === 204 ? one : two
    expectError(await left.send('DELETE', `/stores/${storeId}/members/${left.userId}`), 409, 804090)
  })
})

describe('passwords', () => {
  test('are stored as argon2id, each with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword(aPassword), hashPassword(aPassword)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword({ hash: one, password: aPassword })).toBe(true)
    expect(await verifyPassword({ hash: one, password: `${aPassword}x` })).toBe(false)
    expect(await verifyPassword({ hash: 'plain', password: 'plain' })).toBe(false)
  })
})
