import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'
import { leaveToShop } from '../orders/later/left-to-shop.ts'
import type { Order } from '../orders/orders.ts'
import { cancelRequests, listRequests } from '../requests/requests.ts'

// When a request or a reminder of a store is due, its others wait for their own day, or are cancelled. (Without anything
// due, the store has no job, so that a request alone proves nothing.)

let server: MailServer
let service: TestApp
let owner: Member
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(delivered)
  owner = await aStore(service.database)
})
afterEach(() => server.received.splice(0))
afterAll(() => service.close())

// A Thursday. Seven days later it is due, on Thursday the 12th at 10:00 in São Paulo.
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
const onTuesday = '2026-03-17T13:00:00.000Z'
const of = (name: string) => [aCustomer({ email: `${name}@example.com` })]

async function order(name: string, change: Partial<Order> = {}): Promise<string> {
  const body = anOrder({ delivery_date: delivered, customers: of(name), ...change })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return body.order_id
}

/** Moves the clock and sends due mail. Returns the recipients. */
async function at(now: string): Promise<string[]> {
  service.setNow(now)
  const before = server.received.length
  await service.runDue()
  return server.received.slice(before).flatMap(({ to }) => to)
}

const readStates = async (orderId: string) =>
  (await listRequests(service.database, owner.storeId, orderId)).map(({ state }) => state)

const leave = (orderId: string) =>
  service.database.transaction(tx =>
    leaveToShop(tx, owner.storeId, sql`select ${orderId}::text`, new Date(delivered)),
  )

test('a buyer is asked on their own day, although another buyer is due before', async () => {
  await order('ana')
  const later = await order('bia', { request_review_at: onTuesday })
  expect(await at(due)).toEqual(['ana@example.com'])
  expect(await readStates(later)).toEqual(['scheduled'])
  expect(await at(onTuesday)).toEqual(['bia@example.com'])
})

test('an order that is due on a later day does not share the mail of today', async () => {
  const today = await order('ana')
  const later = await order('ana', { request_review_at: onTuesday })
  expect(await at(due)).toEqual(['ana@example.com'])
  expect([await readStates(today), await readStates(later)]).toEqual([['sent'], ['scheduled']])
  expect(await at(onTuesday)).toEqual(['ana@example.com'])
})

test('a cancelled request is neither mailed beside another buyer’s nor in another mail of its buyer', async () => {
  await order('ana')
  const cancelled = [await order('ana'), await order('bia')]
  for (const orderId of cancelled) await leave(orderId)
  expect(await at(due)).toEqual(['ana@example.com'])
  for (const orderId of cancelled) expect(await readStates(orderId)).toEqual(['cancelled'])
})

test('a reminder is about the orders that were not cancelled since', async () => {
  await changeSettings(service, owner.storeId, { reminder_days: [4] })
  const named = (name: string) => ({ products: [anOrderProduct({ product_id: name, name: `A ${name}` })] })
  await order('ana', named('pot'))
  const cancelled = await order('ana', named('mill'))
  const texts = async (now: string) => {
    const before = server.received.length
    await at(now)
    return server.received.slice(before).map(({ raw }) => decode(raw))
  }
  expect(await texts(due)).toEqual([expect.stringMatching(/A pot[\s\S]*A mill/)])
  await service.database.transaction(tx =>
    cancelRequests(tx, owner.storeId, cancelled, new Date('2026-03-13T13:00:00.000Z')),
  )
  const [reminder, ...others] = await texts('2026-03-16T13:00:00.000Z')
  expect(others).toEqual([])
  expect(reminder).toContain('A pot')
  expect(reminder).not.toContain('A mill')
})

test('a reminder waits for its own day, although another buyer’s is due before', async () => {
  await changeSettings(service, owner.storeId, { reminder_days: [4] })
  await order('ana')
  await order('bia', { request_review_at: '2026-03-13T13:00:00.000Z' })
  expect(await at(due)).toEqual(['ana@example.com'])
  expect(await at('2026-03-13T13:00:00.000Z')).toEqual(['bia@example.com'])
  expect(await at('2026-03-16T13:00:00.000Z')).toEqual(['ana@example.com'])
  expect(await at(onTuesday)).toEqual(['bia@example.com'])
})
