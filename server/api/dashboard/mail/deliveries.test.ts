import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import { aMember } from '../../../test/admin.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/mail/mail-server.ts'
import { aMailing } from '../../../test/mail/mailings.ts'
import { aStore, type Member } from '../../../test/users.ts'

let server: MailServer
let isFull = false
let it: TestApp
let store: Member
let moderator: Awaited<ReturnType<typeof aMember>>
let viewer: typeof moderator
let outsider: typeof moderator
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      done(isFull ? Object.assign(new Error('5.2.2 the mailbox is full'), { responseCode: 552 }) : null),
  })
  it = await startTestApp({
    SIGN_IN_RATE_LIMIT: '1000',
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
  })
  outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
})
beforeEach(async () => {
  store = await aStore(it.database)
  moderator = await aMember(it, store.storeId, 'moderator')
  viewer = await aMember(it, store.storeId, 'viewer')
  isFull = false
  it.setNow(Date.now())
})
afterAll(async () => {
  await it.close()
  await server.close()
})

const at = (path: string) => `/stores/${store.storeId}/mail${path}`
const again = (id: string, who = moderator) => who.send('POST', at(`/deliveries/${id}/again`))
const listed = async (query = '') => (await viewer.send('GET', at(`/deliveries${query}`))).body
const idsOf = ({ result }: { result: { id: string }[] }) => result.map(({ id }) => id)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

/** Creates an order whose mail was refused. Returns the id of the mail. */
async function refused(email: string): Promise<{ orderId: string; mail: string }> {
  it.setNow(delivered)
  isFull = true
  const order = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await it.send('POST', '/orders', { headers: store.headers, body: order })).status).toBe(201)
  it.setNow(due)
  await it.runDue()
  isFull = false
  const { body } = await viewer.send('POST', at('/deliveries/look'), { email })
  expect(body.result[0]).toMatchObject({ state: 'failed', attempts: 1 })
  return { orderId: order.order_id, mail: body.result[0].id }
}

const requestOf = async (orderId: string) =>
  (await it.send('GET', `/orders/${orderId}`, { headers: store.headers })).body.requests[0]

describe('access', () => {
  test('a viewer may read, and only a moderator may send again', async () => {
    const id = await aMailing(it.database, store.storeId, { state: 'failed' })
    expect(await listed()).toMatchObject({ result: [{ id, state: 'failed' }], next: null })
    expect((await viewer.send('GET', at('/health'))).status).toBe(200)
    expectError(await again(id, viewer), 403, 8141304)
  })

  test('an outsider sees nothing', async () => {
    const id = await aMailing(it.database, store.storeId, { state: 'failed' })
    expectError(await outsider.send('GET', at('/deliveries')), 404, 804047)
    expectError(await outsider.send('GET', at('/health')), 404, 804047)
    expectError(await outsider.send('POST', at('/deliveries/look'), { email: 'a@b.example' }), 404, 804047)
    expectError(await again(id, outsider), 404, 804047)
    const other = await aStore(it.database)
    const person = await aMember(it, other.storeId, 'owner')
    const path = `/stores/${other.storeId}/mail/deliveries/${id}/again`
    expectError(await person.send('POST', path), 404, 8040412)
  })
})

describe('deliveries', () => {
  test('are listed newest first, in pages, for all states or some', async () => {
    const make = (minutes: number, change: Parameters<typeof aMailing>[2]) =>
      aMailing(it.database, store.storeId, { at: ago(minutes), email: `p${minutes}@example.com`, ...change })
    const sent = await make(1, { state: 'sent' })
    const waiting = await make(2, { state: 'queued', last_answer: '421 later' })
    const failed = await make(3, { state: 'failed' })
    const bounced = await make(4, { state: 'failed', bounced: true })
    const suppressed = await make(5, { state: 'suppressed' })
    const cancelled = await make(6, { state: 'cancelled' })
    const all = [sent, waiting, failed, bounced, suppressed, cancelled]
    const first = await listed('?limit=4')
    expect(idsOf(first)).toEqual(all.slice(0, 4))
    const second = await listed(`?limit=4&after=${first.next}`)
    expect([idsOf(second), second.next]).toEqual([all.slice(4), null])
    const found = { sent: [sent], waiting: [waiting], failed: [failed, bounced], bounced: [bounced] }
    for (const [state, ids] of Object.entries({ ...found, withheld: [suppressed, cancelled] }))
      expect(idsOf(await listed(`?state=${state}`)), state).toEqual(ids)
    expect((await listed('?state=waiting')).result[0]).toMatchObject({
      email: 'p2@example.com',
      attempts: 1,
      last_answer: '421 later',
      next_attempt_at: expect.any(String),
      sent_at: null,
    })
  })

  test('are found by address, except password mails', async () => {
    const id = await aMailing(it.database, store.storeId, { email: 'ana@example.com' })
    await aMailing(it.database, store.storeId, { email: 'ana@example.com', kind: 'password_reset' })
    await aMailing(it.database, store.storeId, { email: 'bia@example.com' })
    const { body } = await viewer.send('POST', at('/deliveries/look'), { email: 'Ana@Example.com' })
    expect(idsOf(body)).toEqual([id])
    expect(await listed()).toMatchObject({ result: [{}, {}] })
    expectInvalid(
      await viewer.send('POST', at('/deliveries/look'), { email: 'a, b' }),
      'email: Expected one email address',
    )
  })

  test.each(['?state=lost', '?after=x', '?limit=101'])('refuses %s', async query => {
    expectError(await viewer.send('GET', at(`/deliveries${query}`)), 400, 802030)
  })
})

