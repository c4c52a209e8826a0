import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { suppress } from '../../foundation/mailings/suppressions.ts'
import { adminClient, aMember, aPassword } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { sendRaw } from '../../test/network/raw.ts'
import { totp } from '../../test/totp.ts'
import { aStore } from '../../test/users.ts'

let it: TestApp
let mailbox: MailServer
beforeAll(async () => {
  mailbox = await startMailServer()
  it = await startTestApp({
    SIGN_IN_RATE_LIMIT: '1000',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'reviews@realword.example',
  })
})
afterAll(async () => {
  await it.close()
  await mailbox.close()
})

const otherPassword = 'a quite different one'

/** The token of the link in the newest mail to the address. */
async function tokenFor(email: string, what: 'reset' | 'invitation'): Promise<string> {
  await it.runDue()
  const mail = mailbox.received.findLast(({ to }) => to.includes(email))
  const text = decode(mail?.raw ?? '')
  return new RegExp(`#${what}=([\\w-]{65})`).exec(text)?.[1] ?? `no link in: ${text}`
}

const ask = (email: string) => adminClient(it).send('POST', '/password-links', { email, language: 'pt-BR' })
const setNew = (token: string, password = otherPassword) =>
  adminClient(it).send('POST', '/password', { token, password })

async function anOwner() {
  const { storeId } = await aStore(it.database)
  return { storeId, ...(await aMember(it, storeId, 'owner')) }
}

describe('a forgotten password', () => {
  test('is changed once through a mailed link, which ends every session', async () => {
    const owner = await anOwner()
    expect((await ask(` ${owner.email.toUpperCase()}`.trim())).status).toBe(204)
    const token = await tokenFor(owner.email, 'reset')
    expectError(await setNew(token, 'short'), 400, 802030)
    expect((await setNew(token)).status).toBe(204)
    expectError(await owner.send('GET', '/session'), 401, 8141300)
    expectError(await adminClient(it).signIn(owner.email), 401, 8141301)
    expect((await adminClient(it).signIn(owner.email, otherPassword)).status).toBe(200)
    expectError(await setNew(token), 403, 8141306)
  })

  test('is changed by one of 20 concurrent uses of a link', async () => {
    const owner = await anOwner()
    await ask(owner.email)
    const token = await tokenFor(owner.email, 'reset')
    const answers = await Promise.all(Array.from({ length: 20 }, () => setNew(token)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })

  test('is answered alike for an unknown address, which gets no mail', async () => {
    const owner = await anOwner()
    const before = mailbox.received.length
    const begun = performance.now()
    const unknown = await ask('nobody.at.all@shop.example')
    const took = performance.now() - begun
    const known = await ask(owner.email)
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(took).toBeGreaterThanOrEqual(490)
    await it.runDue()
    expect(mailbox.received.length).toBe(before + 1)
  })

  test('can be requested three times, and a link is valid for an hour', async () => {
    const owner = await anOwner()
    const start = Date.now()
    it.setNow(start)
    for (let turn = 0; turn < 5; turn++) await ask(owner.email)
    const token = await tokenFor(owner.email, 'reset')
    expect(mailbox.received.filter(({ to }) => to.includes(owner.email))).toHaveLength(3)
    it.setNow(start + 60 * 60_000)
    expectError(await setNew(token), 403, 8141306)
    it.setNow(Date.now())
  })

  test('is mailed three times when 40 requests arrive at once', async () => {
    const owner = await anOwner()
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(owner.email)))
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(204))
    await it.runDue()
    expect(mailbox.received.filter(({ to }) => to.includes(owner.email))).toHaveLength(3)
  })

  test('is mailed in every state of the store, even to suppressed addresses', async () => {
    const owner = await anOwner()
    await suppress(it.database, owner.storeId, owner.email, 'bounced', new Date())
    await it.database.query(sql`update stores set active = false where store_id = ${owner.storeId}`)
    await ask(owner.email)
    expect(await tokenFor(owner.email, 'reset')).toMatch(/^[\w-]{65}$/)
  })

  test('is stored only as the hash of its link', async () => {
    const owner = await anOwner()
    await ask(owner.email)
    const token = await tokenFor(owner.email, 'reset')
    for (const table of ['accounts.password_links', 'mailings', 'pgboss.job']) {
      const rows = await it.database.query(
        sql`select from ${raw(table)} as one where one::text like ${`%${token}%`}`,
      )
      expect(rows, table).toEqual([])
    }
  })
})

