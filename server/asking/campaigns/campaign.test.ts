import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertReviews } from '../../answers/reviews/reviews.ts'
import { suppress } from '../../foundation/mailings/suppressions.ts'
import type { TestApp } from '../../test/app.ts'
import { anOrderProduct, aReview, times } from '../../test/factories.ts'
import { orderOf, ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aManageKey, type ManagementClient } from '../../test/management.ts'

let server: MailServer
let service: TestApp
let program: ManagementClient
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
  service.setNow('2026-11-05T12:00:00.000Z')
  program = await aManageKey(service)
  await changeSettings(service, program.store.storeId, {
    ...{ country: 'BR', avoid_weekends: true, avoid_holidays: true, reminder_days: [3] },
  })
})
afterAll(() => service.close())

const at = new Date('2026-11-16T12:00:00.000Z')

/** Moves the clock to 10:05 of the day in São Paulo and runs what is due. Returns the campaign's recipients. */
async function on(day: string): Promise<string[]> {
  service.setNow(`${day}T13:05:00.000Z`)
  const before = server.received.length
  await service.runDue()
  return server.received.slice(before).flatMap(({ to }) => to)
}

const campaign = async (id: string) => (await program.send('GET', `/campaigns/${id}`)).body

test('2,000 orders become one mail to each buyer, spread over the open days', async () => {
  const { storeId } = program.store
  const cancelled = ordersOf('cancelled', 50, '2026-09-01')
  const plain = ordersOf('plain', 1_250, '2026-09-15')
  const again = plain.slice(0, 100).map(({ customers: [buyer] }) => orderOf('2025-03-03', buyer?.email ?? ''))
  const gone = anOrderProduct({ product_id: 'gift', name: 'Old mug' })
  const orders = [
    ...plain,
    ...again,
    ...cancelled,
    ...ordersOf('asked', 100, '2026-08-01'),
    ...ordersOf('reviewed', 50, '2026-08-01'),
    ...ordersOf('unsubscribed', 50, '2026-08-01'),
    ...ordersOf('scheduled', 50, '2026-08-01'),
    ...ordersOf('unasked', 50, '2026-08-01', { products: [gone] }),
    ...ordersOf('old', 100, '2024-11-15'),
    ...ordersOf('nobody', 50, '2026-08-01').map(order => ({
      ...order,
      customers: order.customers.map(one => ({ ...one, email: 'nobody' })),
    })),
  ]
  // New orders of the same buyers: asked in time, and one that will be.
  const recent = times(100, n => orderOf('2026-10-26', `asked.${n}@buyers.example`))
  const coming = times(50, n => orderOf('2027-01-11', `scheduled.${n}@buyers.example`))
  expect(orders.length + recent.length + coming.length).toBe(2_000)
  await sendOrders(program, [...orders, ...recent, ...coming])
  expect(await on('2026-11-05')).toHaveLength(100)
  // They are reminded; the earlier buyers are not, below.
  expect(await on('2026-11-10')).toHaveLength(100)

  for (const { order_id } of cancelled) await program.send('POST', `/orders/${order_id}/cancel`)
  await program.send('PATCH', '/products/gift', { asks_for_reviews: false })
  await reviewed(50, 'reviewed')
  await unsubscribed(50, 'unsubscribed')

  // A Monday, before the sending time.
  service.setNow(at)
  const made = await program.send('POST', '/campaigns', {
    ...{ from: '2024-01-01', to: '2026-09-30', per_day: 300 },
  })
  expect(made).toMatchObject({ status: 201, body: { state: 'planning', planned: 0 } })
  const { id } = made.body
  const before = server.received.length
  await service.runDue()
  const preview = await campaign(id)
  expect(preview).toMatchObject({
    ...{ state: 'planned', planned: 1_250, asked: 0, orders_read: 2_000, orders_in_all: 2_000 },
    skipped: {
      ...{ asked_before: 100, reviewed: 50, scheduled: 50, suppressed: 50 },
      ...{ returned: 50, too_old: 100, unasked: 50, no_address: 50 },
    },
    // The 20th is a holiday in Brazil, and a weekend follows.
    ...{ next_on: '2026-11-16', last_on: '2026-11-23', confirmed_at: null },
  })
  expect(preview.sample).toHaveLength(10)
  expect(preview.sample[0].ordered_at).toBe('2026-09-15T15:00:00.000Z')

  // Nobody is asked before somebody says that they may be.
  await on('2026-11-16')
  expect(server.received).toHaveLength(before)
  service.setNow(at)
  const unsaid = await program.send('POST', `/campaigns/${id}/start`, { buyers_may_be_asked: false })
  expect(unsaid.status).toBe(400)
  expect(
    (await program.send('POST', `/campaigns/${id}/start`, { buyers_may_be_asked: true })).body,
  ).toMatchObject({
    ...{ state: 'running', confirmed_at: at.toISOString() },
  })
  await service.runDue()
  expect(server.received).toHaveLength(before)

  const sent = [await on('2026-11-16'), await on('2026-11-17')]
  // What became of the last buyers of the plan meanwhile.
  const last = [...plain].sort((a, b) => a.order_date.localeCompare(b.order_date))
  const buyer = (n: number) => last[n]?.customers[0]?.email ?? ''
  for (const n of [0, 1, 2]) await suppress(service.database, storeId, buyer(n), 'unsubscribed', at)
  for (const n of [3, 4]) await program.send('POST', `/orders/${last[n]?.order_id}/cancel`)
  await service.database.transaction(tx =>
    insertReviews(tx, storeId, [aReview({ address: buyer(5), product_id: 'moka' })], by),
  )
  for (const day of ['18', '19', '20', '21', '22', '23', '24']) sent.push(await on(`2026-11-${day}`))

  expect(sent.map(({ length }) => length)).toEqual([300, 300, 300, 300, 0, 0, 0, 44, 0])
  const recipients = sent.flat()
  expect(new Set(recipients).size).toBe(1_244)
  expect(recipients.filter(to => !to.startsWith('plain.'))).toEqual([])
  expect(sent[0]?.includes(plain[0]?.customers[0]?.email ?? '')).toBe(true)
  expect(await campaign(id)).toMatchObject({
    ...{ state: 'finished', planned: 0, asked: 1_244, next_on: null },
    skipped: { suppressed: 53, returned: 52, reviewed: 51, asked_before: 100 },
    outcome: { waiting: 0, delivered: 1_244, reviewed: 0, failed: 0 },
  })

  // No reminder follows.
  for (const day of ['2026-12-01', '2026-12-08']) expect(await on(day)).toEqual([])

  // Nobody is asked by two campaigns.
  const second = await program.send('POST', '/campaigns', {
    ...{ from: '2025-01-01', to: '2026-11-30', buyers_may_be_asked: true },
  })
  await service.runDue()
  expect(await on('2026-12-09')).toEqual([])
  expect(await campaign(second.body.id)).toMatchObject({ state: 'finished', asked: 0 })
})

const by = { at, actor: 'command', action: 'create' } as const

async function reviewed(count: number, name: string): Promise<void> {
  const address = (n: number) => `${name}.${n}@buyers.example`
  const reviews = times(count, n => aReview({ address: address(n), product_id: 'moka' }))
  await service.database.transaction(tx => insertReviews(tx, program.store.storeId, reviews, by))
}

async function unsubscribed(count: number, name: string): Promise<void> {
  const { storeId } = program.store
  for (let n = 0; n < count; n++)
    await suppress(service.database, storeId, `${name}.${n}@buyers.example`, 'unsubscribed', at)
}
