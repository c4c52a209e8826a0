import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { readOrder, type StoredOrder } from '../../asking/orders/orders.ts'
import { readSecrets } from '../../foundation/lib/secret.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp, testSecret } from '../app.ts'
import { type MailServer, startMailServer } from '../mail/mail-server.ts'
import { aStore, type Member } from '../users.ts'
import { type Connected, connected } from './connected.ts'

export const anySecret = 'a-secret-of-the-shop'
export const anyMapping = {
  order_id: 'id',
  ordered_at: 'ordered',
  changed_at: 'changed',
  delivered_at: 'delivered',
  is_cancelled: 'cancelled',
  customer_email: 'email',
  customer_name: 'name',
  customer_phone: 'phone',
  language: 'lang',
  products: 'items',
  product_id: 'sku',
  product_name: 'title',
  product_price: 'price',
  product_picture: 'photo',
  product_delivered_at: 'arrived',
  product_is_returned: 'back',
}
export const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

// Ordered on a Monday, delivered on Thursday the 5th, and due seven days later at 10:00 in São Paulo.
const ordered = '2026-03-02T14:00:00Z'
export const delivered = '2026-03-05T18:30:00Z'
export const due = '2026-03-12T13:00:00Z'

export const mug = { sku: 'MUG', title: 'Enamel mug', price: 18.5 }

let number = 0
/** An order as the shop says it. */
export const anEvent = (change: object = {}) => {
  const id = `L-${++number}`
  return {
    ...{ id, ordered, delivered, email: `${id.toLowerCase()}@example.com`, name: 'Rosa Dahl' },
    items: [mug],
    ...change,
  }
}

type AnyShop = {
  service: TestApp
  mails: MailServer
  store: Member
  shop: Connected
  /** Addresses at which nobody lives. */
  unknown: Set<string>
  post: (event: object) => Promise<void>
  /** Sends the order, and returns the newest line of the log. */
  say: (event: object) => Promise<string | null | undefined>
  read: (orderId: string) => Promise<StoredOrder>
  /** The state and the address of each request. */
  asked: (orderId: string) => Promise<string[]>
  /** Sends what is due then, and returns its recipients. */
  sentAt: (instant: string) => Promise<string[]>
  settings: () => Promise<Store>
}

/** One service and one mail server for the file, and for each test a store with a shop without a platform of its own. */
export function anyShopForEachTest(): AnyShop {
  const it = { unknown: new Set<string>() } as AnyShop
  it.post = async event => {
    const { status } = await it.service.send('POST', `/connect/generic/${it.shop.connectionId}`, {
      headers: { 'x-realword-secret': anySecret },
      body: event,
    })
    expect(status).toBe(200)
  }
  it.say = async event => {
    await it.post(event)
    await it.service.runDue()
    return (await it.shop.log()).at(-1)?.outcome
  }
  it.read = orderId => readOrder(it.service.database, it.store.storeId, orderId)
  it.asked = async orderId => (await it.read(orderId)).requests.map(({ email, state }) => `${state} ${email}`)
  it.sentAt = async instant => {
    const before = it.mails.received.length
    it.service.setNow(instant)
    await it.service.runDue()
    return it.mails.received.slice(before).flatMap(({ to }) => to)
  }
  it.settings = () => readStore(it.service.database, it.store.storeId)
  beforeAll(async () => {
    const nobody = Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 })
    it.mails = await startMailServer({
      onRcptTo: ({ address }, _session, done) => (it.unknown.has(address) ? done(nobody) : done()),
    })
    it.service = await startTestApp({ SMTP_URL: it.mails.url, MAIL_FROM: 'reviews@shop.example' })
  })
  afterAll(async () => {
    await it.service.close()
    await it.mails.close()
  })
  beforeEach(async () => {
    it.mails.received.splice(0)
    it.service.setNow('2026-03-06T12:00:00Z')
    it.store = await aStore(it.service.database, { reminder_days: [] })
    const given = { platform: 'generic', secret: anySecret, options: anyMapping } as const
    it.shop = await connected(it.service, it.store.storeId, given)
  })
  // Mails that wait in a store are no other test's.
  afterEach(() =>
    it.service.database.query(sql`update stores set active = false where store_id = ${it.store.storeId}`),
  )
  return it
}
