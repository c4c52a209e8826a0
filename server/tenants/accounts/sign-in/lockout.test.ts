import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { adminClient, aMember, aPassword } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, testSecret } from '../../../test/app.ts'
import { occursAnywhere } from '../../../test/database/dump.ts'
import { times } from '../../../test/factories.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { aStore } from '../../../test/users.ts'
import { erasePerson } from '../../../upkeep/people/people.ts'
import { tidyAccounts } from '../tidy.ts'
import { makePasswordLink } from './password-links.ts'

const it = openForTests(() => startTestApp({ SIGN_IN_RATE_LIMIT: '100000' }))

const wrong = 'wrong password here'
const day = 24 * 60 * 60_000

async function anOwner() {
  const { storeId } = await aStore(it.database)
  return { storeId, ...(await aMember(it, storeId, 'owner')) }
}

/** Sends wrong passwords from unknown devices until they are locked. */
async function lockStrangers(email: string): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    expectError(await adminClient(it).signIn(email, wrong), 401, 8141301)
  }
  expectError(await adminClient(it).signIn(email), 429, 804290)
}

const signInWith = (cookie: string, email: string, password = aPassword) =>
  adminClient(it).send('POST', '/session', { email, password }, { cookie })

/** The client's device cookie. */
const deviceOf = (client: { cookies: () => string }) =>
  client
    .cookies()
    .split('; ')
    .find(one => one.startsWith('realword.device_')) ?? 'no device cookie'