describe('an invitation', () => {
  const path = (storeId: string) => `/stores/${storeId}/invitations`
  const look = (token: string) => adminClient(it).send('POST', '/invitations/look', { token })

  test('creates a new user with the role, once', async () => {
    const owner = await anOwner()
    const email = `new.${uuid()}@shop.example`
    const made = await owner.send('POST', path(owner.storeId), { email, role: 'moderator' })
    expect(made.body).toMatchObject({ email, role: 'moderator' })
    expect((await owner.send('GET', path(owner.storeId))).body.result).toHaveLength(1)
    const token = await tokenFor(email, 'invitation')
    const about = { store: 'Café da Serra', email, role: 'moderator', has_account: false }
    expect((await look(token)).body).toEqual(about)
    const joining = { token, name: 'Nina', password: otherPassword }
    const nina = adminClient(it)
    expect((await nina.send('POST', '/invitations/join', joining)).body).toEqual({ store_id: owner.storeId })
    expect((await nina.send('GET', '/session')).body).toMatchObject({
      person: { name: 'Nina', email },
      stores: [{ store_id: owner.storeId, role: 'moderator' }],
    })
    expectError(await adminClient(it).send('POST', '/invitations/join', joining), 403, 8141306)
    expect((await owner.send('GET', path(owner.storeId))).body.result).toEqual([])
    const { result } = (await owner.send('GET', `/stores/${owner.storeId}/history`)).body
    expect(result.slice(0, 2)).toMatchObject([
      { record: 'member', action: 'join', name: 'Nina', about: 'Nina' },
      { record: 'invitation', action: 'invite', name: 'The owner' },
    ])
  })

  test('asks existing users to sign in', async () => {
    const owner = await anOwner()
    const other = await anOwner()
    await owner.send('POST', path(owner.storeId), { email: other.email, role: 'viewer' })
    const token = await tokenFor(other.email, 'invitation')
    expect((await look(token)).body).toMatchObject({ has_account: true })
    const joining = { token, name: 'Not them', password: otherPassword }
    expectError(await adminClient(it).send('POST', '/invitations/join', joining), 401, 8141300)
    expectError(await adminClient(it).send('POST', '/invitations/acceptance', { token }), 401, 8141300)
    expect((await other.send('POST', '/invitations/acceptance', { token })).status).toBe(201)
    expect((await other.send('GET', '/session')).body.stores).toHaveLength(2)
  })

  test('is invalid once it is revoked, replaced, or a week old', async () => {
    const owner = await anOwner()
    const email = `late.${uuid()}@shop.example`
    const start = Date.now()
    it.setNow(start)
    const first = (await owner.send('POST', path(owner.storeId), { email, role: 'viewer' })).body
    const firstToken = await tokenFor(email, 'invitation')
    const second = (await owner.send('POST', path(owner.storeId), { email, role: 'viewer' })).body
    expectError(await look(firstToken), 403, 8141306)
    const secondToken = await tokenFor(email, 'invitation')
    expect((await look(secondToken)).status).toBe(200)
    it.setNow(start + 7 * 24 * 60 * 60_000)
    expectError(await look(secondToken), 403, 8141306)
    it.setNow(Date.now())
    expect((await owner.send('DELETE', `${path(owner.storeId)}/${second.id}`)).status).toBe(204)
    expectError(await look(secondToken), 403, 8141306)
    for (const id of [first.id, second.id, uuid(), 'abc']) {
      expectError(await owner.send('DELETE', `${path(owner.storeId)}/${id}`), 404, 804049)
    }
  })

  test('can only be sent by an owner, and not to members', async () => {
    const owner = await anOwner()
    const viewer = await aMember(it, owner.storeId, 'viewer')
    const outsider = await anOwner()
    const body = { email: 'x@shop.example', role: 'owner' }
    expectError(await viewer.send('POST', path(owner.storeId), body), 403, 8141304)
    expectError(await viewer.send('DELETE', `${path(owner.storeId)}/${uuid()}`), 403, 8141304)
    expectError(await outsider.send('POST', path(owner.storeId), body), 404, 804047)
    expectError(await outsider.send('GET', path(owner.storeId)), 404, 804047)
    expectError(await outsider.send('DELETE', `${path(owner.storeId)}/${uuid()}`), 404, 804047)
    const known = { email: viewer.email, role: 'owner' }
    expectError(await owner.send('POST', path(owner.storeId), known), 409, 804090)
  })
})

describe('an easily guessed password is refused', () => {
  test.each(['short words', '🍅🥑🌶🍋🍇🫐'])('if it is shorter than 12 characters: %s', async password => {
    const owner = await anOwner()
    const change = { password: aPassword, new_password: password }
    expectError(await owner.send('POST', '/account/password', change), 400, 802030)
  })

  test.each([
    'qwertyuiop12',
    'the owner 2026',
    'café da serra',
  ])('when a user changes it: %s', async password => {
    const owner = await anOwner()
    const change = { password: aPassword, new_password: password }
    expectError(await owner.send('POST', '/account/password', change), 400, 8141309)
    expect((await adminClient(it).signIn(owner.email)).status).toBe(200)
  })

  test('when it is reset, and the link stays valid', async () => {
    const owner = await anOwner()
    await ask(owner.email)
    const token = await tokenFor(owner.email, 'reset')
    for (const weak of ['123456789012', owner.email, 'Café da Serra 7'])
      expectError(await setNew(token, weak), 400, 8141309)
    expect((await owner.send('GET', '/session')).status).toBe(200)
    expect((await setNew(token)).status).toBe(204)
  })

  test('when an invited user signs up, and the invitation stays valid', async () => {
    const owner = await anOwner()
    const email = `nina.prado.${uuid()}@shop.example`
    const invitation = { email, role: 'viewer' }
    await owner.send('POST', `/stores/${owner.storeId}/invitations`, invitation)
    const token = await tokenFor(email, 'invitation')
    const join = (password: string) =>
      adminClient(it).send('POST', '/invitations/join', { token, name: 'Nina Prado', password })
    for (const weak of ['passwordpassword', 'Nina Prado 1', 'café da serra 1'])
      expectError(await join(weak), 400, 8141309)
    expect((await join(otherPassword)).status).toBe(201)
  })
})

