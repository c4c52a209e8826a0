import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordReports } from '../../asking/mail/bounces/bounces.ts'
import { markReviewed } from '../../asking/requests/requests.ts'
import type { StoreSettings } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectCreated, expectError, expectInvalid } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { importFile, uploadFile } from '../../test/exchange/transfers.ts'
import { aCustomer, anOrder, aQuestion, aReview } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { addProducts, addQuestions, addReviews, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { reportContent } from '../moderation/reports/reports.ts'
import { rejectReview } from '../reviews/moderate.ts'
import { reviewContent } from '../reviews/reviews.ts'

type Person = Awaited<ReturnType<typeof aMember>>

let it: TestApp
beforeAll(async () => {
  it = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
})
afterAll(() => it.close())

const noon = '2026-03-31T15:00:00Z' // in São Paulo

async function aShop(change: Partial<StoreSettings> = {}): Promise<{ store: Member; owner: Person }> {
  it.setNow(noon)
  const store = await aStore(it.database, change)
  await addProducts(it, store, { 'product-1': 'SKU' })
  return { store, owner: await aMember(it, store.storeId, 'owner') }
}

async function readFigures(person: Person, { storeId }: Member, query = '') {
  const { status, body } = await person.send('GET', `/stores/${storeId}/insights${query}`)
  expect([status, body.error_code]).toEqual([200, undefined])
  return body
}

const at = (...times: string[]) => times.map(time => aReview({ created_at: new Date(time) }))

describe('access', () => {
  test.each(['insights', 'insights/requests', 'waiting', 'first-steps'])('by %s', async path => {
    const { store } = await aShop()
    const outsider = await aMember(it, (await aStore(it.database)).storeId, 'owner')
    const unknown = await outsider.send('GET', `/stores/${'0'.repeat(36)}/${path}`)
    for (const role of ['owner', 'moderator', 'viewer'] as const) {
      const person = await aMember(it, store.storeId, role)
      expect((await person.send('GET', `/stores/${store.storeId}/${path}`)).status).toBe(200)
    }
    const refused = await outsider.send('GET', `/stores/${store.storeId}/${path}`)
    expectError(refused, 404, 804047)
    expect(refused.body).toEqual(unknown.body)
  })
})

describe('a range', () => {
  test('defaults to the last 30 days, next to the 30 days before', async () => {
    const { store, owner } = await aShop()
    expect(await readFigures(owner, store)).toMatchObject({
      time_zone: 'America/Sao_Paulo',
      today: '2026-03-31',
      ...{ from: '2026-03-02', to: '2026-03-31', unit: 'day' },
      before: { from: '2026-01-31', to: '2026-03-01' },
    })
    expect((await readFigures(owner, store)).points).toHaveLength(30)
  })

  test.each([
    ['?range=7d', '2026-03-25', '2026-03-18', 'day', 7],
    ['?range=90d', '2026-01-01', '2025-10-03', 'week', 13],
    ['?range=12m', '2025-04-01', '2024-04-01', 'month', 12],
    ['?from=2026-03-31&to=2026-03-31', '2026-03-31', '2026-03-30', 'day', 1],
    ['?from=2024-03-31&to=2026-03-31', '2024-03-31', '2022-03-31', 'month', 25],
  ])('%s starts on %s and is grouped by %s', async (query, from, before, unit, points) => {
    const { store, owner } = await aShop()
    const found = await readFigures(owner, store, query)
    expect(found).toMatchObject({ from, to: '2026-03-31', before: { from: before }, unit })
    expect(found.points).toHaveLength(points)
    expect(found.points[0].from).toBe(from)
    expect(found.points.at(-1).to).toBe('2026-03-31')
  })

  test.each([
    ['?range=1d', 'range: Expected one of 7d, 30d, 90d, 12m'],
    ['?range=7d&from=2026-03-01&to=2026-03-02', 'range: Expected range or from, to, received both'],
    ['?from=2026-03-01', 'to: Required'],
    ['?to=2026-03-01', 'from: Required'],
    ['?from=yesterday&to=2026-03-01', 'from: Expected a date such as 2026-11-24'],
    ['?from=2026-02-30&to=2026-03-01', 'from: Expected a date such as 2026-11-24'],
    ['?from=2026-03-02&to=2026-03-01', 'to: Expected 2026-03-02 or a later date'],
    ['?from=2024-03-30&to=2026-03-31', 'from: Expected at most 731 days'],
  ])('%s is refused: %s', async (query, problem) => {
    const { store, owner } = await aShop()
    expectInvalid(await owner.send('GET', `/stores/${store.storeId}/insights${query}`), problem)
  })

  test('may lie in the future, where all figures are 0', async () => {
    const { store, owner } = await aShop()
    const { figures } = await readFigures(owner, store, '?from=2026-03-31&to=2026-04-30')
    expect(figures.orders).toBe(0)
  })
})

describe('a day', () => {
  test.each([
    [
      'where clocks go forward',
      'Europe/Lisbon',
      '2026-03-29',
      '2026-03-29T00:00:00Z',
      '2026-03-29T23:00:00Z',
    ],
    ['where clocks go back', 'Europe/Lisbon', '2025-10-26', '2025-10-25T23:00:00Z', '2025-10-27T00:00:00Z'],
    ['that begins at one', 'Africa/Cairo', '2025-04-25', '2025-04-24T22:00:00Z', '2025-04-25T21:00:00Z'],
    ['half an hour off', 'Asia/Kolkata', '2026-03-10', '2026-03-09T18:30:00Z', '2026-03-10T18:30:00Z'],
    ['of tomorrow', 'Pacific/Kiritimati', '2026-04-01', '2026-03-31T10:00:00Z', '2026-04-01T10:00:00Z'],
  ])('%s starts and ends by its own clock', async (_what, time_zone, day, begins, ends) => {
    const { store, owner } = await aShop({ time_zone })
    const [first, last] = [Date.parse(begins), Date.parse(ends)]
    const moments = [first - 1, first, last - 1, last].map(moment => new Date(moment).toISOString())
    await addReviews(it, store, ...at(...moments))
    it.setNow(last + 60_000)
    // While the day can still get an order, after that, and from its stored row.
    for (const now of [last + 60_000, last + 7_200_000, last + 7_200_000]) {
      it.setNow(now)
      const { figures } = await readFigures(owner, store, `?from=${day}&to=${day}`)
      expect(figures.reviews).toBe(2)
    }
  })

  test('changes when the store moves to another time zone', async () => {
    const { store, owner } = await aShop()
    await addReviews(it, store, ...at('2026-03-10T01:00:00Z'))
    const on = async (day: string) =>
      (await readFigures(owner, store, `?from=${day}&to=${day}`)).figures.reviews
    expect([await on('2026-03-09'), await on('2026-03-10')]).toEqual([1, 0])
    await changeSettings(it, store.storeId, { time_zone: 'Asia/Tokyo' })
    expect([await on('2026-03-09'), await on('2026-03-10')]).toEqual([0, 1])
  })

  test('in the past is recounted after a change', async () => {
    const { store, owner } = await aShop()
    const review = aReview({ created_at: new Date('2026-03-10T12:00:00Z'), rating: 1 })
    await addReviews(it, store, review)
    const stars = async () => (await readFigures(owner, store)).figures.stars
    expect(await stars()).toEqual([1, 0, 0, 0, 0])
    const by = { at: new Date(noon), actor: 'command' } as const
    await it.database.transaction(tx => rejectReview(tx, store.storeId, review.id, 'spam', by))
    expect(await stars()).toEqual([0, 0, 0, 0, 0])
    await addReviews(it, store, ...at('2026-03-10T13:00:00Z'))
    expect(await stars()).toEqual([0, 0, 0, 0, 1])
  })

  test('in the past is read from its row', async () => {
    const { store, owner } = await aShop()
    await addReviews(it, store, ...at('2026-03-10T12:00:00Z'))
    await readFigures(owner, store)
    const written = await it.database.query(sql`
      update store_days
      set reviews = 77
      where store_id = ${store.storeId} and day = '2026-03-10'
      returning day`)
    expect(written).toHaveLength(1)
    expect((await readFigures(owner, store)).figures.reviews).toBe(77)
  })
})

describe('figures', () => {
  test('connect the orders of the range to their results', async () => {
    const { store, owner } = await aShop({ request_delay_days: 1, avoid_weekends: false })
    const order = (email: string, delivery_date = '2026-03-10T12:00:00.000Z') =>
      anOrder({ delivery_date, customers: [aCustomer({ email })] })
    it.setNow('2026-03-10T15:00:00Z')
    const bodies = [
      order('ana@example.com'),
      order('bia@example.com'),
      order('no address'),
      order('caio@example.com', '2026-06-01T12:00:00.000Z'),
      order('davi@example.com', '2025-06-01T12:00:00.000Z'),
    ]
    for (const body of bodies)
      expectCreated(await it.send('POST', '/orders', { headers: store.headers, body }))
    it.setNow('2026-03-12T15:00:00Z')
    await it.runDue()
    const funnel = { orders: 5, requested: 4, waiting: 1, asked: 2, reviewed: 0 }
    expect((await readFigures(owner, store)).figures).toMatchObject(funnel)
    const [asked] = await it.database.query<{ mailing_id: string; order_id: string }>(sql`
      select mailing_id, order_id
      from review_requests
      where store_id = ${store.storeId} and state = 'sent'`)
    await it.database.transaction(tx =>
      markReviewed(tx, store.storeId, asked?.mailing_id ?? '', [
        { order_id: asked?.order_id ?? '', part: 0 },
      ]),
    )
    expect((await readFigures(owner, store)).figures).toMatchObject({ ...funnel, reviewed: 1 })
    // A mail with a soft bounce is sent again. An answered request stays answered.
    const bounce = { kind: 'bounce', status: '4.2.2', answer: 'mailbox full' } as const
    for (const recipient of ['ana@example.com', 'bia@example.com'])
      await recordReports(
        it.database,
        [{ reports: [{ ...bounce, recipient }], text: '' }],
        new Date('2026-03-12T16:00:00Z'),
      )
    expect((await readFigures(owner, store)).figures).toMatchObject({
      ...funnel,
      waiting: 2,
      asked: 1,
      reviewed: 1,
    })
    const [, , next] = (await readFigures(owner, store, '?from=2026-03-09&to=2026-03-11')).points
    expect(next.figures.orders).toBe(0)
  })

  test('count ratings and recommendations of published reviews, and replies by reply time', async () => {
    const { store, owner } = await aShop()
    const created_at = new Date('2026-03-20T12:00:00Z')
    const after = (hours: number) => ({
      created_at,
      reply: 'Thank you.',
      reply_created_at: new Date(created_at.getTime() + hours * 60 * 60 * 1000),
    })
    await addReviews(
      it,
      store,
      aReview({ rating: 5, recommended: true, ...after(0.5) }),
      aReview({ rating: 5, recommended: null, ...after(1) }),
      aReview({ rating: 2, recommended: false, ...after(200) }),
      aReview({ rating: 1, recommended: false, state: 'pending', ...after(2) }),
      aReview({ rating: 1, recommended: false, state: 'rejected', created_at }),
      ...[2, 3, 4, 5].map(rating => aReview({ rating, recommended: true, state: 'pending', created_at })),
    )
    const unanswered = { state: 'pending', reply: null, reply_created_at: null } as const
    await addQuestions(
      it,
      store,
      aQuestion(after(3)),
      aQuestion({ created_at, ...unanswered }),
      aQuestion({ created_at, state: 'rejected' }),
    )
    const { figures, before } = await readFigures(owner, store)
    expect(figures).toMatchObject({
      reviews: 8,
      stars: [0, 1, 0, 0, 2],
      recommended: 1,
      not_recommended: 1,
      review_answers: [2, 0, 0, 0, 0, 1],
      questions: 2,
      question_answers: [0, 1, 0, 0, 0, 0],
    })
    expect(before.figures).toMatchObject({ reviews: 0, stars: [0, 0, 0, 0, 0] })
  })
})

describe('pending work', () => {
  test("is reported with its oldest item, and the plan's usage if it has a limit", async () => {
    const { store, owner } = await aShop({ order_limit: 10, requests_paused: true })
    const path = `/stores/${store.storeId}/waiting`
    const none = { count: 0, more: false }
    expect((await owner.send('GET', path)).body).toEqual({
      reviews: { ...none, since: null },
      questions: { ...none, since: null },
      answers: { ...none, since: null },
      reported: none,
      reported_questions: none,
      failed_mails: none,
      requests_paused: true,
      mail_off: { outbox: false },
      import: null,
      plan: { orders: 0, limit: 10 },
    })
    const [shown, waits] = [aReview({}), aReview({ state: 'pending' })]
    await addReviews(it, store, shown, waits)
    await addQuestions(it, store, aQuestion({ state: 'pending' }), aQuestion({}))
    const report = { reason: 'spam', text: '', at: new Date(noon) } as const
    await it.database.transaction(tx =>
      reportContent(tx, { current: 's', all: ['s'] }, store.storeId, reviewContent, shown.id, report),
    )
    expect((await owner.send('GET', path)).body).toMatchObject({
      reviews: { count: 1, more: false, since: waits.created_at.toISOString() },
      questions: { count: 1, more: false },
      reported: { count: 1, more: false },
    })
    const file = { kind: 'review', file_name: 'reviews.csv', size: 100 }
    const { status, body } = await owner.send('POST', `/stores/${store.storeId}/imports`, file)
    expect(status).toBe(201)
    await it.database.query(sql`update imports set state = 'tried' where id = ${body.id}`)
    const tried = { id: body.id, file_name: 'reviews.csv', state: 'tried', imported: 0, refused: 0 }
    expect((await owner.send('GET', path)).body.import).toEqual(tried)
    const viewer = await aMember(it, store.storeId, 'viewer')
    expect((await viewer.send('GET', path)).body.import).toBe(null)
  })
})

describe('the first steps', () => {
  test("are completed by the store's data", async () => {
    const { store, owner } = await aShop()
    const steps = async () => (await owner.send('GET', `/stores/${store.storeId}/first-steps`)).body
    expect(await steps()).toEqual({
      tried: false,
      orders: false,
      mail: false,
      reviews: false,
      widgets: false,
      team: false,
      dismissed: false,
    })
    await addReviews(it, store, aReview({ order_id: 'realword-test-0123abcd' }))
    expect((await steps()).reviews).toBe(false)
    await addReviews(it, store, aReview({}))
    expectCreated(await it.send('POST', '/orders', { headers: store.headers, body: anOrder() }))
    await aMember(it, store.storeId, 'viewer')
    expect(await steps()).toEqual({
      tried: true,
      orders: true,
      mail: false,
      reviews: true,
      widgets: false,
      team: true,
      dismissed: false,
    })
    // Requests of our own pages and of programs have no origin.
    await readAs(it, store, 'ratings.json')
    expect((await steps()).widgets).toBe(false)
    await readAs(it, store, 'ratings.json', { limit: '5' }, { origin: 'https://shop.example' })
    await expect.poll(async () => (await steps()).widgets).toBe(true)
  })

  test('leave the store to be connected while its orders come from files alone', async () => {
    const { store, owner } = await aShop()
    const steps = async () => {
      const { tried, orders } = (await owner.send('GET', `/stores/${store.storeId}/first-steps`)).body
      return { tried, orders }
    }
    const file = `order_id,order_date,delivery_date,product_id,customer_email
1,2026-03-20,2026-03-25,product-1,ana@example.com
`
    const { body } = await uploadFile(it, owner, store.storeId, 'order', file)
    expect((await importFile(it, owner, store.storeId, body.id)).done.imported).toBe(1)
    expect(await steps()).toEqual({ tried: false, orders: false })
    expectCreated(await it.send('POST', '/orders', { headers: store.headers, body: anOrder() }))
    await expect.poll(steps).toEqual({ tried: true, orders: true })
  })

  test('are dismissed by each member alone, and in one store', async () => {
    const { store, owner } = await aShop()
    const viewer = await aMember(it, store.storeId, 'viewer')
    const other = await aShop()
    const dismissed = async (who: typeof owner, of: typeof store) =>
      (await who.send('GET', `/stores/${of.storeId}/first-steps`)).body.dismissed
    const dismiss = (who: typeof owner, of: typeof store) =>
      who.send('PUT', `/stores/${of.storeId}/first-steps/dismissal`, {})
    for (const _ of ['once', 'again']) expect((await dismiss(viewer, store)).status).toBe(204)
    expect(await dismissed(viewer, store)).toBe(true)
    expect(await dismissed(owner, store)).toBe(false)
    expect(await dismissed(other.owner, other.store)).toBe(false)
    expectError(await dismiss(other.owner, store), 404, 804047)
    const members = `/stores/${store.storeId}/members`
    await owner.send('PATCH', `${members}/${viewer.userId}`, { role: 'moderator' })
    expect(await dismissed(viewer, store)).toBe(true)
  })
})
