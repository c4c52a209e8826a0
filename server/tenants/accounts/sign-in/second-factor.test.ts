import sql from 'sql-template-tag'
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

// An upgrade of better-auth that cannot read these rows would lock out everybody with a second factor. Version 1.7.7
// stored them under the secret of the tests.
const stored = {
  secret:
    '$ba$1814231305$f224247b275ba87d1d9c47b577e4bc7c255ed42fa707fac78fa5bbdbc9b6d7dc69dd94108b78d1895ba5e06478155490e7e315078707308e046d02e92fc2122033e185346bfa952f',
  uri: 'otpauth://totp/Realword:ana?secret=M44UK3SGNBFWWSLGHBSW6N3PKFZE6ZJXLBUTM53PPJXTCMZVPJKA',
  backupCodes:
    '$ba$1814231305$d52d3103a1cf6af4ccfc2e0208cc07de03fab79229efed5bfddda62bd6c1b657faed47ff8e4efb21860ffb6a80ed65adcd3004eabc0cdf129ef07daa0235ec64ebd0943ca033b20a0968e9f0ed6864e4eb7fa0c795ec9febd5797fbfadc46fed5767d4b3dfa8d6b43b9d3f0d2a7167d6ea6e7e7f573ffb5f6491e0926a8d7529d19138774444a70b2dea9a7a44e84193b3555ff1830c398cb1f6d87c2013d6e90fcfec787cdb104b4b6afad279048c4860f91f0dd4',
  recovery: ['a6HnL-NIZ3j', 'XRhk3-oKLOq'],
}

test('a factor that better-auth 1.7.7 stored signs in, with a code and with recovery codes', async () => {
  const { owner } = await withFactor(-1)
  await it.database.query(sql`
    update accounts."twoFactor"
    set "secret" = ${stored.secret}, "backupCodes" = ${stored.backupCodes}, last_step = null
    where "userId" = ${owner.userId}`)
  expect((await give(await atCode(owner.email), totp(stored.uri))).status).toBe(204)
  for (const recovery_code of stored.recovery) {
    const lost = await atCode(owner.email)
    expect((await lost.send('POST', '/session/second-factor', { recovery_code })).status).toBe(204)
  }
})
