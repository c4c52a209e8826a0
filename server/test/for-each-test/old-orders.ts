import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Order } from '../../asking/orders/orders.ts'
import type { Database } from '../../foundation/database/connect.ts'
import type { StoreSettings } from '../../tenants/stores/stores.ts'
import { tidyStores } from '../../upkeep/housekeeping/tidy.ts'
import { expectCreated } from '../answers.ts'
import type { Answer, TestApp } from '../app.ts'
import { anOrder, anOrderProduct } from '../factories.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { startMailingApp } from '../mail/mailing-app.ts'
import { picturesIn } from '../media/pictures.ts'
import { aStore, type Member } from '../users.ts'

export const received = '2026-03-06T12:00:00.000Z'
export const asked = '2026-03-13T13:00:00.000Z' // seven days later, at ten in São Paulo
export const pictures = picturesIn('/nonexistent')
export const year = { retention_months: 12, link_days: 30 } satisfies Partial<StoreSettings>

export const order = (id: string, change: Partial<Order> = {}) =>
  anOrder({
    order_id: id,
    order_date: received,
    delivery_date: received,
    products: [anOrderProduct({ product_id: 'P-1' })],
    ...change,
  })

/** A service with a mail server, whose stores keep orders for a year unless a test says otherwise. */
export type OldOrders = {
  service: TestApp
  mails: MailServer
  aShop: (change?: Partial<StoreSettings>) => Promise<Member>
  post: (store: Member, body: unknown) => Promise<Answer>
  /** Sends orders with these ids, and lets their requests be mailed. */
  send: (store: Member, ...ids: string[]) => Promise<void>
  /** Deletes old data as of this time. What it reports is in `errors`. */
  tidy: (at: string, database?: Database, files?: typeof pictures) => Promise<void>
  errors: unknown[]
  /** The ids of a store's orders and requests, and its numbers of mails and deleted orders. */
  left: (store: Member) => Promise<Record<string, unknown> | undefined>
}

/** Each test begins when its orders arrive. */
export function keepOrdersInEachTest(): OldOrders {
  const it = {
    errors: [] as unknown[],
    aShop: (change = year) => aStore(it.service.database, change),
    post: ({ headers }, body) => it.service.send('POST', '/orders', { headers, body }),
    send: async (store, ...ids) => {
      it.service.setNow(received)
      for (const id of ids) expectCreated(await it.post(store, order(id)))
      it.service.setNow(asked)
      await it.service.runDue()
    },
    tidy: async (at, database = it.service.database, files = pictures) => {
      it.errors.length = 0
      it.service.setNow(at)
      await tidyStores(database, files, new Date(at), (_message, error) => it.errors.push(error))
    },
    left: async ({ storeId }) => {
      const [rows] = await it.service.database.query<Record<string, unknown>>(sql`
        select
          (select array_agg(order_id order by order_id) from orders where store_id = ${storeId}) as orders,
          (select array_agg(order_id order by order_id) from review_requests where store_id = ${storeId}) as requests,
          (select count(*)::integer from mailings where store_id = ${storeId}) as mailings,
          (select count(*)::integer from former_orders where store_id = ${storeId}) as former`)
      return rows
    },
  } as OldOrders
  beforeAll(async () => {
    ;[it.service, it.mails] = await startMailingApp()
  })
  afterAll(() => it.service.close())
  beforeEach(() => it.service.setNow(received))
  return it
}
