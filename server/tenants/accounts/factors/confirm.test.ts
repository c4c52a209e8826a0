import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { adminClient, aMember, aPassword } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { totp } from '../../../test/totp.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
beforeAll(async () => {
  // Codes depend on the machine's clock, so it is frozen: no test crosses the end of a step.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
})
afterAll(async () => {
  await it.close()
  vi.useRealTimers()
})

async function aUser() {
  const { storeId } = await aStore(it.database)
  return await aMember(it, storeId, 'owner')
}

/** A user with a second factor, proved with the code of the step before this one. */
async function withFactor() {
  const user = await aUser()
  const { body } = await user.send('POST', '/account/second-factor', { password: aPassword })
  const proof = { code: totp(body.uri, -1) }
  expect((await user.send('POST', '/account/second-factor/proof', proof)).status).toBe(204)
  return { user, uri: body.uri as string, recovery: body.recovery_codes as string[] }
}

const changes = [
  ['POST', '/account/password', { new_password: 'a quite different one' }],
  ['POST', '/account/second-factor/removal', {}],
  ['DELETE', '/sessions', {}],
  ['DELETE', '/sessions/of-nobody', {}],
] as const

describe('a change of an account', () => {
  test.each(
    changes,
  )('needs the password, and a code of whoever has a second factor: %s %s', async (...change) => {
    const [method, path, more] = change
    const { user, uri } = await withFactor()
    const send = (confirmation: object) => user.send(method, path, { ...more, ...confirmation })
    const wrong = totp(uri) === '000000' ? '000001' : '000000'
    expectError(await send({ password: 'not the password', code: totp(uri) }), 403, 8141307)
    expectError(await send({ password: aPassword }), 401, 8141302)
    expectError(await send({ password: aPassword, code: wrong }), 401, 8141302)
    expectError(await send({ password: aPassword, code: totp(uri, -1) }), 401, 8141302)
    expect((await user.send('GET', '/session')).body.person.second_factor).toBe(true)
    expect((await send({ password: aPassword, code: totp(uri) })).status).toBeLessThan(300)
  })

  test('takes a recovery code, once, of somebody who lost the device', async () => {
    const { user, recovery } = await withFactor()
    const [recovery_code] = recovery
    const end = () => user.send('DELETE', '/sessions/of-nobody', { password: aPassword, recovery_code })
    expect((await end()).status).toBe(204)
    expectError(await end(), 401, 8141302)
    const removal = { password: aPassword, recovery_code: recovery[1] }
    expect((await user.send('POST', '/account/second-factor/removal', removal)).status).toBe(204)
    expect((await adminClient(it).signIn(user.email)).body).toEqual({ second_factor: false })
  })

  test('does not replace a second factor that is on: it is removed first', async () => {
    const { user, uri } = await withFactor()
    const again = await user.send('POST', '/account/second-factor', {
      password: aPassword,
      code: totp(uri),
    })
    expect(again.status).toBe(403)
    const later = adminClient(it)
    await later.signIn(user.email)
    expect((await later.send('POST', '/session/second-factor', { code: totp(uri, 1) })).status).toBe(204)
  })

  test('needs no code of a user without a second factor', async () => {
    const user = await aUser()
    expectError(await user.send('DELETE', '/sessions', { password: 'not the password' }), 403, 8141307)
    expect((await user.send('GET', '/session')).status).toBe(200)
    expect((await user.send('DELETE', '/sessions', {})).status).toBe(400)
    expect((await user.send('DELETE', '/sessions', { password: aPassword })).status).toBe(204)
    expectError(await user.send('GET', '/session'), 401, 8141300)
  })

  test('allows eight wrong codes, which lock the user out as wrong passwords do', async () => {
    const { user, uri } = await withFactor()
    const wrong = totp(uri) === '000000' ? '000001' : '000000'
    const guess = () => user.send('DELETE', '/sessions/of-nobody', { password: aPassword, code: wrong })
    const statuses: number[] = []
    for (let tries = 0; tries < 10; tries++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(8).fill(401), 429, 429])
  })
})
