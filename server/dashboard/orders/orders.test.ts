import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { suppress } from '../../mailings/suppressions.ts'
import { setBuyerLanguage } from '../../orders/buyer-language.ts'
import type { Order } from '../../orders/orders.ts'
import { type StoreSettings, updateStore } from '../../stores/stores.ts'
import { type AdminClient, aMember } from '../../test/admin.ts'
import { expectError, expectInvalid } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../test/users.ts'

let server: MailServer
let it: TestApp
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, answer) =>
      answer(
        address === busy ? Object.assign(new Error('try again later'), { responseCode: 450 }) : undefined,
      ),
  })
  it = await startTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'reviews@shop.example',
    SIGN_IN_RATE_LIMIT: '1000',
  })
})
let store: Member
let moderator: AdminClient
beforeEach(async () => {
  it.setNow(delivered)
  store = await aStore(it.database)
  moderator = await asRole('moderator')
  server.received.splice(0)
})
afterAll(async () => {
  await it.close()
  await server.close()
})

// A Thursday. Seven days later, on Thursday the 12th at 10:00 in São Paulo, the request is due.
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

const busy = 'ana@busy.example'

const asRole = (role: 'owner' | 'moderator' | 'viewer', of = store): Promise<AdminClient> =>
  aMember(it, of.storeId, role)

let made = 0

async function order(change: Partial<Order> = {}, of = store): Promise<Order> {
  const body = anOrder({ delivery_date: delivered, ...change })
  it.setNow(Date.parse(delivered) + ++made)
  expect((await it.send('POST', '/orders', { headers: of.headers, body })).status).toBe(201)
  it.setNow(delivered)
  return body
}

const emailOf = ({ customers }: Order) => customers[0]?.email ?? ''
const change = (settings: Partial<StoreSettings>) => updateStore(it.database, store.storeId, settings)

const path = (rest: string, of = store) => `/stores/${of.storeId}/orders${rest}`
const query = (values: Record<string, string>) => `?${new URLSearchParams(values)}`
const list = (values: Record<string, string> = {}, who = moderator) => who.send('GET', path(query(values)))
const detail = (order_id: string, who = moderator) => who.send('GET', path(`/detail${query({ order_id })}`))
const act = (verb: 'move' | 'cancel' | 'send-now' | 'deliver' | 'refund', body: object, who = moderator) =>
  who.send('POST', path(`/${verb}`), body)
const ids = ({ body }: Answer) => body.result.map((one: { order_id: string }) => one.order_id)

/** Reads all pages of a list, one order at a time. */
async function paged(values: Record<string, string>): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ; ) {
    const page = await list({ ...values, limit: '1', ...(after && { after }) })
    found.push(...ids(page))
    after = page.body.next
    if (!after) return found
  }
}

/** Runs due work at this time. Resolves with the recipients of the mails that were sent. */
async function runAt(now: string): Promise<string[]> {
  it.setNow(now)
  const before = server.received.length
  await it.runDue()
  return server.received
    .slice(before)
    .filter(({ header }) => header('List-Id')?.includes(store.storeId))
    .flatMap(({ to }) => to)
}

describe('products that arrive later, or go back', () => {
  test('are asked about later, or never, and the order says so', async () => {
    const products = ['pot', 'mill'].map(product_id =>
      anOrderProduct({ product_id, name: `A ${product_id}` }),
    )
    const { order_id } = await order({ products })
    const answer = await act('deliver', { order_id, date: '2026-03-09', product_ids: ['mill'] })
    expect(answer.status).toBe(200)
    const requestOf = (product_ids: string[], due_at: string) => ({ product_ids, due_at, state: 'scheduled' })
    expect(answer.body).toMatchObject({
      products: [
        { product_id: 'pot', state: null, delivered_at: null },
        {
          product_id: 'mill',
          state: 'delivered',
          delivered_at: '2026-03-09T03:00:00.000Z',
          is_estimated: false,
        },
      ],
      requests: [requestOf(['pot'], due), requestOf(['mill'], '2026-03-16T13:00:00.000Z')],
      no_request: null,
      history: [{ who: 'The moderator', action: 'deliver', fields: ['products'] }],
    })
    expect((await list()).body.result[0]).toMatchObject({ order_id, waiting: 0 })
    // The two parts of an order are one entry of the list, with and without a filter.
    expect(await paged({ state: 'scheduled' })).toEqual([order_id])
    expect(await paged({ email: answer.body.requests[0].email })).toEqual([order_id])
    const [, request] = answer.body.requests
    const preview = await moderator.send(
      'GET',
      path(`/preview${query({ order_id, request_id: request.id })}`),
    )
    expect(preview.body.text).toContain('A mill')
    expect(preview.body.text).not.toContain('A pot')
    const returned = await act('refund', { order_id })
    expect(returned.body.requests.map(({ state }: { state: string }) => state)).toEqual([
      'cancelled',
      'cancelled',
    ])
    expect(await runAt('2026-03-16T13:00:00.000Z')).toEqual([])
  })

  test('are refused with a sentence', async () => {
    const { order_id } = await order()
    for (const date of ['2026-02-30', 'soon'])
      expectInvalid(await act('deliver', { order_id, date }), 'date: Expected a date such as 2026-11-24')
    for (const [verb, more] of [
      ['deliver', { date: '2026-03-09' }],
      ['refund', {}],
    ] as const) {
      const body = { order_id, product_ids: ['x'], ...more }
      expectInvalid(await act(verb, body), 'product_ids.0: The order has no product x')
      expectError(await act(verb, { ...body, order_id: 'nothing' }), 404, 804042)
    }
  })
})

