import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { routes } from '../../../api/routes.ts'
import { adminClient, aMember, aPassword } from '../../../test/admin.ts'
import { startTestApp } from '../../../test/app.ts'
import { occursAnywhere } from '../../../test/database/dump.ts'
import { openForTests } from '../../../test/for-each-test/open-for-tests.ts'
import { totp } from '../../../test/totp.ts'
import { aStore } from '../../../test/users.ts'
import { eventsOfRoutes } from './security-events.ts'

// The log's lines of a real run are tested in e2e/security-log.test.ts.

const it = openForTests(() => startTestApp({ SIGN_IN_RATE_LIMIT: '1000' }))

const signingIn = (storeId: string) =>
  it.database.query<{ actor: string; action: string; user: string }>(sql`
    select actor, action, record_id as user
    from audit_log
    where store_id = ${storeId} and record_type = 'session'
    order by id`)

test('successful and failed sign-ins and refused roles are in the audit log of the stores they concern', async () => {
  const { storeId } = await aStore(it.database)
  const { storeId: otherStore } = await aStore(it.database)
  const viewer = await aMember(it, storeId, 'viewer')
  const user = viewer.userId
  await expect.poll(() => signingIn(storeId)).toHaveLength(1)
  await adminClient(it).signIn(viewer.email, 'not the password at all')
  await expect.poll(() => signingIn(storeId)).toHaveLength(2)
  await viewer.send('POST', `/stores/${storeId}/keys`, { expires_at: null })
  await expect.poll(() => signingIn(storeId)).toHaveLength(3)
  const { body } = await viewer.send('POST', '/account/second-factor', { password: aPassword })
  await expect.poll(() => signingIn(storeId)).toHaveLength(4)
  await viewer.send('POST', '/account/second-factor/proof', { code: totp(body.uri) })
  await expect.poll(() => signingIn(storeId)).toHaveLength(5)
  expect(await signingIn(storeId)).toEqual([
    { actor: `user ${user}`, action: 'sign_in', user },
    { actor: 'system', action: 'sign_in failure', user },
    { actor: `user ${user}`, action: 'key_create refused', user },
    { actor: `user ${user}`, action: 'second_factor_offer', user },
    { actor: `user ${user}`, action: 'second_factor_on', user },
  ])
  expect(await signingIn(otherStore)).toEqual([])
  const { result } = (await viewer.send('GET', `/stores/${storeId}/history`)).body
  expect(result.map(({ record }: { record: string }) => record)).not.toContain('session')
})

test('a flood of failures adds a few rows', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  for (let tries = 0; tries < 40; tries++)
    await adminClient(it).signIn(owner.email, 'not the password at all')
  await expect.poll(() => signingIn(storeId)).toHaveLength(7)
})

test('requests for a password link add a few rows, and none in the name of the user', async () => {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  await expect.poll(() => signingIn(storeId)).toHaveLength(1)
  const link = { email: owner.email, language: 'en' }
  const stranger = adminClient(it)
  await Promise.all(Array.from({ length: 5 }, () => stranger.send('POST', '/password-links', link)))
  await adminClient(it).signIn(owner.email, 'not the password at all')
  await expect.poll(async () => (await signingIn(storeId)).length).toBeGreaterThanOrEqual(5)
  const asked = { actor: 'system', action: 'password_link', user: owner.userId }
  const rows = await signingIn(storeId)
  expect(rows.filter(({ action }) => action === 'password_link')).toEqual([asked, asked, asked])
})

test('an address without an account is stored nowhere', async () => {
  await adminClient(it).signIn('nobody.of.ours@shop.example', 'not the password at all')
  expect(await occursAnywhere(it.database, 'nobody.of.ours')).toBe(false)
})

test('every event belongs to an existing route', () => {
  const all = routes({ config: {} } as never).flatMap(group =>
    group.routes.map(([method, url]) => `${method} ${url}`),
  )
  expect(Object.keys(eventsOfRoutes).filter(route => !all.includes(route))).toEqual([])
})
