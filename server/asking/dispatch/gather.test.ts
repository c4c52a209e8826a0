import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { suppress } from '../../foundation/mailings/suppressions.ts'
import type { StoreSettings } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { Order } from '../orders/orders.ts'
import { listRequests, markReviewed } from '../requests/requests.ts'

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
const ana = [aCustomer({ name: 'Ana Martins', email: 'ana@example.com' })]

async function order(change: Partial<Order> = {}, store = owner): Promise<string> {
  const body = anOrder({ delivery_date: delivered, customers: ana, ...change })
  expect((await service.send('POST', '/orders', { headers: store.headers, body })).status).toBe(201)
  return body.order_id
}

/** Moves the clock and sends due mail. Returns the recipients. */
async function at(now: string): Promise<string[]> {
  service.setNow(now)
  const before = server.received.length
  await service.runDue()
  return server.received
    .slice(before)
    .flatMap(({ to }) => to)
    .sort()
}

const states = async (orderId: string, store = owner) =>
  (await listRequests(service.database, store.storeId, orderId)).map(({ state }) => state)

const change = (settings: Partial<StoreSettings>) => changeSettings(service, owner.storeId, settings)

describe('a request', () => {
  test('shows the picture of the catalogue, which the order did not bring', async () => {
    const product = anOrderProduct()
    await order({ products: [product] })
    await service.database.query(sql`
      update products
      set pictures = ${JSON.stringify(['https://cdn.example/kettle.jpg'])}
      where store_id = ${owner.storeId} and product_id = ${product.product_id}`)
    expect(await at(due)).toEqual(['ana@example.com'])
    const html = decode(server.received.at(-1)?.raw ?? '')
    expect(html).toContain('src="https://cdn.example/kettle.jpg"')
  })

  test('is mailed when it is due, once', async () => {
    const id = await order()
    expect(await at('2026-03-12T12:59:59.999Z')).toEqual([])
    expect(await states(id)).toEqual(['scheduled'])
    expect(await at(due)).toEqual(['ana@example.com'])
    expect(await states(id)).toEqual(['sent'])
    expect(await at('2026-03-12T13:05:00.000Z')).toEqual([])
    expect(await at('2026-06-12T13:05:00.000Z')).toEqual([])
  })

  test('shares its mail with the others of the same buyer and day', async () => {
    const products = [anOrderProduct({ name: 'Moka pot' })]
    const first = await order({ products })
    const second = await order({ products: [anOrderProduct({ name: 'Coffee mill' })] })
    const later = await order({ request_review_at: '2026-03-12T20:00:00.000Z' })
    await order({ customers: [aCustomer({ email: 'bia@example.com' })] })
    expect(await at(due)).toEqual(['ana@example.com', 'bia@example.com'])
    const mail = server.received.find(({ to }) => to.includes('ana@example.com'))
    expect(mail?.raw).toContain('Moka pot')
    expect(mail?.raw).toContain('Coffee mill')
    for (const id of [first, second, later]) expect(await states(id)).toEqual(['sent'])
  })

  test('is postponed to the next day if its buyer was mailed on this one', async () => {
    await order()
    expect(await at(due)).toEqual(['ana@example.com'])
    const late = await order({ request_review_at: '2026-03-12T14:00:00.000Z' })
    expect(await at('2026-03-12T14:00:00.000Z')).toEqual([])
    const [request] = await listRequests(service.database, owner.storeId, late)
    expect(request).toMatchObject({ state: 'scheduled', due_at: new Date('2026-03-13T13:00:00.000Z') })
    expect(request?.reasons).toEqual([{ name: 'given' }, { name: 'one_a_day' }])
    expect(await at('2026-03-13T13:00:00.000Z')).toEqual(['ana@example.com'])
  })

  test('lists no more products than the store lets a form show', async () => {
    await change({ form_products: 2 })
    const products = ['One', 'Two', 'Three'].map(name => anOrderProduct({ name: `Product ${name}` }))
    await order({ products })
    await at(due)
    const [mail] = server.received
    expect(mail?.raw).toContain('Product Two')
    expect(mail?.raw).not.toContain('Product Three')
  })

  test('is not sent while the store pauses, nor to an inactive store’s buyers', async () => {
    const id = await order()
    await change({ requests_paused: true })
    expect(await at(due)).toEqual([])
    await change({ requests_paused: false, active: false })
    expect(await at(due)).toEqual([])
    await change({ active: true })
    expect(await at(due)).toEqual(['ana@example.com'])
    expect(await states(id)).toEqual(['sent'])
  })

  test('is not sent to a suppressed address, and reports it', async () => {
    await suppress(service.database, owner.storeId, 'ana@example.com', 'unsubscribed', new Date(delivered))
    const id = await order()
    expect(await at(due)).toEqual([])
    const [request] = await listRequests(service.database, owner.storeId, id)
    expect(request).toMatchObject({
      state: 'suppressed',
      reasons: [
        { name: 'days', values: { days: 7 } },
        { name: 'not_sent', values: { why: 'unsubscribed' } },
      ],
    })
  })

  test('that is late is sent in the next sending hours of an open day', async () => {
    const id = await order()
    expect(await at('2026-03-13T03:00:00.000Z')).toEqual([]) // midnight in São Paulo
    const [moved] = await listRequests(service.database, owner.storeId, id)
    expect(moved?.due_at).toEqual(new Date('2026-03-13T13:00:00.000Z'))
    expect(moved?.reasons).toContainEqual({ name: 'late' })
    expect(await at('2026-03-14T13:00:00.000Z')).toEqual([]) // a Saturday
    expect(await at('2026-03-16T12:59:00.000Z')).toEqual([])
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual(['ana@example.com'])
  })

  test('with a chosen time is sent at that time, even at night', async () => {
    await order({ request_review_at: '2026-03-14T05:00:00.000Z' })
    expect(await at('2026-03-14T05:00:30.000Z')).toEqual(['ana@example.com'])
  })

  test('with a chosen time is sent up to an hour late, and otherwise in the next sending hours', async () => {
    const inTime = await order({ request_review_at: '2026-03-14T05:00:00.000Z' })
    expect(await at('2026-03-14T06:00:00.000Z')).toEqual(['ana@example.com'])
    const late = await order({
      request_review_at: '2026-03-15T05:00:00.000Z',
      customers: [aCustomer({ email: 'bia@example.com' })],
    })
    expect(await at('2026-03-15T06:00:00.001Z')).toEqual([])
    expect([await states(inTime), await states(late)]).toEqual([['sent'], ['scheduled']])
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual(['bia@example.com'])
  })

  test('whose chosen time was already past on arrival is sent at once', async () => {
    service.setNow('2026-03-14T05:00:00.000Z')
    await order({ request_review_at: '1999-12-31T00:00:00.000Z' })
    expect(await at('2026-03-14T05:00:10.000Z')).toEqual(['ana@example.com'])
  })

  test('that is more than 30 days late expires', async () => {
    const id = await order()
    expect(await at('2026-04-13T14:00:00.000Z')).toEqual([])
    expect(await states(id)).toEqual(['expired'])
  })

  test('of one store is not delayed by another store', async () => {
    const broken = await aStore(service.database)
    await order({}, broken)
    await order()
    const { database } = service
    await database.query(sql`update stores set time_zone = 'Not/AZone' where store_id = ${broken.storeId}`)
    await expect(at(due)).rejects.toThrow()
    expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com']])
    await database.query(sql`update stores set active = false where store_id = ${broken.storeId}`)
  })

  test('is mailed by one of several instances that run at once', async () => {
    const others = await Promise.all(
      [1, 2].map(() =>
        startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'reviews@shop.example' }, service.target),
      ),
    )
    for (let one = 0; one < 40; one++)
      await order({ customers: [aCustomer({ email: `buyer.${one}@example.com` })] })
    for (const instance of [service, ...others]) instance.setNow(due)
    await Promise.all([service, ...others].flatMap(instance => [instance.runDue(), instance.runDue()]))
    await service.runDue()
    const recipients = server.received.flatMap(({ to }) => to)
    expect(recipients).toHaveLength(40)
    expect(new Set(recipients).size).toBe(40)
    for (const instance of others) await instance.close()
  })
})