describe('the list', () => {
  test('shows for each order its recipients, dates and reasons, newest first, and pages miss nothing', async () => {
    const products = [anOrderProduct({ name: 'Moka pot' }), anOrderProduct()]
    const first = await order({ products })
    const second = await order({ customers: [aCustomer({ email: 'nobody' })] })
    const third = await order()
    const all = await list()
    expect(ids(all)).toEqual([third, second, first].map(one => one.order_id))
    expect(all.body.result[1]).toMatchObject({ requests: [], customer_name: 'Ana Martins' })
    expect(all.body.result[2]).toMatchObject({
      product_name: 'Moka pot',
      products: 2,
      requests: [
        {
          email: emailOf(first),
          state: 'scheduled',
          due_at: due,
          reason: '7 days after delivery',
          mail: null,
        },
      ],
    })
    expect(await paged({})).toEqual(ids(all))
  })

  test('shows the id of a product without a name', async () => {
    const { order_id } = await order({ products: [anOrderProduct({ name: '', product_id: 'CAF-6' })] })
    const found = (await list()).body.result.find((one: { order_id: string }) => one.order_id === order_id)
    expect(found.product_name).toBe('CAF-6')
  })

  test('finds ids by prefix, an exact match first, with any characters', async () => {
    for (const order_id of ['a%_1', 'a%_1/2', 'a%_', 'b', 'A%_1', 'ação 💥', 'a.b/../c'])
      await order({ order_id })
    expect(ids(await list({ order_id: 'a%_' }))).toEqual(['a%_', 'a%_1', 'a%_1/2'])
    expect(await paged({ order_id: 'a%_' })).toEqual(['a%_', 'a%_1', 'a%_1/2'])
    expect(ids(await list({ order_id: 'ação' }))).toEqual(['ação 💥'])
    expect(ids(await list({ order_id: 'a.b/../c' }))).toEqual(['a.b/../c'])
    expect(ids(await list({ order_id: 'c' }))).toEqual([])
  })

  test('finds the orders of a buyer by the whole address, ignoring case', async () => {
    const ana = [aCustomer({ email: 'Ana@Example.com' })]
    const [one, two] = [await order({ customers: ana }), await order({ customers: ana })]
    await order()
    expect(ids(await list({ email: ' ana@example.COM' }))).toEqual([two.order_id, one.order_id])
    expect(await paged({ email: 'ana@example.com' })).toEqual([two.order_id, one.order_id])
    expect(ids(await list({ email: 'ana@example' }))).toEqual([])
    expect(ids(await list({ email: 'nobody' }))).toEqual([])
  })

  test('filters by state and by day: pending orders in sending order, each once', async () => {
    const late = await order({ request_review_at: '2026-03-20T13:00:00.000Z' })
    const soon = await order({ customers: [aCustomer(), aCustomer(), aCustomer()] })
    const gone = await order()
    const earlier = await order({ request_review_at: '2026-03-11T13:00:00.000Z' })
    await act('cancel', { order_id: gone.order_id })
    await runAt('2026-03-11T13:00:00.000Z')
    // One of its buyers got another mail that day, so theirs moves to the next.
    await it.database.query(sql`
      update review_requests
      set due_at = '2026-03-13T13:00:00Z'
      where store_id = ${store.storeId} and order_id = ${soon.order_id}
        and address = ${soon.customers[2]?.email ?? ''}`)
    for (const values of [{ state: 'scheduled' }, { due: '2026-03-12' }, { due: '2026-03-13' }])
      expect(new Set(ids(await list(values))).size).toBe(ids(await list(values)).length)
    expect(ids(await list({ state: 'scheduled' }))).toEqual([soon.order_id, late.order_id])
    expect(await paged({ state: 'scheduled' })).toEqual([soon.order_id, late.order_id])
    expect(await paged({ state: 'sent' })).toEqual([earlier.order_id])
    expect(await paged({ state: 'cancelled' })).toEqual([gone.order_id])
    expect(await paged({ due: '2026-03-12' })).toEqual([gone.order_id, soon.order_id].sort())
    expect(await paged({ due: '2026-03-12', state: 'scheduled' })).toEqual([soon.order_id])
    expect(await paged({ due: '2026-03-13' })).toEqual([soon.order_id])
    expect(await paged({ due: '2026-03-14' })).toEqual([])
  })

  test('lists orders as pending, by date, when their mail was deferred by its server', async () => {
    const late = await order({ request_review_at: '2026-03-20T13:00:00.000Z' })
    const putOff = await order({ customers: [aCustomer({ email: busy })] })
    const soon = await order({ request_review_at: '2026-03-13T13:00:00.000Z' })
    expect(await runAt(due)).toEqual([])
    expect((await detail(putOff.order_id)).body.requests).toMatchObject([
      { state: 'scheduled', mails: [{ state: 'queued', attempts: 1 }] },
    ])
    const waiting = [putOff, soon, late].map(one => one.order_id)
    expect(ids(await list({ state: 'scheduled' }))).toEqual(waiting)
    expect(await paged({ state: 'scheduled' })).toEqual(waiting)
    expect(await paged({ due: '2026-03-12' })).toEqual([putOff.order_id])
  })

  test('reports invalid parameters, and combinations that no index supports', async () => {
    expectInvalid(await list({ after: 'abc' }), 'after: Invalid format')
    expectInvalid(
      await list({ state: 'waiting' }),
      'state: Expected one of scheduled, sent, reviewed, expired, cancelled, suppressed, failed',
    )
    expectInvalid(await list({ due: '2026-02-30' }), 'due: Expected a date such as 2026-11-24')
    expectInvalid(
      await list({ order_id: '1', state: 'sent' }),
      'order_id: Expected order_id or email, state, due, received both',
    )
  })
})

