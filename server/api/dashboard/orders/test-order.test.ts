import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastReviewsOf } from '../../../answers/reviews/reviews.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { aMember } from '../../../test/admin.ts'
import { expectError } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { anOrder, anOrderProduct } from '../../../test/factories.ts'
import { postFiles } from '../../../test/forms.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { decode, formLinkIn } from '../../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { filled, readReviews } from '../../../test/review-forms.ts'
import { aStore, type Member } from '../../../test/users.ts'

type Person = Awaited<ReturnType<typeof aMember>>

let server: MailServer
let it: TestApp
let store: Member
let moderator: Person
beforeAll(async () => {
  ;[it, server] = await startMailingApp({ SIGN_IN_RATE_LIMIT: '1000' })
})
afterAll(() => it.close())
beforeEach(async () => {
  store = await aStore(it.database, { locale: 'en' })
  moderator = await aMember(it, store.storeId, 'moderator')
  server.received.splice(0)
})

const path = (rest: string, of = store) => `/stores/${of.storeId}${rest}`
const tryOut = (who = moderator, of = store) => who.send('POST', path('/orders/test', of), {})
const ordersOf = async (who = moderator) => (await who.send('GET', path('/orders'))).body.result

test('asks the member who sends it, at once, about a sample of an empty catalogue', async () => {
  const { status, body } = await tryOut()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    is_test: true,
    order_id: expect.stringMatching(/^realword-test-[0-9a-f]{8}$/),
    customers: [{ name: 'The moderator', email: moderator.email }],
    products: [{ product_id: 'realword-sample', name: 'Moka pot, 6 cups' }],
    requests: [{ email: moderator.email, mails: [{ state: 'queued' }] }],
  })
  const actions = body.history.map(({ who, action }: { who: string; action: string }) => [who, action])
  expect(actions).toEqual(
    expect.arrayContaining([
      ['The moderator', 'test'],
      ['The moderator', 'send'],
    ]),
  )
  await it.runDue()
  expect(server.received.flatMap(({ to }) => to)).toEqual([moderator.email])
  expect(await ordersOf()).toMatchObject([{ is_test: true, requests: [{ state: 'sent' }] }])
})

test('its review is no verified purchase, and says who wrote it', async () => {
  await tryOut()
  await it.runDue()
  const form = formLinkIn(decode(server.received[0]?.raw ?? ''))
  await postFiles(form, filled(['realword-sample'], { rating: '5', body: 'Only a try.' }))
  const [review] = await readReviews(it, moderator.email)
  expect(review).toMatchObject({ rating: 5, verified_purchase: false, purchased_at: null, insider: true })
  // The form of a real order begins a review of its own.
  expect(await lastReviewsOf(it.database, store.storeId, moderator.email, ['realword-sample'])).toEqual([])
})

test('two clicks at once make one order', async () => {
  const answers = await Promise.all([tryOut(), tryOut()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await ordersOf()).toHaveLength(1)
})

test('so do two that reach different instances', async () => {
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example', SIGN_IN_RATE_LIMIT: '1000' }
  const other = await startTestApp(settings, it.target)
  try {
    const headers = {
      cookie: moderator.cookies(),
      'x-realword-page': '1',
      'content-type': 'application/json',
    }
    const there = other.send('POST', `/admin/api${path('/orders/test')}`, { headers, body: {} })
    const answers = await Promise.all([tryOut(), there])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await ordersOf()).toHaveLength(1)
  } finally {
    await other.close()
  }
})

test('more at once than the service has connections are all answered', async () => {
  const moderators = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const of = await aStore(it.database, { locale: 'en' })
      return { of, who: await aMember(it, of.storeId, 'moderator') }
    }),
  )
  const answers = await Promise.all(moderators.map(({ who, of }) => tryOut(who, of)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
})

test('orders a product of the store if it has one, and completes only the step of trying', async () => {
  const products = [anOrderProduct({ product_id: 'grinder', name: 'Grinder' })]
  const order = { order_id: 'real', products }
  expect((await it.send('POST', '/orders', { headers: store.headers, body: anOrder(order) })).status).toBe(
    201,
  )
  expect((await tryOut()).body.products).toMatchObject([{ product_id: 'grinder', name: 'Grinder' }])
  const other = await aStore(it.database)
  const owner = await aMember(it, other.storeId, 'owner')
  expect((await tryOut(owner, other)).status).toBe(201)
  const steps = async (who: Person, of: Member) => (await who.send('GET', path('/first-steps', of))).body
  expect(await steps(owner, other)).toMatchObject({ tried: true, orders: false, mail: true })
  expect(await steps(moderator, store)).toMatchObject({ tried: true, orders: true })
})

test('counts towards the plan, and is cancelled like any other', async () => {
  await changeSettings(it, store.storeId, { order_limit: 1 })
  const { order_id } = (await tryOut()).body
  const cancelled = await moderator.send('POST', path('/orders/cancel'), { order_id })
  expect(cancelled.body.requests).toMatchObject([{ state: 'cancelled' }])
  const colleague = await aMember(it, store.storeId, 'moderator')
  expectError(await tryOut(colleague), 403, 8121206)
})

test('needs a moderator of the store', async () => {
  expectError(await tryOut(await aMember(it, store.storeId, 'viewer')), 403, 8141304)
  const other = await aStore(it.database)
  expectError(await tryOut(await aMember(it, other.storeId, 'owner')), 404, 804047)
  expect(await ordersOf()).toEqual([])
})

test('writes no order about which the member cannot be asked', async () => {
  it.setNow('2026-03-03T12:00:00.000Z') // noon: two orders of one day
  await suppress(it.database, store.storeId, moderator.email, 'unsubscribed', new Date())
  expect((await tryOut()).body.message).toBe('Buyer receives no more email')
  const colleague = await aMember(it, store.storeId, 'moderator')
  await changeSettings(it, store.storeId, { requests_paused: true })
  expect((await tryOut(colleague)).status).toBe(409)
  await changeSettings(it, store.storeId, { requests_paused: false })
  expect((await tryOut(colleague)).status).toBe(201)
  expect((await tryOut(colleague)).status).toBe(409) // one mail a day
  expect(await ordersOf()).toHaveLength(1)
})
