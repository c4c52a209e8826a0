import { describe, expect, test } from 'vitest'
import type { Order } from '../../../asking/orders/orders.ts'
import { suppress } from '../../../foundation/mailings/suppressions.ts'
import type { StoreSettings } from '../../../tenants/stores/stores.ts'
import { expectError, expectInvalid } from '../../../test/answers.ts'
import { aCustomer } from '../../../test/factories.ts'
import { delivered, due, emailOf, orderScreenInEachTest } from '../../../test/for-each-test/order-screen.ts'
import { changeSettings } from '../../../test/hearing.ts'

const screen = orderScreenInEachTest()
const { order, detail, act, runAt, asRole } = screen

const change = (settings: Partial<StoreSettings>) =>
  changeSettings(screen.service, screen.store.storeId, settings)

describe('sending now', () => {
  test('sends a mail at any hour, with the buyer’s other requests due today, and reports them', async () => {
    const days = { name: 'days', values: { days: 7 } }
    const ana = [aCustomer({ email: 'ana@example.com' })]
    const one = await order({ customers: ana })
    const today = await order({ customers: ana, request_review_at: '2026-03-06T01:00:00.000Z' })
    const later = await order({ customers: ana })
    const { status, body } = await act('send-now', { order_id: one.order_id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      requests: [{ reasons: [days, { name: 'at_once' }], mails: [{ state: 'queued' }] }],
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
      screen.service.runDue().then(() => undefined),
    ])
    await screen.service.runDue()
    expect(answers.filter(answer => answer?.status === 200).length).toBeLessThanOrEqual(1)
    for (const answer of answers) if (answer && answer.status !== 200) expectError(answer, 409, 804090)
    expect(screen.server.received.map(({ to }) => to)).toEqual([[emailOf(one)]])
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
    await suppress(screen.service.database, screen.store.storeId, ana.email, 'bounced', new Date(delivered))
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
        await suppress(
          screen.service.database,
          screen.store.storeId,
          emailOf(one),
          'complained',
          new Date(delivered),
        )
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
    const mailed = screen.server.received.length
    await screen.service.runDue()
    expect(screen.server.received).toHaveLength(mailed)
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