test('mail health counts the mails of seven days, and names the sender', async () => {
  const days = 24 * 60
  for (const [state, minutes] of [
    ['sent', 1],
    ['sent', 6 * days],
    ['sent', 8 * days],
    ['failed', 2],
    ['queued', 9 * days],
  ] as const)
    await aMailing(it.database, store.storeId, { state, at: ago(minutes), email: `a${minutes}@example.com` })
  await aMailing(it.database, store.storeId, { state: 'failed', bounced: true, email: 'b@example.com' })
  // A mail that does not belong to the store.
  await aMailing(it.database, store.storeId, { kind: 'password_reset', state: 'failed' })
  await suppress(it.database, store.storeId, 'c@example.com', 'complained', ago(5))
  expect((await viewer.send('GET', at('/health'))).body).toEqual({
    since: expect.any(String),
    kept: 0,
    sent: 2,
    failed: 2,
    bounced: 1,
    waiting: 1,
    complained: 1,
    most: 10_000,
    sender: 'reviews@shop.example',
    signs: false,
  })
})

test('mail health counts up to 10,000, which is as many as it reads', async () => {
  await it.database.query(sql`
    insert into suppressions (store_id, who, id, reason, at)
    select ${store.storeId}, 'n' || number || '@example.com', gen_random_uuid(), 'complained', ${ago(5)}
    from generate_series(1, 10001) as number`)
  expect((await viewer.send('GET', at('/health'))).body).toMatchObject({ complained: 10_000, most: 10_000 })
})

describe('a failed mail', () => {
  test('is sent once more with the same Message-ID and link, however many requests arrive at once', async () => {
    const { orderId, mail } = await refused('ana@example.com')
    expect(await requestOf(orderId)).toMatchObject({ state: 'failed' })
    const before = server.received.length
    const answers = await Promise.all([again(mail), again(mail), again(mail)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    await it.runDue()
    const sent = server.received.slice(before)
    expect(sent.map(({ to }) => to)).toEqual([['ana@example.com']])
    expect(sent[0]?.header('Message-ID')).toContain(mail)
    expect(await requestOf(orderId)).toMatchObject({ state: 'sent', mail: { state: 'sent', attempts: 2 } })
    expectError(await again(mail), 409, 804090)
    const log = await it.database.query(sql`
      select actor, action, record_id from audit_log
      where store_id = ${store.storeId} and record_type = 'mail'`)
    expect(log).toEqual([{ actor: `user ${moderator.userId}`, action: 'send_again', record_id: mail }])
  })

  test('is not sent to a suppressed address', async () => {
    const { mail } = await refused('bia@example.com')
    await suppress(it.database, store.storeId, 'bia@example.com', 'unsubscribed', new Date(due))
    const answer = await again(mail)
    expectError(answer, 409, 804090)
    expect(answer.body.message).toBe('Buyer receives no more email')
  })

  test('is postponed if another mail goes to the buyer today', async () => {
    const { mail } = await refused('leo@example.com')
    await aMailing(it.database, store.storeId, { email: 'leo@example.com', at: new Date(due) })
    const answer = await again(mail)
    expectError(answer, 409, 804090)
    expect(answer.body.message).toBe('Buyer already gets an email today')
  })

  test('counts as the buyer’s mail of that day: another order’s request moves to the next', async () => {
    const email = 'eva@example.com'
    const { mail } = await refused(email)
    const tomorrow = '2026-03-13T13:00:00.000Z'
    it.setNow(tomorrow)
    expect((await again(mail)).status).toBe(204)
    const order = anOrder({ request_review_at: tomorrow, customers: [aCustomer({ email })] })
    await it.send('POST', '/orders', { headers: store.headers, body: order })
    const before = server.received.length
    await it.runDue()
    expect(server.received.length).toBe(before + 1)
    expect(await requestOf(order.order_id)).toMatchObject({ state: 'scheduled' })
  })

  test('is cancelled if its order was cancelled meanwhile', async () => {
    const { orderId, mail } = await refused('rui@example.com')
    await it.send('POST', `/orders/${orderId}/cancel`, { headers: store.headers, body: {} })
    await it.database.query(sql`
      update review_requests set state = 'cancelled'
      where store_id = ${store.storeId} and order_id = ${orderId}`)
    const before = server.received.length
    expect((await again(mail)).status).toBe(204)
    await it.runDue()
    expect(server.received.length).toBe(before)
    expect((await listed('?state=withheld')).result[0]).toMatchObject({ id: mail, state: 'cancelled' })
  })

  test.each([
    ['was sent', { state: 'sent' }],
    ['waits', { state: 'queued' }],
    ['was withheld', { state: 'suppressed' }],
    ['belongs to nobody any more', { state: 'failed', email: null }],
    ['has a link that expired', { state: 'failed', at: ago(91 * 24 * 60) }],
  ] as const)('that %s stays unchanged', async (_why, change) => {
    expectError(await again(await aMailing(it.database, store.storeId, change)), 409, 804090)
  })

  test('cannot be an unknown one, or a password mail', async () => {
    const reset = await aMailing(it.database, store.storeId, { state: 'failed', kind: 'password_reset' })
    for (const id of ['abc', uuid(), reset]) expectError(await again(id), 404, 8040412)
  })
})