describe('an order in detail', () => {
  test('shows its mails and reminders, its reviews, and its history', async () => {
    await change({ reminder_days: [1] })
    const ana = [aCustomer({ email: 'ana@example.com' })]
    const one = await order({ order_id: 'a.b/../ç 💥', customers: ana })
    const other = await order({ customers: ana })
    await act('move', { order_id: one.order_id, date: '2026-03-12' })
    expect((await detail(one.order_id)).body.requests).toMatchObject([
      { mails: [], shared_with: [other.order_id], reason: 'date chosen later', suppressed: null },
    ])
    await runAt(due)
    await runAt('2026-03-13T13:00:00.000Z')
    const { status, body } = await detail(one.order_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      order_id: one.order_id,
      requests: [
        {
          state: 'sent',
          shared_with: [other.order_id],
          mails: [
            { kind: 'request', state: 'sent', attempts: 1, sent_at: due, remind_at: null },
            { kind: 'reminder', state: 'sent', sent_at: '2026-03-13T13:00:00.000Z' },
          ],
        },
      ],
      reviews: [],
      history: [{ who: 'The moderator', action: 'move', fields: ['request_review_at'] }],
    })
    expect(JSON.stringify(body)).not.toContain('+55 11') // the phone number is not needed here
  })

  test('shows which addresses get no mail, and an unknown order is refused', async () => {
    const one = await order()
    await suppress(it.database, store.storeId, emailOf(one), 'unsubscribed', new Date(delivered))
    expect((await detail(one.order_id)).body.requests).toMatchObject([{ suppressed: 'unsubscribed' }])
    expectError(await detail('nothing'), 404, 804042)
  })
})

