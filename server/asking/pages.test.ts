import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { suppress } from '../foundation/mailings/suppressions.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { anOrder } from '../test/factories.ts'
import { aMailing } from '../test/mail/mailings.ts'
import { statementsOf } from '../test/plans.ts'
import { aStore } from '../test/users.ts'
import { listSuppressions } from './mail/bounces/suppression-list.ts'
import { listDeliveries } from './mail/deliveries/deliveries.ts'
import { listWholeOrders } from './orders/reads/changed-orders.ts'
import { listOrders } from './orders/reads/list-orders.ts'

// A store may have a million rows. A page of two needs a third one, to know whether there is another page.

let service: TestApp
let storeId: string
beforeAll(async () => {
  service = await startTestApp()
  const { database } = service
  const owner = await aStore(database)
  storeId = owner.storeId
  const customers = [{ name: 'Ana', email: 'ana@example.com', phone: '' }]
  for (let n = 0; n < 4; n++) {
    const orders = [anOrder({ customers }), anOrder({ customers })]
    for (const body of orders)
      expect((await service.send('POST', '/orders', { headers: owner.headers, body })).status).toBe(201)
    await database.query(sql`
      update review_requests set state = 'cancelled' where order_id = ${orders[0]?.order_id}`)
    for (const reason of ['bounced', 'blocked'] as const)
      await suppress(database, storeId, `${reason}.${n}@example.com`, reason, new Date())
    for (const state of ['sent', 'failed'] as const)
      await aMailing(database, storeId, { state, bounced: true })
  }
})
afterAll(() => service.close())

const page = { limit: 2 }

const lists = {
  'mails in any state': () => listDeliveries(service.database, storeId, undefined, page),
  'mails that bounced': () => listDeliveries(service.database, storeId, 'bounced', page),
  'blocked addresses': () => listSuppressions(service.database, storeId, undefined, page),
  'orders by arrival': () => listOrders(service.database, storeId, undefined, page),
  'orders by id': () => listOrders(service.database, storeId, { idBegins: 'order-' }, page),
  'orders by the day of their requests': () => listOrders(service.database, storeId, { due: {} }, page),
  'orders of a buyer': () => listOrders(service.database, storeId, { address: 'ana@example.com' }, page),
  'whole orders': () => listWholeOrders(service.database, storeId, page),
}

test.each(
  Object.keys(lists) as (keyof typeof lists)[],
)('a page of %s is read without the next ones', async name => {
  const statements = await statementsOf(async () => {
    const { result, next } = await lists[name]()
    expect([result.length, next]).toEqual([2, expect.anything()])
  })
  const rows = await Promise.all(statements.map(one => service.database.query(one)))
  expect(Math.max(...rows.map(({ length }) => length))).toBe(3)
})
