import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectCreated, expectError, expectInvalid } from '../../../test/answers.ts'
import type { TestApp } from '../../../test/app.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { anOwnerAndOutsider, type Member } from '../../../test/users.ts'
import type { Order } from '../orders.ts'

let server: MailServer
let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
let email: string
let number = 0
beforeEach(async () => {
  email = `ana.${++number}@example.com`
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
})
afterAll(() => service.close())

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

async function order(change: Partial<Order> = {}): Promise<string> {
  service.setNow(delivered)
  const body = anOrder({
    delivery_date: delivered,
    customers: [aCustomer({ email })],
    ...change,
  })
  expectCreated(await service.send('POST', '/orders', { headers: owner.headers, body }))
  return body.order_id
}

const read = (id: string, store = owner) =>
  service.send('GET', `/orders/${encodeURIComponent(id)}`, { headers: store.headers })
const cancel = (id: string, store = owner) =>
  service.send('POST', `/orders/${encodeURIComponent(id)}/cancel`, { headers: store.headers })
const move = (id: string, body: unknown, store = owner) =>
  service.send('PATCH', `/orders/${encodeURIComponent(id)}`, { headers: store.headers, body })

/** Runs due jobs. Returns how many mails this test's buyer has received. */
async function runAt(now: string): Promise<number> {
  service.setNow(now)
  await service.runDue()
  return server.received.filter(({ to }) => to.includes(email)).length
}

async function logged(id: string) {
  return await service.database.query(sql`
    select actor, action, fields from audit_log
    where store_id = ${owner.storeId} and record_type = 'order' and record_id = ${id}
    order by id`)
}

describe('GET /orders/{order_id}', () => {
  test('reports the order, its requests, their reasons, and the state of the mail', async () => {
    const id = await order()
    const { status, body } = await read(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      order_id: id,
      delivery_date: delivered,
      request_review_at: null,
      no_request: null,
    })
    expect(body.requests).toEqual([
      {
        id: expect.any(String),
        email,
        name: 'Ana Martins',
        state: 'scheduled',
        due_at: due,
        reason: '7 days after delivery',
        product_ids: body.products.map((product: { product_id: string }) => product.product_id),
        mail: null,
      },
    ])
    await runAt(due)
    expect((await read(id)).body.requests).toMatchObject([
      {
        state: 'sent',
        mail: {
          state: 'sent',
          attempts: 1,
          sent_at: due,
          reminders: 0,
          last_answer: expect.stringContaining('250'),
        },
      },
    ])
  })

  test.each([
    'a/b',
    '../x',
    'ç %2F ?#&',
    '💥'.repeat(255),
    '%',
  ])('accepts the id %j percent-encoded', async order_id => {
    await order({ order_id })
    expect((await read(order_id)).body.order_id).toBe(order_id)
  })

  test('reports why no buyer is asked', async () => {
    const id = await order({ customers: [aCustomer({ email: 'nobody' })] })
    expect((await read(id)).body).toMatchObject({ requests: [], no_request: 'no usable address' })
  })

  test('finds no order of another store, and no unknown one', async () => {
    const id = await order()
    expectError(await read(id, outsider), 404, 804042)
    expectError(await read('nothing'), 404, 804042)
    expectError(await service.send('GET', `/orders/${id}`, { headers: {} }), 401, 8121200)
  })
})

describe('POST /orders/{order_id}/cancel', () => {
  test('cancels all requests, is logged once, and may be repeated', async () => {
    const id = await order()
    for (let time = 0; time < 2; time++) {
      const { status, body } = await cancel(id)
      expect(status).toBe(200)
      expect(body.requests).toMatchObject([
        { state: 'cancelled', reason: '7 days after delivery, cancelled' },
      ])
    }
    expect(await runAt(due)).toBe(0)
    expect(await logged(id)).toEqual([{ actor: 'api', action: 'cancel', fields: ['requests'] }])
  })

  test('leaves the other orders of the same mail unchanged', async () => {
    const [gone, kept] = [await order(), await order()]
    await cancel(gone)
    expect(await runAt(due)).toBe(1)
    expect((await read(kept)).body.requests[0].state).toBe('sent')
    expect((await read(gone)).body.requests[0].state).toBe('cancelled')
  })

  test('stops reminders after the mail was sent', async () => {
    await service.database.query(sql`
      update stores set reminder_days = '{1}' where store_id = ${owner.storeId}`)
    const id = await order()
    expect(await runAt(due)).toBe(1)
    await cancel(id)
    expect(await runAt('2026-03-13T13:00:00.000Z')).toBe(1)
  })

  test('finds no order of another store', async () => {
    const id = await order()
    expectError(await cancel(id, outsider), 404, 804042)
    expect((await read(id)).body.requests[0].state).toBe('scheduled')
    expect(await logged(id)).toEqual([])
  })
})

describe('PATCH /orders/{order_id}', () => {
  test('moves the request with the delivery', async () => {
    const id = await order()
    const { status, body } = await move(id, { delivery_date: '2026-03-10T18:30:00.000Z' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ delivery_date: '2026-03-10T18:30:00.000Z' })
    expect(body.requests).toMatchObject([
      {
        state: 'scheduled',
        due_at: '2026-03-17T13:00:00.000Z',
        reason: '7 days after delivery, changed later',
      },
    ])
    expect(await runAt(due)).toBe(0)
    expect(await runAt('2026-03-17T13:00:00.000Z')).toBe(1)
    expect(await logged(id)).toEqual([{ actor: 'api', action: 'move', fields: ['delivery_date'] }])
  })

  test('accepts a time of its own, and a past one is due at once', async () => {
    const id = await order()
    const moved = await move(id, { request_review_at: '2026-03-20T10:00:00-03:00' })
    expect(moved.body).toMatchObject({ request_review_at: '2026-03-20T13:00:00.000Z' })
    expect(moved.body.requests[0].due_at).toBe('2026-03-20T13:00:00.000Z')
    service.setNow('2026-03-18T04:00:00.000Z')
    await move(id, { request_review_at: '2000-01-01T00:00:00Z' })
    expect(await runAt('2026-03-18T04:00:30.000Z')).toBe(1)
  })

  test('reschedules expired requests, and leaves sent or cancelled ones', async () => {
    const old = await order({ delivery_date: '2025-01-01T00:00:00.000Z' })
    expect((await read(old)).body.requests[0].state).toBe('expired')
    expect((await move(old, { delivery_date: delivered })).body.requests[0].state).toBe('scheduled')
    await cancel(old)
    const moved = await move(old, { delivery_date: '2026-03-06T18:30:00.000Z' })
    expect(moved.body.requests[0].state).toBe('cancelled')
  })

  test('changes nothing without a date', async () => {
    const id = await order()
    const before = (await read(id)).body
    expect((await move(id, {})).body).toEqual(before)
    expect(await logged(id)).toEqual([])
  })

  test('refuses unknown fields and wrong values', async () => {
    const id = await order()
    expectInvalid(await move(id, { state: 'sent' }), 'state: Unrecognized key(s) in object')
    expectInvalid(
      await move(id, { delivery_date: '2026-02-30T00:00:00.000Z' }),
      'delivery_date: Invalid datetime',
    )
    expectInvalid(await move(id, { request_review_at: 'soon' }), 'request_review_at: Invalid datetime')
    expectInvalid(await move(id, '{'), 'body: Invalid JSON')
  })

  test('finds no order of another store', async () => {
    const id = await order()
    expectError(await move(id, { delivery_date: delivered }, outsider), 404, 804042)
    expectError(await move('nothing', { delivery_date: delivered }), 404, 804042)
  })
})