describe('the preview', () => {
  const preview = async (order_id: string, who = moderator) => {
    const { body } = await detail(order_id)
    const values = { order_id, request_id: body.requests[0]?.id ?? '' }
    return await who.send('GET', path(`/preview${query(values)}`))
  }

  test('equals the mail that is sent, except for its links', async () => {
    const ana = [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })]
    const one = await order({ customers: ana, products: [anOrderProduct({ name: 'Moka pot' })] })
    await order({ customers: ana, products: [anOrderProduct({ name: 'Coffee mill' })] })
    await order({
      customers: ana,
      request_review_at: '2026-03-20T13:00:00.000Z',
      products: [anOrderProduct({ name: 'Kettle' })],
    })
    const { status, body } = await preview(one.order_id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: { name: 'Café da Serra', email: 'reviews@shop.example' },
      to: { name: 'Ana Martins', email: 'ana@example.com' },
      reply_to: null,
      subject: 'Ana, avalie sua compra: Moka pot e mais 1',
    })
    expect(body.html).toContain('/r/preview')
    for (const text of [body.html, body.text]) {
      expect(text).toContain('Moka pot')
      expect(text).toContain('Coffee mill')
      expect(text).not.toContain('Kettle')
    }
    await runAt(due)
    const sent = server.received[0]?.raw ?? ''
    const plain = sent.replace(/=\r\n/g, '').replace(/[\w-]{65}/g, 'preview')
    expect(plain).toContain('Coffee mill')
    const after = await preview(one.order_id)
    expect(after.body.text).toBe(body.text)
  })

  test('is in the language of the buyer', async () => {
    const { order_id } = await order({
      customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })],
    })
    const buyer = { email: 'ANA@example.com', language: 'es-419' }
    await it.database.transaction(tx => setBuyerLanguage(tx, store.storeId, order_id, buyer))
    expect((await preview(order_id)).body.subject).toMatch(/^Ana, ¿qué te pareció/)
  })

  test('is of a request of that order', async () => {
    const [one, other] = [await order(), await order()]
    const { body } = await detail(other.order_id)
    const values = { order_id: one.order_id, request_id: body.requests[0].id }
    expectError(await moderator.send('GET', path(`/preview${query(values)}`)), 404, 804042)
    const wrong = await moderator.send('GET', path(`/preview${query({ order_id: 'x', request_id: 'y' })}`))
    expectInvalid(wrong, 'request_id: Invalid format')
  })
})

describe('moving', () => {
  test('puts a request at the sending time of a day, even a closed one', async () => {
    const { order_id } = await order()
    const { status, body } = await act('move', { order_id, date: '2026-03-14' }) // a Saturday
    expect(status).toBe(200)
    expect(body.requests).toMatchObject([{ due_at: '2026-03-14T13:00:00.000Z', state: 'scheduled' }])
    expect(await runAt('2026-03-14T13:00:00.000Z')).toHaveLength(1)
    expectError(await act('move', { order_id, date: '2026-03-20' }), 409, 804090)
  })

  test('is refused for a past or invalid day', async () => {
    const { order_id } = await order()
    expectInvalid(await act('move', { order_id, date: '2026-03-04' }), 'date: Expected today or a later day')
    for (const date of ['2026-02-30', '20200101', 'tomorrow'])
      expectInvalid(await act('move', { order_id, date }), 'date: Expected a date such as 2026-11-24')
    expectError(await act('move', { order_id: 'nothing', date: '2026-03-14' }), 404, 804042)
  })
})

