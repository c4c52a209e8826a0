import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import type { Order } from '../orders/orders.ts'
import { readOrder } from '../orders/orders.ts'
import { listRequests } from './requests.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
})
afterAll(() => service.close())

/** Sends the order at `now` and reads what was stored. */
async function sent(change: Partial<Order>, now = '2026-03-05T18:30:00.000Z', store = owner) {
  const order = anOrder(change)
  service.setNow(now)
  const { status } = await service.send('POST', '/orders', { headers: store.headers, body: order })
  expect(status).toBe(201)
  return await readOrder(service.database, store.storeId, order.order_id)
}

/** The only request's state, due date and reason. */
async function scheduled(change: Partial<Order>, now?: string, store = owner) {
  const { requests } = await sent(change, now, store)
  expect(requests).toHaveLength(1)
  return requests.map(({ state, due_at, reason }) => [state, due_at.toISOString(), reason])[0]
}

describe('the recipients of requests', () => {
  test('are each distinct usable address once, as the store wrote it first', async () => {
    const { requests, customers, no_request } = await sent({
      customers: [
        aCustomer({ name: 'Ana', email: '  Ana@Example.com ' }),
        aCustomer({ name: 'Ana again', email: 'ana@example.COM' }),
        aCustomer({ name: 'Bia', email: 'bia@café.com.br' }),
        aCustomer({ name: 'Bia again', email: 'BIA@xn--caf-dma.com.br' }),
        aCustomer({ name: 'José', email: 'jos\u00e9@example.com' }),
        aCustomer({ name: 'José again', email: 'jose\u0301@example.com' }),
        aCustomer({ name: 'Nobody', email: 'not an address' }),
        aCustomer({ name: 'Two', email: 'c@example.com, d@example.com' }),
        aCustomer({ name: 'Eve', email: 'e@example.com\r\nBcc: f@example.com' }),
        aCustomer({ name: 'Ana, tagged', email: 'ana+shop@example.com' }),
      ],
    })
    expect(requests.map(({ name, email }) => `${name} <${email}>`).sort()).toEqual([
      'Ana <Ana@Example.com>',
      'Ana, tagged <ana+shop@example.com>',
      'Bia <bia@café.com.br>',
      'José <jos\u00e9@example.com>',
    ])
    expect(new Set(requests.map(({ id }) => id)).size).toBe(4)
    expect(customers).toHaveLength(10)
    expect(no_request).toBeNull()
  })

  test('are none, and the order reports it, when no address is usable', async () => {
    const emails = ['', 'null', 'ana@localhost', 'Ana <ana@example.com>']
    const { requests, no_request, customers } = await sent({
      customers: emails.map(email => aCustomer({ email })),
    })
    expect(requests).toEqual([])
    expect(no_request).toBe('no usable address')
    expect(customers.map(({ email }) => email)).toEqual(emails)
  })

  test('are the same buyer again for another order, and never of another store', async () => {
    const customers = [aCustomer({ email: 'again@example.com' })]
    const first = await sent({ customers })
    const second = await sent({ customers })
    expect(second.requests[0]?.id).not.toBe(first.requests[0]?.id)
    expect(await listRequests(service.database, owner.storeId, first.order_id)).toHaveLength(1)
    expect(await listRequests(service.database, outsider.storeId, first.order_id)).toEqual([])
  })

  test('are asked once, however often the order is sent', async () => {
    const order = anOrder()
    const send = () => service.send('POST', '/orders', { headers: owner.headers, body: order })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422])
    expect(await listRequests(service.database, owner.storeId, order.order_id)).toHaveLength(1)
  })
})

describe('the due date of a request, and its reason', () => {
  const delivery_date = '2026-03-05T18:30:00.000Z' // a Thursday

  test.each([
    ['2026-04-01T09:15:30.250Z', '2026-04-01T09:15:30.250Z', ''],
    ['2026-04-01T09:15-03:00', '2026-04-01T12:15:00.000Z', ''],
    ['2026-03-07T00:00:00Z', '2026-03-07T00:00:00.000Z', ''], // a Saturday: the store chose it
    ['1999-12-31T23:59:59Z', '1999-12-31T23:59:59.000Z', ', already past: due at once'],
    ['2026-03-05T18:30:00Z', '2026-03-05T18:30:00.000Z', ', already past: due at once'],
  ])('given as %s it is unchanged', async (request_review_at, due, past) => {
    const stored = await sent({ delivery_date, request_review_at })
    expect(stored.request_review_at?.toISOString()).toBe(due)
    expect(stored.requests).toMatchObject([
      { state: 'scheduled', due_at: new Date(due), reason: `given with the order${past}` },
    ])
  })

  test.each([
    [delivery_date, '2026-03-12T13:00:00.000Z', '7 days after delivery'],
    ['2026-03-07T12:00:00.000Z', '2026-03-16T13:00:00.000Z', '7 days after delivery, moved from Saturday'],
    ['2026-03-08T12:00:00.000Z', '2026-03-16T13:00:00.000Z', '7 days after delivery, moved from Sunday'],
  ])('delivered %s it is due %s', async (delivered, due, reason) => {
    expect(await scheduled({ delivery_date: delivered })).toEqual(['scheduled', due, reason])
    expect((await sent({ delivery_date: delivered })).request_review_at).toBeNull()
  })

  test.each([
    [
      '2026-03-12T13:00:00.001Z',
      'scheduled',
      '2026-03-13T13:00:00.000Z',
      ', already past: next sending time',
    ],
    [
      '2026-03-14T09:00:00.000Z',
      'scheduled',
      '2026-03-16T13:00:00.000Z',
      ', already past: next sending time, moved from Saturday',
    ],
    [
      '2026-04-11T13:00:00.000Z',
      'scheduled',
      '2026-04-13T13:00:00.000Z',
      ', already past: next sending time, moved from Saturday',
    ],
    ['2026-04-11T13:00:00.001Z', 'expired', '2026-03-12T13:00:00.000Z', ', more than 30 days past'],
    ['2030-01-01T00:00:00.000Z', 'expired', '2026-03-12T13:00:00.000Z', ', more than 30 days past'],
  ])('received %s a past date is %s for %s', async (now, state, due, why) => {
    expect(await scheduled({ delivery_date }, now)).toEqual([state, due, `7 days after delivery${why}`])
  })

  test("the store's own settings decide", async () => {
    const store = await aStore(service.database, {
      time_zone: 'Asia/Kathmandu',
      request_delay_days: 1,
      send_at: '18:45',
      avoid_weekends: false,
    })
    // 00:15 of the 6th in Kathmandu, which is 5 h 45 min ahead of UTC.
    const due = ['scheduled', '2026-03-07T13:00:00.000Z', '1 day after delivery']
    expect(await scheduled({ delivery_date }, delivery_date, store)).toEqual(due)
    const holidays = await aStore(service.database, { avoid_holidays: true })
    expect(await scheduled({ delivery_date: '2026-04-14T12:00:00.000Z' }, delivery_date, holidays)).toEqual([
      'scheduled',
      '2026-04-22T13:00:00.000Z',
      '7 days after delivery, moved from the holiday Dia de Tiradentes',
    ])
  })
})
