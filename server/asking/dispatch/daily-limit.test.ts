import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPlanUse } from '../../answers/insights/plan-use.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aStore, type Member } from '../../test/users.ts'
import { wordReasons } from '../requests/reasons.ts'
import { listRequests } from '../requests/requests.ts'

let server: MailServer
let service: TestApp
let second: TestApp
beforeAll(async () => {
  server = await startMailServer()
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }
  service = await startTestApp(settings)
  second = await startTestApp(settings, service.target)
})
beforeEach(() => setNow(delivered))
afterEach(() => server.received.splice(0))
afterAll(async () => {
  await second.close()
  await service.close()
  await server.close()
})

// A Thursday. Seven days later it is due, on Thursday the 12th at 10:00 in São Paulo.
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
const dayAfter = '2026-03-13T13:00:00.000Z'

function setNow(now: string): void {
  service.setNow(now)
  second.setNow(now)
}

const limitedTo = (mails_per_day: number) => aStore(service.database, { limits: { mails_per_day } })

/** Orders of as many buyers. */
async function order({ headers }: Member, buyers: number): Promise<string[]> {
  const orders = Array.from({ length: buyers }, (_, index) =>
    anOrder({ delivery_date: delivered, customers: [aCustomer({ email: `buyer-${index}@example.com` })] }),
  )
  for (const body of orders)
    expect((await service.send('POST', '/orders', { headers, body })).status).toBe(201)
  return orders.map(({ order_id }) => order_id)
}

/** Moves the clock and sends due mail with both instances at once. Returns how many were sent. */
async function sentAt(now: string): Promise<number> {
  setNow(now)
  const before = server.received.length
  await Promise.all([service.runDue(), second.runDue()])
  return server.received.length - before
}

test('requests beyond the limit move to the next day, once, with the reason', async () => {
  const shop = await limitedTo(2)
  const ids = await order(shop, 5)
  expect(await sentAt(due)).toBe(2)
  const store = await readStore(service.database, shop.storeId)
  expect(await readPlanUse(service.database, store, Date.parse(due))).toEqual([
    { name: 'mails_per_day', limit: 2, used: 2, resets_at: new Date('2026-03-13T03:00:00.000Z') },
  ])
  expect(await sentAt('2026-03-12T18:00:00.000Z')).toBe(0)
  expect(await sentAt(dayAfter)).toBe(2)
  expect(await sentAt('2026-03-16T13:00:00.000Z')).toBe(1)
  const requests = await Promise.all(ids.map(id => listRequests(service.database, shop.storeId, id)))
  expect(requests.flat().map(({ state }) => state)).toEqual(Array(5).fill('sent'))
  expect(
    requests
      .flat()
      .map(({ reasons }) => wordReasons(reasons))
      .sort(),
  ).toEqual([
    '7 days after delivery',
    '7 days after delivery',
    ...Array(3).fill('7 days after delivery, moved: daily email limit reached'),
  ])
})

test('the limit itself is sent, and another store with the same buyers is unaffected', async () => {
  const [shop, other] = [await limitedTo(3), await aStore(service.database)]
  await order(shop, 3)
  await order(other, 4)
  expect(await sentAt(due)).toBe(7)
})

test('reminders count, and wait for the next day', async () => {
  const shop = await aStore(service.database, { reminder_days: [1], limits: { mails_per_day: 2 } })
  await order(shop, 2)
  expect(await sentAt(due)).toBe(2)
  await changeSettings(service, shop.storeId, { limits: { mails_per_day: 1 } })
  expect(await sentAt('2026-03-16T13:00:00.000Z')).toBe(1)
  expect(await sentAt('2026-03-16T18:00:00.000Z')).toBe(0)
  expect(await sentAt('2026-03-17T13:00:00.000Z')).toBe(1)
})

test('a later batch of the same day gets what the earlier ones left', async () => {
  const shop = await limitedTo(3)
  await order(shop, 2)
  expect(await sentAt(due)).toBe(2)
  for (const email of ['late-1@example.com', 'late-2@example.com']) {
    const body = anOrder({
      delivery_date: delivered,
      request_review_at: '2026-03-12T17:00:00.000Z',
      customers: [aCustomer({ email })],
    })
    expect((await service.send('POST', '/orders', { headers: shop.headers, body })).status).toBe(201)
  }
  expect(await sentAt('2026-03-12T17:00:00.000Z')).toBe(1)
  expect(await sentAt(dayAfter)).toBe(1)
})

test('a clock that was wrong and is set back starts a new day', async () => {
  const shop = await limitedTo(1)
  await order(shop, 1)
  expect(await sentAt('2026-03-16T13:00:00.000Z')).toBe(1)
  setNow(delivered)
  const body = anOrder({
    delivery_date: delivered,
    customers: [aCustomer({ email: 'another@example.com' })],
  })
  expect((await service.send('POST', '/orders', { headers: shop.headers, body })).status).toBe(201)
  expect(await sentAt(due)).toBe(1)
})
