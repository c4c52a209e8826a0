import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AdminClient, adminClient, aMember, aPassword } from '../../../test/admin.ts'
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

/** An owner with a second factor, proved with the code that is `steps` from the current one. */
async function withFactor(steps: number) {
  const { storeId } = await aStore(it.database)
  const owner = await aMember(it, storeId, 'owner')
  const { body } = await owner.send('POST', '/account/second-factor', { password: aPassword })
  const uri = body.uri as string
  const proved = await owner.send('POST', '/account/second-factor/proof', { code: totp(uri, steps) })
  expect(proved.status).toBe(204)
  return { owner, uri, recovery: body.recovery_codes as string[] }
}

/** A browser that has sent the password and still needs the code. */
async function atCode(email: string): Promise<AdminClient> {
  const client = adminClient(it)
  expect((await client.signIn(email)).body).toEqual({ second_factor: true })
  return client
}

const give = (client: AdminClient, code: string) => client.send('POST', '/session/second-factor', { code })

describe('a code of the second factor', () => {
  test('signs in once', async () => {
    const { owner, uri } = await withFactor(-1)
    expect((await give(await atCode(owner.email), totp(uri))).status).toBe(204)
    const again = await atCode(owner.email)
    expectError(await give(again, totp(uri)), 401, 8141302)
    expectError(await again.send('GET', '/session'), 401, 8141300)
    expect((await owner.send('GET', '/sessions')).body.result).toHaveLength(2)
  })

  test('succeeds for one of four concurrent uses', async () => {
    const { owner, uri } = await withFactor(-1)
    const clients = await Promise.all([1, 2, 3, 4].map(() => atCode(owner.email)))
    const answers = await Promise.all(clients.map(client => give(client, totp(uri))))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401, 401, 401])
    const sessions = await Promise.all(clients.map(client => client.send('GET', '/session')))
    expect(sessions.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await owner.send('GET', '/sessions')).body.result).toHaveLength(2)
  })

  test('is refused if it is older than the last one used', async () => {
    const { owner, uri } = await withFactor(-1)
    expect((await give(await atCode(owner.email), totp(uri, 1))).status).toBe(204)
    expectError(await give(await atCode(owner.email), totp(uri)), 401, 8141302)
  })

  test('that verified the factor does not also sign in', async () => {
    const { owner, uri } = await withFactor(0)
    expectError(await give(await atCode(owner.email), totp(uri)), 401, 8141302)
    expect((await give(await atCode(owner.email), totp(uri, 1))).status).toBe(204)
  })

  test('does not use up a recovery code, and a recovery code does not use it up', async () => {
    const { owner, uri, recovery } = await withFactor(-1)
    const lost = await atCode(owner.email)
    const used = await lost.send('POST', '/session/second-factor', { recovery_code: recovery[0] })
    expect(used.status).toBe(204)
    expect((await give(await atCode(owner.email), totp(uri))).status).toBe(204)
    const next = await atCode(owner.email)
    const other = await next.send('POST', '/session/second-factor', { recovery_code: recovery[1] })
    expect(other.status).toBe(204)
  })

  test('is refused a second time to a signed-in user, whose session stays', async () => {
    const { owner, uri } = await withFactor(0)
    const again = await owner.send('POST', '/account/second-factor/proof', { code: totp(uri) })
    expectError(again, 401, 8141302)
    expect((await owner.send('GET', '/session')).status).toBe(200)
  })
})
