import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { aCustomer, anOrderProduct } from '../../../test/factories.ts'
import {
  busy,
  delivered,
  due,
  emailOf,
  idsOf,
  orderScreenInEachTest,
  query,
} from '../../../test/for-each-test/order-screen.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { decode } from '../../../test/mail/decoded-mails.ts'

const screen = orderScreenInEachTest()
const { order, path, list, paged, detail, act, runAt } = screen

const change = (settings: Partial<StoreSettings>) =>
  changeSettings(screen.service, screen.store.storeId, settings)

describe('the list', () => {
  test('shows for each order its recipients, dates and reasons, newest first, and pages miss nothing', async () => {
    const products = [anOrderProduct({ name: 'Moka pot' }), anOrderProduct()]
    const first = await order({ products })
    const second = await order({ customers: [aCustomer({ email: 'nobody' })] })
    const third = await order()
    const all = await list()
    expect(idsOf(all)).toEqual([third, second, first].map(one => one.order_id))
    expect(all.body.result[1]).toMatchObject({ requests: [], customer_name: 'Ana Martins' })
    expect(all.body.result[2]).toMatchObject({
      product_name: 'Moka pot',
      products: 2,
      requests: [
        {
          email: emailOf(first),
          state: 'scheduled',
          due_at: due,
          reasons: [{ name: 'days', values: { days: 7 } }],
          mail: null,
        },
      ],
    })
    expect(await paged({})).toEqual(idsOf(all))
  })

  test('shows the id of a product without a name', async () => {
    const { order_id } = await order({ products: [anOrderProduct({ name: '', product_id: 'CAF-6' })] })
    const found = (await list()).body.result.find((one: { order_id: string }) => one.order_id === order_id)
    expect(found.product_name).toBe('CAF-6')
  })

  test('finds ids by prefix, an exact match first, with any characters', async () => {
    for (const order_id of ['a%_1', 'a%_1/2', 'a%_', 'b', 'A%_1', 'ação 💥', 'a.b/../c'])
      await order({ order_id })
    expect(idsOf(await list({ order_id: 'a%_' }))).toEqual(['a%_', 'a%_1', 'a%_1/2'])
    expect(await paged({ order_id: 'a%_' })).toEqual(['a%_', 'a%_1', 'a%_1/2'])
    expect(idsOf(await list({ order_id: 'ação' }))).toEqual(['ação 💥'])
    expect(idsOf(await list({ order_id: 'a.b/../c' }))).toEqual(['a.b/../c'])
    expect(idsOf(await list({ order_id: 'c' }))).toEqual([])
  })

  test('finds the orders of a buyer by the whole address, ignoring case', async () => {
    const ana = [aCustomer({ email: 'Ana@Example.com' })]
    const [one, two] = [await order({ customers: ana }), await order({ customers: ana })]
    await order()
    expect(idsOf(await list({ email: ' ana@example.COM' }))).toEqual([two.order_id, one.order_id])
    expect(await paged({ email: 'ana@example.com' })).toEqual([two.order_id, one.order_id])
    expect(idsOf(await list({ email: 'ana@example' }))).toEqual([])
    expect(idsOf(await list({ email: 'nobody' }))).toEqual([])
  })

  test('filters by state and by day: pending orders in sending order, each once', async () => {
    const late = await order({ request_review_at: '2026-03-20T13:00:00.000Z' })
    const soon = await order({ customers: [aCustomer(), aCustomer(), aCustomer()] })
    const gone = await order()
    const earlier = await order({ request_review_at: '2026-03-11T13:00:00.000Z' })
    await act('cancel', { order_id: gone.order_id })
    await runAt('2026-03-11T13:00:00.000Z')
    // One of its buyers got another mail that day, so theirs moves to the next.
    await screen.service.database.query(sql`
      update review_requests
      set due_at = '2026-03-13T13:00:00Z'
      where store_id = ${screen.store.storeId} and order_id = ${soon.order_id}
        and address = ${soon.customers[2]?.email ?? ''}`)
    for (const values of [{ state: 'scheduled' }, { due: '2026-03-12' }, { due: '2026-03-13' }])
      expect(new Set(idsOf(await list(values))).size).toBe(idsOf(await list(values)).length)
    expect(idsOf(await list({ state: 'scheduled' }))).toEqual([soon.order_id, late.order_id])
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
    expect(idsOf(await list({ state: 'scheduled' }))).toEqual(waiting)
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
      { mails: [], shared_with: [other.order_id], reasons: [{ name: 'chosen' }], suppressed: null },
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
    await suppress(
      screen.service.database,
      screen.store.storeId,
      emailOf(one),
      'unsubscribed',
      new Date(delivered),
    )
    expect((await detail(one.order_id)).body.requests).toMatchObject([{ suppressed: 'unsubscribed' }])
    expectError(await detail('nothing'), 404, 804042)
  })
})

describe('the preview', () => {
  const preview = async (order_id: string, who = screen.moderator) => {
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
    const sent = screen.server.received[0]?.raw ?? ''
    const plain = decode(sent).replace(/[\w-]{65}/g, 'preview')
    expect(plain).toContain('Coffee mill')
    const after = await preview(one.order_id)
    expect(after.body.text).toBe(body.text)
  })

  test('is in the language of the buyer', async () => {
    const { order_id } = await order({
      customers: [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })],
    })
    await screen.service.database.query(sql`
      update orders
      set customers = jsonb_set(customers, '{0,language}', '"es-419"')
      where store_id = ${screen.store.storeId} and order_id = ${order_id}`)
    expect((await preview(order_id)).body.subject).toMatch(/^Ana, ¿qué te pareció/)
  })

  test('is of a request of that order', async () => {
    const [one, other] = [await order(), await order()]
    const { body } = await detail(other.order_id)
    const values = { order_id: one.order_id, request_id: body.requests[0].id }
    expectError(await screen.moderator.send('GET', path(`/preview${query(values)}`)), 404, 804042)
    const wrong = await screen.moderator.send(
      'GET',
      path(`/preview${query({ order_id: 'x', request_id: 'y' })}`),
    )
    expectInvalid(wrong, 'request_id: Invalid format')
  })
})