describe("one's own account", () => {
  test('has a name', async () => {
    const owner = await anOwner()
    expect((await owner.send('PATCH', '/account', { name: 'Olívia' })).status).toBe(204)
    expect((await owner.send('GET', '/session')).body.person.name).toBe('Olívia')
    expectError(await owner.send('PATCH', '/account', { name: '' }), 400, 802030)
    expectError(await adminClient(it).send('PATCH', '/account', { name: 'x' }), 401, 8141300)
  })

  test('has a password that is changed with the current one, which ends other sessions', async () => {
    const owner = await anOwner()
    const elsewhere = adminClient(it)
    await elsewhere.signIn(owner.email)
    const change = (password: string) =>
      owner.send('POST', '/account/password', { password, new_password: otherPassword })
    expectError(await change('not the password'), 403, 8141307)
    expect((await change(aPassword)).status).toBe(204)
    expect((await owner.send('GET', '/session')).status).toBe(200)
    expectError(await elsewhere.send('GET', '/session'), 401, 8141300)
    expect((await adminClient(it).signIn(owner.email, otherPassword)).status).toBe(200)
  })

  test('has a second factor that is verified before it is required, and recovery codes', async () => {
    const owner = await anOwner()
    expectError(await owner.send('POST', '/account/second-factor', { password: 'wrong one' }), 403, 8141307)
    const { body } = await owner.send('POST', '/account/second-factor', { password: aPassword })
    expect(body.recovery_codes.length).toBeGreaterThanOrEqual(8)
    expect((await adminClient(it).signIn(owner.email)).body).toEqual({ second_factor: false })
    const code = () => totp(body.uri)
    const wrong = { code: code() === '000000' ? '000001' : '000000' }
    expectError(await owner.send('POST', '/account/second-factor/proof', wrong), 401, 8141302)
    expect((await owner.send('POST', '/account/second-factor/proof', { code: code() })).status).toBe(204)
    expect((await owner.send('GET', '/session')).body.person.second_factor).toBe(true)

    const later = adminClient(it)
    expect((await later.signIn(owner.email)).body).toEqual({ second_factor: true })
    expectError(await later.send('GET', '/session'), 401, 8141300)
    const [recovery] = body.recovery_codes
    const used = await later.send('POST', '/session/second-factor', { recovery_code: recovery })
    expect(used.status).toBe(204)
    expect((await later.send('GET', '/session')).status).toBe(200)
    const again = adminClient(it)
    await again.signIn(owner.email)
    expectError(await again.send('POST', '/session/second-factor', { recovery_code: recovery }), 401, 8141302)

    expectError(
      await owner.send('POST', '/account/second-factor/removal', { password: 'wrong one' }),
      403,
      8141307,
    )
    const removal = { password: aPassword, recovery_code: body.recovery_codes[1] }
    expect((await owner.send('POST', '/account/second-factor/removal', removal)).status).toBe(204)
    expect((await adminClient(it).signIn(owner.email)).body).toEqual({ second_factor: false })
  })
})

describe('a password over plain HTTP', () => {
  const signInFrom = (url: string, host: string) => {
    const body = JSON.stringify({ email: 'a@b.example', password: aPassword })
    const head = `POST /admin/api/session HTTP/1.1\r\nHost: ${host}\r\nX-Realword-Page: 1\r\nConnection: close\r\n`
    return sendRaw(
      url,
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }

  test.each([
    ['localhost:8080', 401],
    ['127.0.0.1', 401],
    ['[::1]:80', 401],
    ['192.168.0.7:8080', 403],
    ['reviews.example', 403],
    ['localhost.evil.example', 403],
  ])('is accepted only on this machine: %s', async (host, status) => {
    expect((await signInFrom(it.url, host)).status).toBe(status)
  })

  test('is refused if the public address is https', async () => {
    const https = await startTestApp(
      { PUBLIC_URL: 'https://reviews.example', SIGN_IN_RATE_LIMIT: '1000' },
      it.target,
    )
    expect((await signInFrom(https.url, 'reviews.example')).status).toBe(401)
    await https.close()
  })
})
