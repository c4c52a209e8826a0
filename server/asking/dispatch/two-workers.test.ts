import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../../test/app.ts'
import { besideLock } from '../../test/database/locks.ts'
import { aCustomer, anOrder } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'

// Rows that another worker has locked are skipped: waiting for them would stop all stores, and they would be asked twice.

let server: MailServer
let service: TestApp
let owner: Member
let ana: string
let bia: string
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(delivered)
  owner = await aStore(service.database)
  ;[ana, bia] = [`ana-${randomUUID()}@example.com`, `bia-${randomUUID()}@example.com`]
})
afterEach(() => server.received.splice(0))
afterAll(() => service.close())

// A Thursday. Seven days later it is due, on Thursday the 12th at 10:00 in São Paulo.
const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'

async function order(email: string): Promise<string> {
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ email })] })
  expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
  return body.order_id
}

const requestsOf = (orderId: string) => sql`
  select from review_requests where store_id = ${owner.storeId} and order_id = ${orderId} for update`

const recipients = () =>
  server.received
    .flatMap(({ to }) => to)
    .filter(to => to === ana || to === bia)
    .sort()

async function mailings(): Promise<number> {
  const found = await service.database.query(sql`select from mailings where store_id = ${owner.storeId}`)
  return found.length
}

test('a due request that another worker decides about is left to it', async () => {
  const taken = await order(ana)
  await order(bia)
  service.setNow(due)
  await besideLock(service.database, requestsOf(taken), service.runDue)
  expect(recipients()).toEqual([bia])
  await service.runDue()
  expect(recipients()).toEqual([ana, bia])
})

test('so is a request of the same buyer that is due later that day', async () => {
  await order(ana)
  const later = await order(ana)
  await service.database.query(sql`
    update review_requests
    set due_at = ${new Date('2026-03-12T15:00:00Z')}
    where store_id = ${owner.storeId} and order_id = ${later}`)
  service.setNow(due)
  await besideLock(service.database, requestsOf(later), service.runDue)
  expect(recipients()).toEqual([ana])
  const waiting = await service.database.query(sql`
    select state from review_requests where store_id = ${owner.storeId} and order_id = ${later}`)
  expect(waiting).toEqual([{ state: 'scheduled' }])
  expect(await mailings()).toBe(1)
})

test('so is a due reminder', async () => {
  await changeSettings(service, owner.storeId, { reminder_days: [7] })
  await order(ana)
  service.setNow(due)
  await service.runDue()
  expect(recipients()).toEqual([ana])
  service.setNow('2026-03-19T13:00:00.000Z')
  const mails = sql`select from mailings where store_id = ${owner.storeId} for no key update`
  await besideLock(service.database, mails, service.runDue)
  expect(await mailings()).toBe(1)
  await service.runDue()
  expect(recipients()).toEqual([ana, ana])
})
