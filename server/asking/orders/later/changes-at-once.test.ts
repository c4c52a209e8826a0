import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { readStore, type Store } from '../../../tenants/stores/stores.ts'
import { expectCreated } from '../../../test/answers.ts'
import { type TestApp, testSecret } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { aCustomer, anOrder } from '../../../test/factories.ts'
import type { MailServer } from '../../../test/mail/mail-server.ts'
import { startMailingApp } from '../../../test/mail/mailing-app.ts'
import { aStore } from '../../../test/users.ts'
import { gatherRequests } from '../../dispatch/gather.ts'
import { readOrder } from '../orders.ts'
import { correctBuyers } from './buyers.ts'
import { rescheduleOrderToDay } from './order-changes.ts'

// Changes of an order while a worker gathers its requests into a mail.

const delivered = '2026-03-05T18:30:00.000Z'
const due = '2026-03-12T13:00:00.000Z'
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
const by = { at: new Date(due), actor: 'api' } as const

let server: MailServer
let service: TestApp
let store: Store
let orderId: string
let email: string
let number = 0
beforeAll(async () => {
  ;[service, server] = await startMailingApp()
})
beforeEach(async () => {
  service.setNow(delivered)
  email = `ana.${++number}@example.com`
  const { storeId, headers } = await aStore(service.database)
  store = await readStore(service.database, storeId)
  const body = anOrder({ delivery_date: delivered, customers: [aCustomer({ name: 'Ana', email })] })
  expectCreated(await service.send('POST', '/orders', { headers, body }))
  orderId = body.order_id
  service.setNow(due)
})
afterEach(() => server.received.splice(0))
afterAll(() => service.close())

function whileGathered(change: (tx: Connection) => Promise<unknown>): Promise<unknown> {
  const { database } = service
  const batch = { secrets, store, now: Date.parse(due), most: 10 }
  return besideChange(
    database,
    tx => gatherRequests({ ...database, ...tx, transaction: act => act(tx) }, batch),
    () => database.transaction(change),
  )
}

const requests = async () => (await readOrder(service.database, store.store_id, orderId)).requests

test('an order is not moved to another day once its mail is queued', async () => {
  const move = whileGathered(tx => rescheduleOrderToDay(tx, store, orderId, '2026-03-20', by))
  await expect(move).rejects.toMatchObject({ errorName: 'request_sent' })
  expect(await requests()).toMatchObject([{ due_at: new Date(due) }])
})

test('a buyer whose name is corrected is asked by the mail that was queued meanwhile, and by no other', async () => {
  const customers = [aCustomer({ name: 'Ana Martins', email })]
  await whileGathered(tx => correctBuyers(tx, secrets, store, orderId, customers, by))
  await service.runDue()
  expect(server.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
  expect(await requests()).toMatchObject([{ name: 'Ana Martins', state: 'sent' }])
  const mailings = sql`select from mailings where store_id = ${store.store_id}`
  expect(await service.database.query(mailings)).toHaveLength(1)
})
