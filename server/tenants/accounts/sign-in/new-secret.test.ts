import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AdminClient, adminClient, aMember, aPassword } from '../../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../../test/app.ts'
import { totp } from '../../../test/totp.ts'
import { aStore } from '../../../test/users.ts'

const newSecret = 'the secret that replaces the one before it'
const started: TestApp[] = []
let before: TestApp
beforeAll(async () => {
  // Codes depend on the machine's clock, so it is frozen: no test crosses the end of a step.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  before = await start({})
})
afterAll(async () => {
  for (const one of started.reverse()) await one.close()
  vi.useRealTimers()
})

/** Restarts the service with these settings over the same database. */
async function start(settings: Record<string, string>): Promise<TestApp> {
  const app = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000', ...settings }, before?.target)
  started.push(app)
  return app
}

async function atCode(app: TestApp, email: string): Promise<AdminClient> {
  const client = adminClient(app)
  expect((await client.signIn(email)).body).toEqual({ second_factor: true })
  return client
}

/** Converts factors to the form before keys had versions. */
async function dropVersions(): Promise<void> {
  await before.database.query(sql`
    update accounts."twoFactor"
    set "secret" = split_part("secret", '$', 4), "backupCodes" = split_part("backupCodes", '$', 4)
    where "secret" like '$ba$%'`)
}

test.each([
  ['', async () => {}],
  [' that has no version', dropVersions],
])('a second factor%s and its recovery codes survive a change of SECRET', async (_which, store) => {
  const { storeId } = await aStore(before.database)
  const owner = await aMember(before, storeId, 'owner')
  const { body } = await owner.send('POST', '/account/second-factor', { password: aPassword })
  const proof = { code: totp(body.uri, -1) }
  expect((await owner.send('POST', '/account/second-factor/proof', proof)).status).toBe(204)
  await store()

  const during = await start({ SECRET: newSecret, SECRET_PREVIOUS: testSecret })
  const client = await atCode(during, owner.email)
  expect((await client.send('POST', '/session/second-factor', { code: totp(body.uri) })).status).toBe(204)

  const after = await start({ SECRET: newSecret })
  const later = await atCode(after, owner.email)
  expect((await later.send('POST', '/session/second-factor', { code: totp(body.uri, 1) })).status).toBe(204)
  const lost = await atCode(after, owner.email)
  const recovery = { recovery_code: body.recovery_codes[0] }
  expect((await lost.send('POST', '/session/second-factor', recovery)).status).toBe(204)
})
