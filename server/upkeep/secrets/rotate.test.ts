import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { vote, withdrawVote } from '../../answers/reviews/votes.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { readSecrets, type Secrets } from '../../foundation/lib/secret.ts'
import { suppressedAmong } from '../../foundation/mailings/suppressions.ts'
import { addSeenProducts } from '../../tenants/products/products.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { type AdminClient, adminClient, aMember, aPassword } from '../../test/admin.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder, aReview } from '../../test/factories.ts'
import { totp } from '../../test/totp.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkSecret } from '../doctor/secret-check.ts'
import { erasePerson } from '../people/people.ts'
import { withFormerKeys } from './former-keys.ts'
import { rotateSecret } from './rotate.ts'

const [second, third] = ['the second secret, long enough for it', 'the third secret, long enough for it']
const day = 24 * 60 * 60 * 1000
const started: TestApp[] = []
let first: TestApp
let store: Member
let now: number
beforeAll(async () => {
  // Codes depend on the machine's clock, so it is frozen: no test crosses the end of a step.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  now = Date.now()
  first = await start({})
  store = await aStore(first.database)
})
afterAll(async () => {
  for (const one of started.reverse()) await one.close()
  vi.useRealTimers()
})

type Settings = { SECRET?: string; SECRET_PREVIOUS?: string }

async function start(settings: Settings): Promise<TestApp> {
  const app = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000', ...settings }, first?.target)
  started.push(app)
  return app
}

const secretsOf = (settings: Settings): Secrets => readSecrets({ DATA_DIR: '/nonexistent', ...settings })
const known = (settings: Settings) => withFormerKeys(first.database, secretsOf(settings))
const rotate = (settings: Settings) => rotateSecret(first.database, secretsOf(settings), new Date(now))
const doctor = async (settings: Settings, at = now) =>
  checkSecret(first.database, readConfig({ ...settings }), () => at)

/** A member with a second factor, and the code of a step. */
async function aGuardedMember() {
  const owner = await aMember(first, store.storeId, 'owner')
  const { body } = await owner.send('POST', '/account/second-factor', { password: aPassword })
  const proof = { code: totp(body.uri, -1) }
  expect((await owner.send('POST', '/account/second-factor/proof', proof)).status).toBe(204)
  return { email: owner.email, code: (step: number) => totp(body.uri, step), recovery: body.recovery_codes }
}

async function atCode(app: TestApp, email: string): Promise<AdminClient> {
  const client = adminClient(app)
  expect((await client.signIn(email)).body).toEqual({ second_factor: true })
  return client
}

const erased = 'zuleica@correio.example'

async function anErasedPerson(): Promise<void> {
  const order = anOrder({ customers: [aCustomer({ email: erased })] })
  expect((await first.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(201)
  const named = await readStore(first.database, store.storeId)
  const secrets = secretsOf({ SECRET: testSecret })
  await erasePerson(first.database, secrets, named, erased, new Date(now))
}

async function aVotedReview(): Promise<string> {
  const at = new Date(now)
  const product = { product_id: 'product-1', sku: 'S', name: 'Moka pot', url: '' }
  await addSeenProducts(first.database, store.storeId, [product], at)
  const review = aReview()
  await first.database.transaction(async tx => {
    await insertReviews(tx, store.storeId, [review], { at, actor: 'author', action: 'create' })
  })
  const cast = { reviewId: review.id, visitorId: 'ana', at }
  await first.database.transaction(tx => vote(tx, secretsOf({ SECRET: testSecret }), store.storeId, cast))
  return review.id
}

const reencrypted = (counts: { what: string; previous: number }[]) =>
  Object.fromEntries(counts.flatMap(({ what, previous }) => (previous > 0 ? [[what, previous]] : [])))

test('after two rotations, second factors, erased people and voters are known by the last secret alone', async () => {
  const member = await aGuardedMember()
  await anErasedPerson()
  const reviewId = await aVotedReview()
  expect(await doctor({ SECRET: testSecret })).toMatchObject({ status: 'ok' })
  expect(await doctor({ SECRET: second })).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('1 second factors. Set SECRET_PREVIOUS'),
  })

  const during = { SECRET: second, SECRET_PREVIOUS: testSecret }
  expect(await doctor(during)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('still encrypts 1 second factors'),
  })
  // Two at once, beside services with the new secret: each value is encrypted again once.
  const beside = await start(during)
  const both = await Promise.all([rotate(during), rotate(during)])
  expect(both.map(counts => counts.every(({ unknown }) => unknown === 0))).toEqual([true, true])
  expect(reencrypted(await rotate(during))).toEqual({})
  const client = await atCode(beside, member.email)
  expect((await client.send('POST', '/session/second-factor', { code: member.code(0) })).status).toBe(204)

  expect(await doctor(during)).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining(`needed until ${new Date(now + 8 * day).toISOString()}`),
  })
  expect(await doctor(during, now + 8 * day)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('no longer needed'),
  })
  expect(await doctor({ SECRET: second })).toMatchObject({ status: 'ok' })

  const again = { SECRET: third, SECRET_PREVIOUS: second }
  expect(reencrypted(await rotate(again))).toEqual({
    'second factors': 1,
    'keys that recognise erased people and voters': 2,
  })
  const last = await start({ SECRET: third })
  expect(await doctor({ SECRET: third })).toMatchObject({ status: 'ok' })
  const later = await atCode(last, member.email)
  const recovery = { recovery_code: member.recovery[0] }
  expect((await later.send('POST', '/session/second-factor', recovery)).status).toBe(204)

  const secrets = await known({ SECRET: third })
  const suppressed = await suppressedAmong(last.database, secrets, store.storeId, [erased])
  expect([...suppressed]).toEqual([[erased, 'erased']])
  const cast = { reviewId, visitorId: 'ana', at: new Date(now) }
  await last.database.transaction(tx => withdrawVote(tx, secrets, store.storeId, cast))
  expect(await last.database.query(sql`select from review_votes where store_id = ${store.storeId}`)).toEqual(
    [],
  )
})

test('what no known secret encrypted is reported, and left as it is', async () => {
  await aGuardedMember() // under testSecret, which is not set below
  const settings = { SECRET: third, SECRET_PREVIOUS: second }
  const factors = sql`select "secret" from accounts."twoFactor" order by "id"`
  const before = await first.database.query(factors)
  expect((await rotate(settings))[0]).toMatchObject({ previous: 0, unknown: 1 })
  expect(await first.database.query(factors)).toEqual(before)
  // A key that was altered or moved to another row opens nowhere, and does not stop a start.
  await first.database.query(sql`
    update accounts.former_keys
    set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1)`)
  expect((await known(settings)).former).toEqual([])
  expect(await doctor(settings)).toMatchObject({
    status: 'error',
    detail: expect.stringContaining('1 second factors, 4 keys that recognise'),
  })
})