describe('wrong passwords of strangers', () => {
  test('lock unknown devices, but not a known one', async () => {
    const owner = await anOwner()
    expect((await owner.send('DELETE', '/session')).status).toBe(204)
    await lockStrangers(owner.email)
    expect((await owner.signIn(owner.email)).status).toBe(200)
    expectError(await adminClient(it).signIn(owner.email), 429, 804290)
  })

  test('are verified at most 8 times of 20 at once', async () => {
    const owner = await anOwner()
    const answers = await Promise.all(times(20, () => adminClient(it).signIn(owner.email, wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
  })

  test('lock an address without an account in the same way', async () => {
    await lockStrangers(`nobody.${uuid()}@shop.example`)
  })
})

describe('a known device', () => {
  test('has its own budget, which can be locked too', async () => {
    const owner = await anOwner()
    const device = deviceOf(owner)
    const answers = await Promise.all(times(20, () => signInWith(device, owner.email, wrong)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
    expectError(await owner.signIn(owner.email), 429, 804290)
    expect((await adminClient(it).signIn(owner.email)).status).toBe(200)
  })

  test('still needs the password to sign in', async () => {
    const owner = await anOwner()
    const cookie = deviceOf(owner)
    expectError(await adminClient(it).send('GET', '/session', undefined, { cookie }), 401, 8141300)
    expectError(await signInWith(cookie, owner.email, wrong), 401, 8141301)
  })

  test('keeps its cookie from scripts, for 90 days, and keeps its budget when it signs in again', async () => {
    const owner = await anOwner()
    const { headers } = await owner.signIn(owner.email)
    const cookie = headers.getSetCookie().find(one => one.includes('device')) ?? ''
    expect(cookie).toMatch(/^realword\.device_[0-9a-f]{12}=[\w-]{22}\.\d{10}\.[\w-]{43}; /)
    expect(cookie).toContain('; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax')
    const before = deviceOf(owner)
    await owner.signIn(owner.email)
    expect(deviceOf(owner).split('.')[1]).toBe(before.split('.')[1])
  })

  test('is created only by a complete sign-in, neither by a wrong password nor while a code is pending', async () => {
    const owner = await anOwner()
    const failed = await adminClient(it).signIn(owner.email, wrong)
    expect(failed.headers.getSetCookie().join()).not.toContain('device')
    await it.database.query(sql`
      update accounts."user" set "twoFactorEnabled" = true where "id" = ${owner.userId}`)
    const half = await adminClient(it).signIn(owner.email)
    expect(half.body).toEqual({ second_factor: true })
    expect(half.headers.getSetCookie().join()).not.toContain('device')
  })
})

describe('a session without a known device', () => {
  const stolen = (client: { cookies: () => string }) =>
    client
      .cookies()
      .split('; ')
      .find(one => one.startsWith('realword.session_token=')) ?? 'no session cookie'
  const next = 'a quite different one'

  test.each([
    ['to change it', '/account/password', { new_password: next }],
    ['to offer a second factor', '/account/second-factor', {}],
    ['to remove the second factor', '/account/second-factor/removal', {}],
  ])('can guess the password 8 times %s, and is then locked', async (_, path, more) => {
    const owner = await anOwner()
    const cookie = stolen(owner)
    const ask = (password: string) => adminClient(it).send('POST', path, { password, ...more }, { cookie })
    const answers = await Promise.all(times(20, () => ask(wrong)))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(8)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12)
    const refused = await ask(aPassword)
    expectError(refused, 429, 804290)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // The owner's own device is not locked.
    const change = { password: aPassword, new_password: next }
    expect((await owner.send('POST', '/account/password', change)).status).toBe(204)
  })

  test('shares its budget with sign-ins from unknown devices', async () => {
    const owner = await anOwner()
    await lockStrangers(owner.email)
    const change = { password: wrong, new_password: next }
    const cookie = stolen(owner)
    expectError(await adminClient(it).send('POST', '/account/password', change, { cookie }), 429, 804290)
    expectError(await owner.send('POST', '/account/password', change), 403, 8141307)
  })
})

describe('a device cookie is ignored', () => {
  const [id, expires, mac] = [0, 1, 2]
  const forge = (cookie: string, part: number, change: (text: string) => string) => {
    const [name = '', value = ''] = cookie.split('=')
    return `${name}=${value
      .split('.')
      .map((text, at) => (at === part ? change(text) : text))
      .join('.')}`
  }
  const turned = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)

  test.each([
    ['with another id', (cookie: string) => forge(cookie, id, turned)],
    ['with a later expiry', (cookie: string) => forge(cookie, expires, () => '4102444800')],
    ['with another signature', (cookie: string) => forge(cookie, mac, turned)],
    ['without a signature', (cookie: string) => forge(cookie, mac, () => '')],
    ['that is malformed', () => 'realword.device_000000000000=x'],
  ])('%s', async (_, change) => {
    const owner = await anOwner()
    await lockStrangers(owner.email)
    expectError(await signInWith(change(deviceOf(owner)), owner.email), 429, 804290)
    expect((await signInWith(deviceOf(owner), owner.email)).status).toBe(200)
  })

  test('if it belongs to another user, even under the name of the owner', async () => {
    const [owner, other] = [await anOwner(), await anOwner()]
    await lockStrangers(owner.email)
    expectError(await signInWith(deviceOf(other), owner.email), 429, 804290)
    const renamed = `${deviceOf(owner).split('=')[0]}=${deviceOf(other).split('=')[1]}`
    expectError(await signInWith(renamed, owner.email), 429, 804290)
  })

  test('after 90 days', async () => {
    const owner = await anOwner()
    const start = Date.now()
    it.setNow(start + 90 * day - 60_000)
    await lockStrangers(owner.email)
    const device = deviceOf(owner)
    expectError(await signInWith(device, owner.email, wrong), 401, 8141301)
    it.setNow(start + 90 * day + 60_000)
    await it.database.query(sql`delete from accounts.sign_in_failures`)
    await lockStrangers(owner.email)
    expectError(await signInWith(device, owner.email), 429, 804290)
    it.setNow(Date.now())
  })

  test('after a password reset, which also unlocks the address', async () => {
    const owner = await anOwner()
    const device = deviceOf(owner)
    await lockStrangers(owner.email)
    const { token } = await makePasswordLink(it.database, owner.userId, new Date(), 60)
    const reset = { token, password: 'a quite different one' }
    expect((await adminClient(it).send('POST', '/password', reset)).status).toBe(204)
    expect((await adminClient(it).signIn(owner.email, reset.password)).status).toBe(200)
    await lockStrangers(owner.email)
    expectError(await signInWith(device, owner.email, reset.password), 429, 804290)
  })
})

describe('the record of failed attempts', () => {
  const kept = async () =>
    (
      await it.database.query<{ count: number }>(sql`
      select count(*)::integer as count from accounts.sign_in_failures`)
    )[0]?.count

  test('contains no address, and is deleted a day after the last attempt', async () => {
    await it.database.query(sql`delete from accounts.sign_in_failures`)
    const email = `somebody.${uuid()}@shop.example`
    await adminClient(it).signIn(email, wrong)
    expect(await occursAnywhere(it.database, email)).toBe(false)
    await tidyAccounts(it.database, new Date(Date.now() + day - 60_000))
    expect(await kept()).toBe(1)
    await tidyAccounts(it.database, new Date(Date.now() + day + 60_000))
    expect(await kept()).toBe(0)
  })

  test('is erased with a person, unless they are a user', async () => {
    await it.database.query(sql`delete from accounts.sign_in_failures`)
    const owner = await anOwner()
    const store = { store_id: owner.storeId, name: 'Shop' }
    const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
    const buyer = `buyer.${uuid()}@shop.example`
    await adminClient(it).signIn(buyer, wrong)
    await lockStrangers(owner.email)
    expect(await kept()).toBe(2)
    for (const address of [buyer, owner.email])
      await erasePerson(it.database, secrets, store as never, address, new Date())
    expect(await kept()).toBe(1)
    expectError(await adminClient(it).signIn(owner.email), 429, 804290)
  })
})