describe('a reminder', () => {
  beforeEach(() => change({ reminder_days: [3, 7] }))

  test('is sent after the days the store set, at its sending time, twice at most', async () => {
    await order()
    expect(await at(due)).toEqual(['ana@example.com'])
    // Three days after Thursday is Sunday: moved to Monday.
    expect(await at('2026-03-16T12:59:00.000Z')).toEqual([])
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual(['ana@example.com'])
    expect(await at('2026-03-19T13:00:00.000Z')).toEqual(['ana@example.com'])
    expect(await at('2026-03-30T13:00:00.000Z')).toEqual([])
    const links = server.received.map(({ header }) => header('List-Unsubscribe'))
    expect(new Set(links).size).toBe(3)
    expect(new Set(server.received.map(({ header }) => header('Message-ID'))).size).toBe(3)
  })

  test('is not sent when something was reviewed', async () => {
    const id = await order()
    await order()
    await at(due)
    const [row] = await service.database.query<{ mailing_id: string }>(
      sql`select mailing_id from review_requests where store_id = ${owner.storeId} and order_id = ${id}`,
    )
    await service.database.transaction(tx =>
      markReviewed(tx, owner.storeId, row?.mailing_id as string, [{ order_id: id, part: 0 }]),
    )
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual([])
    expect(await states(id)).toEqual(['reviewed'])
  })

  test('is not sent when the buyer unsubscribed, or the store turned reminders off', async () => {
    await order()
    await order({ customers: [aCustomer({ email: 'bia@example.com' })] })
    await at(due)
    await suppress(service.database, owner.storeId, 'bia@example.com', 'unsubscribed', new Date(due))
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual(['ana@example.com'])
    await change({ reminder_days: [] })
    expect(await at('2026-03-19T13:00:00.000Z')).toEqual([])
  })

  test('is postponed to the next day if its buyer gets another mail on this one', async () => {
    await order()
    await at(due)
    await order({ request_review_at: '2026-03-16T12:00:00.000Z' })
    expect(await at('2026-03-16T12:00:00.000Z')).toEqual(['ana@example.com'])
    expect(await at('2026-03-16T13:00:00.000Z')).toEqual([])
    expect(await at('2026-03-17T13:00:00.000Z')).toEqual(['ana@example.com'])
  })
})