describe('sending now', () => {
  test('sends a mail at any hour, with the buyer’s other requests due today, and reports them', async () => {
    const ana = [aCustomer({ email: 'ana@example.com' })]
    const one = await order({ customers: ana })
    const today = await order({ customers: ana, request_review_at: '2026-03-06T01:00:00.000Z' })
    const later = await order({ customers: ana })
    const { status, body } = await act('send-now', { order_id: one.order_id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      requests: [{ reason: '7 days after delivery, sent at once', mails: [{ state: 'queued' }] }],
      history: [{ who: 'The moderator', action: 'send' }],
    })
    expect(await runAt('2026-03-05T18:30:05.000Z')).toEqual(['ana@example.com'])
    const state = async ({ order_id }: Order) => (await detail(order_id)).body.requests[0].state
    expect([await state(one), await state(today), await state(later)]).toEqual(['sent', 'sent', 'scheduled'])
    expect(await runAt('2026-03-06T02:00:00.000Z')).toEqual([])
    expect(await runAt(due)).toEqual(['ana@example.com'])
  })

  test('sends one mail for many concurrent requests, even during the minute’s batch', async () => {
    const one = await order({ request_review_at: delivered })
    const others = await Promise.all(['owner', 'moderator', 'owner'].map(role => asRole(role as 'owner')))
    const answers = await Promise.all([
      ...others.flatMap(who => [
        act('send-now', { order_id: one.order_id }, who),
        act('send-now', { order_id: one.order_id }, who),
      ]),
      it.runDue().then(() => undefined),
    ])
    await it.runDue()
    expect(answers.filter(answer => answer?.status === 200).length).toBeLessThanOrEqual(1)
    for (const answer of answers) if (answer && answer.status !== 200) expectError(answer, 409, 804090)
    expect(server.received.map(({ to }) => to)).toEqual([[emailOf(one)]])
  })

  test('sends one mail for two orders of a buyer at the same moment', async () => {
    const ana = [aCustomer({ email: 'ana@example.com' })]
    const both = [await order({ customers: ana }), await order({ customers: ana })]
    const answers = await Promise.all(both.map(({ order_id }) => act('send-now', { order_id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await runAt(delivered)).toEqual(['ana@example.com'])
  })

  test('revives requests of an order that arrived too late', async () => {
    const old = await order({ delivery_date: '2025-01-01T00:00:00.000Z' })
    expect((await act('send-now', { order_id: old.order_id })).status).toBe(200)
    expect(await runAt(delivered)).toEqual([emailOf(old)])
  })

  test('skips suppressed buyers of the order', async () => {
    const [ana, bia] = [aCustomer(), aCustomer()]
    const one = await order({ customers: [ana, bia] })
    await suppress(it.database, store.storeId, ana.email, 'bounced', new Date(delivered))
    await act('send-now', { order_id: one.order_id })
    expect(await runAt(delivered)).toEqual([bia.email])
  })

  test.each([
    [
      'nobody can be asked',
      'No usable email address',
      async () => order({ customers: [aCustomer({ email: 'x' })] }),
    ],
    [
      'it was cancelled',
      'Review request was cancelled',
      async () => {
        const one = await order()
        await act('cancel', { order_id: one.order_id })
        return one
      },
    ],
    [
      'it was sent',
      'Request was already sent',
      async () => {
        const one = await order({ request_review_at: delivered })
        await runAt(delivered)
        return one
      },
    ],
    [
      'the buyer wants none',
      'Buyer receives no more email',
      async () => {
        const one = await order()
        await suppress(it.database, store.storeId, emailOf(one), 'complained', new Date(delivered))
        return one
      },
    ],
    [
      'the buyer got one today',
      'Buyer already gets an email today',
      async () => {
        const ana = [aCustomer({ email: 'ana@example.com' })]
        await order({ customers: ana, request_review_at: delivered })
        await runAt(delivered)
        return order({ customers: ana })
      },
    ],
    [
      'the store pauses',
      'Review requests are paused',
      async () => {
        await change({ requests_paused: true })
        return order()
      },
    ],
  ])('is refused where %s, and changes nothing', async (_why, message, prepare) => {
    const { order_id } = await prepare()
    const before = (await detail(order_id)).body
    const answer = await act('send-now', { order_id })
    expectError(answer, 409, 804090)
    expect(answer.body.message).toBe(message)
    expect((await detail(order_id)).body).toEqual(before)
    const mailed = server.received.length
    await it.runDue()
    expect(server.received).toHaveLength(mailed)
  })

  test('of an unknown order is refused', async () => {
    expectError(await act('send-now', { order_id: 'nothing' }), 404, 804042)
    expectInvalid(await act('send-now', {}), 'order_id: Required')
    expectInvalid(
      await act('cancel', { order_id: '' }),
      'order_id: String must contain at least 1 character(s)',
    )
  })
})

test('a viewer may read and change nothing, and an outsider sees nothing', async () => {
  const one = await order()
  const viewer = await asRole('viewer')
  expect(ids(await list({}, viewer))).toEqual([one.order_id])
  expect((await detail(one.order_id, viewer)).body.requests[0].email).toBe(emailOf(one))
  const other = await aStore(it.database)
  const outsider = await asRole('owner', other)
  const requestId = (await detail(one.order_id)).body.requests[0].id
  const reads = ['', '/detail', '/preview'].map(
    rest => rest + query({ order_id: one.order_id, request_id: requestId }),
  )
  for (const rest of reads) expectError(await outsider.send('GET', path(rest)), 404, 804047)
  for (const verb of ['move', 'cancel', 'send-now', 'deliver', 'refund'] as const) {
    const body = { order_id: one.order_id, ...(['move', 'deliver'].includes(verb) && { date: '2026-03-14' }) }
    expectError(await act(verb, body, viewer), 403, 8141304)
    expectError(await act(verb, body, outsider), 404, 804047)
    // Through a store of their own, a foreign order is answered like an unknown one.
    expectError(await outsider.send('POST', path(`/${verb}`, other), body), 404, 804042)
  }
  for (const rest of reads.slice(1)) expectError(await outsider.send('GET', path(rest, other)), 404, 804042)
  expect(ids(await outsider.send('GET', path(reads[0] ?? '', other)))).toEqual([])
  const rows = await it.database.query(sql`
    select state, mailing_id from review_requests where store_id = ${store.storeId}`)
  expect(rows).toEqual([{ state: 'scheduled', mailing_id: null }])
})
