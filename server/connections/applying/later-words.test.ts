import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSecrets } from '../../lib/secret.ts'
import { suppress } from '../../mailings/suppressions.ts'
import { cancelOrder } from '../../orders/order-changes.ts'
import { readOrder } from '../../orders/orders.ts'
import { erasePerson, exportPerson } from '../../people/people.ts'
import { readStore, updateStore } from '../../stores/stores.ts'
import { expectCreated } from '../../test/answers.ts'
import { startTestApp, type TestApp, testSecret } from '../../test/app.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { openForm, tokensOfMail } from '../../test/forms.ts'
import { type MailServer, startMailServer } from '../../test/mail/mail-server.ts'
import { aManageKey } from '../../test/management.ts'
import { type Connected, connected } from '../../test/shops/connected.ts'
import { delivery as fromWoo, orderJson, wooOrder } from '../../test/shops/woocommerce.ts'
import { aStore, type Member } from '../../test/users.ts'
import { changeConnection } from '../connections.ts'
import { retryFailedEvents } from '../events/events.ts'
import { forgetOldEvents } from '../events/old-events.ts'

/** What a shop says of an order that is known, as it arrives over HTTP from a shop without a platform of its own. */

const secret = 'a-secret-of-the-shop'
const mapping = {
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
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

// Ordered on a Monday, delivered on Thursday the 5th, and due seven days later at 10:00 in São Paulo.
const ordered = '2026-03-02T14:00:00Z'
const delivered = '2026-03-05T18:30:00Z'
const due = '2026-03-12T13:00:00Z'

let mails: MailServer
let service: TestApp
let store: Member
let shop: Connected
/** Addresses at which nobody lives. */
const unknown = new Set<string>()
beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      unknown.has(address)
        ? done(Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 }))
        : done(),
  })
  service = await startTestApp({ SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example' })
})
afterAll(async () => {
  await service.close()
  await mails.close()
})
beforeEach(async () => {
  mails.received.splice(0)
  service.setNow('2026-03-06T12:00:00Z')
  store = await aStore(service.database, { reminder_days: [] })
  shop = await connected(service, store.storeId, { platform: 'generic', secret, options: mapping })
})

// Mails that wait in a store are no other test's.
afterEach(() =>
  service.database.query(sql`update stores set active = false where store_id = ${store.storeId}`),
)

let number = 0
const mug = { sku: 'MUG', title: 'Enamel mug', price: 18.5 }
const anEvent = (change: object = {}) => {
  const id = `L-${++number}`
  return {
    ...{ id, ordered, delivered, email: `${id.toLowerCase()}@example.com`, name: 'Rosa Dahl' },
    items: [mug],
    ...change,
  }
}

/** Sends the order, and returns the newest line of the log. */
async function say(event: object): Promise<string | null | undefined> {
  await post(event)
  await service.runDue()
  return (await shop.log()).at(-1)?.outcome
}

async function post(event: object): Promise<void> {
  const { status } = await service.send('POST', `/connect/generic/${shop.connectionId}`, {
    headers: { 'x-realword-secret': secret },
    body: event,
  })
  expect(status).toBe(200)
}

const read = (id: string) => readOrder(service.database, store.storeId, id)
const asked = async (id: string) => (await read(id)).requests.map(({ email, state }) => `${state} ${email}`)
const inStore = async () => await readStore(service.database, store.storeId)

/** Sends what is due then, and returns its recipients. */
async function sentAt(instant: string): Promise<string[]> {
  const before = mails.received.length
  service.setNow(instant)
  await service.runDue()
  return mails.received.slice(before).flatMap(({ to }) => to)
}

describe('a corrected address', () => {
  test('is the one that is asked, with the name and the phone', async () => {
    const event = anEvent()
    await say(event)
    const change = { email: 'rosa.new@example.com', name: 'Rosa Dahl-Lind', phone: '+55 11 90000-0001' }
    expect(await say({ ...event, ...change })).toBe(
      'Known: delivered 2026-03-05. The address was corrected: the request goes to the new one.',
    )
    expect((await read(event.id)).customers).toEqual(
      [change].map(({ email, name, phone }) => ({ name, email, phone })),
    )
    expect((await read(event.id)).requests).toMatchObject([
      { name: 'Rosa Dahl-Lind', state: 'scheduled', reason: '7 days after delivery, address corrected' },
    ])
    expect(await sentAt(due)).toEqual(['rosa.new@example.com'])
    // Said again, it changes nothing and asks nobody.
    expect(await say({ ...event, ...change })).toBe('Known: delivered 2026-03-05.')
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([])
  })

  test('takes the requests of all parts along, each with its date', async () => {
    const items = [
      { ...mug, arrived: delivered },
      { ...mug, sku: 'LID', arrived: '2026-03-06T09:00:00Z' },
    ]
    const event = anEvent({ delivered: undefined, items })
    await say(event)
    await say({ ...event, email: 'both@example.com' })
    expect(
      (await read(event.id)).requests.map(({ email, due_at, product_ids }) => [
        email,
        due_at.toISOString(),
        product_ids,
      ]),
    ).toEqual([
      ['both@example.com', '2026-03-12T13:00:00.000Z', ['MUG']],
      ['both@example.com', '2026-03-13T13:00:00.000Z', ['LID']],
    ])
  })

  test.each([
    ['in another spelling is the same', 'L@Example.COM', 'Known: delivered 2026-03-05.', 'l@example.com'],
    ['that is left out stays', undefined, 'Known: delivered 2026-03-05.', 'l@example.com'],
    ['that is null stays', null, 'Known: delivered 2026-03-05.', 'l@example.com'],
  ])('%s', async (_what, email, outcome, stored) => {
    const event = anEvent({ email: 'l@example.com' })
    await say(event)
    expect(await say({ ...event, email, name: undefined })).toBe(outcome)
    expect((await read(event.id)).customers).toMatchObject([{ email: stored, name: 'Rosa Dahl' }])
    expect(await asked(event.id)).toEqual([`scheduled ${stored}`])
  })

  test.each([
    'nobody',
    'deleted@site.invalid',
  ])('%s is none: nobody is asked until it is a usable one', async email => {
    const event = anEvent()
    await say(event)
    expect(await say({ ...event, email })).toBe(
      'Known: delivered 2026-03-05. The buyer has no usable address any more: nobody is asked.',
    )
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    await say({ ...event, email: 'back@example.com' })
    // A shop that replaced the address by one of `.invalid` has erased its buyer.
    const isErased = email.endsWith('.invalid')
    expect(await sentAt(due)).toEqual(isErased ? [] : ['back@example.com'])
  })

  test('after the mail had left is not asked as well, and the earlier one is not reminded', async () => {
    await updateStore(service.database, store.storeId, { reminder_days: [3] })
    const event = anEvent()
    await say(event)
    expect(await sentAt(due)).toEqual([event.email])
    expect(await say({ ...event, email: 'late@example.com' })).toBe(
      'Known: delivered 2026-03-05. The address was corrected after the request was sent to the earlier one: it is not sent again.',
    )
    expect(await asked(event.id)).toEqual([`sent ${event.email}`])
    for (const day of ['16', '17', '18']) expect(await sentAt(`2026-03-${day}T13:00:00Z`)).toEqual([])
  })

  test('is asked after a bounce', async () => {
    const event = anEvent()
    unknown.add(event.email)
    await say(event)
    await sentAt(due)
    expect(await asked(event.id)).toEqual([`failed ${event.email}`])
    await say({ ...event, email: 'found@example.com' })
    expect((await read(event.id)).requests).toMatchObject([{ state: 'scheduled', mail: null }])
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual(['found@example.com'])
  })

  test('gets no mail if it is suppressed, or if the earlier one had unsubscribed', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    const at = new Date(delivered)
    await suppress(service.database, store.storeId, 'no@example.com', 'unsubscribed', at)
    await suppress(service.database, store.storeId, other.email, 'unsubscribed', at)
    await say({ ...one, email: 'no@example.com' })
    expect(await say({ ...other, email: 'else@example.com' })).toContain(
      'the earlier one gets no mail (unsubscribed): nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
    expect(await asked(one.id)).toEqual(['suppressed no@example.com'])
    expect(await asked(other.id)).toEqual(['suppressed else@example.com'])
  })

  test('is mailed once a day, whatever its orders were addressed to before', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    for (const event of [one, other]) await say({ ...event, email: 'one@example.com' })
    expect(await sentAt(due)).toEqual(['one@example.com'])
    expect(await asked(one.id)).toEqual(['sent one@example.com'])
  })

  test('brings no erased person back, neither to an order nor by the address', async () => {
    const [one, other] = [anEvent(), anEvent()]
    for (const event of [one, other]) await say(event)
    await erasePerson(service.database, secrets, await inStore(), one.email, new Date(delivered))
    expect(await say({ ...one, email: 'again@example.com' })).toBe(
      'Known: delivered 2026-03-05. The buyer was erased: nobody is asked.',
    )
    expect(await say({ ...other, email: one.email })).toBe(
      'Known: delivered 2026-03-05. The buyer was erased: nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
    const customers = [one, other].map(async ({ id }) => (await read(id)).customers)
    expect(await Promise.all(customers)).toEqual([[nobody], [nobody]])
  })
  const nobody = { name: '', email: '', phone: '' }

  test('of an order with several buyers is not guessed', async () => {
    const buyers = ['a@example.com', 'b@example.com'].map(email => aCustomer({ email, name: email }))
    const order = anOrder({
      order_id: anEvent().id,
      delivery_date: '2026-03-05T18:30:00.000Z',
      customers: buyers,
      products: [anOrderProduct({ product_id: 'MUG' })],
    })
    expectCreated(await service.send('POST', '/orders', { headers: store.headers, body: order }))
    const event = anEvent({ id: order.order_id, email: 'B@example.com', name: 'Bia' })
    await say(event)
    expect((await read(event.id)).requests.map(({ name }) => name).toSorted()).toEqual([
      'Bia',
      'a@example.com',
    ])
    expect(await say({ ...event, email: 'c@example.com' })).toContain('several ones of this order: they stay')
    expect((await asked(event.id)).toSorted()).toEqual(['scheduled a@example.com', 'scheduled b@example.com'])
  })
})

describe('an order that was cancelled and comes back', () => {
  test('is asked about again, on its date', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    expect(await say(event)).toBe('Known: delivered 2026-03-05. It came back: its buyer is asked again.')
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', reason: '7 days after delivery, cancelled, restored' },
    ])
    expect(await sentAt(due)).toEqual([event.email])
  })

  test('goes to the address that it comes back with', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    await say({ ...event, email: 'moved@example.com' })
    expect(await sentAt(due)).toEqual(['moved@example.com'])
  })

  test.each([
    false,
    true,
  ])('stays cancelled if the store cancelled it; the shop cancelled it before: %s', async isFirst => {
    const event = anEvent()
    await say(event)
    if (isFirst) await say({ ...event, cancelled: true })
    const by = { at: new Date(delivered), actor: 'command' } as const
    await service.database.transaction(tx => cancelOrder(tx, store.storeId, event.id, by))
    await say({ ...event, cancelled: true })
    expect(await say(event)).toBe(
      'Known: delivered 2026-03-05. The order was cancelled in Realword, not by the shop: nobody is asked.',
    )
    expect(await sentAt(due)).toEqual([])
  })

  test('is not sent twice, but the link of its mail works again', async () => {
    const event = anEvent()
    await say(event)
    await sentAt(due)
    await say({ ...event, cancelled: true })
    const [mail] = await service.database.query<{ id: string }>(sql`
      select id from mailings where store_id = ${store.storeId}`)
    const form = async () =>
      (await openForm(`${service.url}/r/${(await tokensOfMail(service, mail?.id ?? '')).link}`)).html
    expect(await form()).not.toContain('Enamel mug')
    expect(await say(event)).toContain('its buyer was asked already: the request is not sent again.')
    expect(await form()).toContain('Enamel mug')
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([])
  })

  test('is not sent to a buyer who unsubscribed, and the log says so', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    await suppress(service.database, store.storeId, event.email, 'unsubscribed', new Date(delivered))
    expect(await say(event)).toContain('its buyer gets no mail (unsubscribed): nobody is asked.')
    expect(await asked(event.id)).toEqual([`suppressed ${event.email}`])
  })

  test('waits again if it is not delivered any more', async () => {
    const event = anEvent()
    await say(event)
    await say({ ...event, cancelled: true })
    expect(await say({ ...event, delivered: undefined })).toBe(
      'Waits for delivery. It came back: its buyer is asked again.',
    )
    expect(await asked(event.id)).toEqual([])
    await say({ ...event, delivered: '2026-03-06T10:00:00Z' })
    expect(await sentAt('2026-03-13T13:00:00Z')).toEqual([event.email])
  })
})

describe('a return that is called off', () => {
  const lid = { ...mug, sku: 'LID' }

  test('is asked about again', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say({ ...event, items: [mug, { ...lid, back: true }] })
    await say({ ...event, items: [mug, lid].map(one => ({ ...one, back: true })) })
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
    expect(await say(event)).toContain('It came back: its buyer is asked again.')
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', product_ids: ['MUG', 'LID'] },
    ])
  })

  test('stays a return if the store reported it', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say({ ...event, items: [mug, { ...lid, back: true }] })
    const program = await aManageKey(service, { store })
    const refund = { product_ids: ['LID'] }
    expect((await program.send('POST', `/orders/${event.id}/refunds`, refund)).status).toBe(200)
    expect(await say(event)).toBe(
      'Known: delivered 2026-03-05. 1 product went back as the store says: not asked about.',
    )
    expect((await read(event.id)).requests).toMatchObject([{ product_ids: ['MUG'] }])
  })

  test('of a product that the shop left out and names again', async () => {
    const event = anEvent({ items: [mug, lid] })
    await say(event)
    await say({ ...event, items: [mug] })
    await say(event)
    expect((await read(event.id)).requests).toMatchObject([
      { state: 'scheduled', product_ids: ['MUG', 'LID'] },
    ])
  })
})

test('a product that was added after the first parcel is asked about after its own', async () => {
  const event = anEvent({ delivered: undefined, items: [{ ...mug, arrived: delivered }] })
  await say(event)
  await sentAt(due)
  const spoon = { sku: 'SPOON', title: 'Olive spoon', price: 9 }
  expect(await say({ ...event, items: [...event.items, spoon] })).toBe(
    'Known: delivered 2026-03-05. 1 product waits for delivery.',
  )
  expect((await read(event.id)).products).toMatchObject([
    { product_id: 'MUG' },
    { product_id: 'SPOON', price: 9 },
  ])
  await say({ ...event, items: [...event.items, { ...spoon, arrived: '2026-03-12T15:00:00Z' }] })
  expect((await read(event.id)).requests).toMatchObject([
    { state: 'sent', product_ids: ['MUG'] },
    { state: 'scheduled', product_ids: ['SPOON'] },
  ])
  mails.received.splice(0)
  expect(await sentAt('2026-03-19T13:00:00Z')).toEqual([event.email])
  const lists = ['Olive spoon', 'Enamel mug'].map(name => mails.received[0]?.raw.includes(name))
  expect(lists).toEqual([true, false])
})

test.each([
  ['by other ids', { product_id: 'number' }],
  ['by other ids without words', { product_id: 'number', product_name: 'nothing', product_sku: 'sku' }],
])('a mapping that names products %s since does not ask about them again', async (_what, options) => {
  const words = { ...mapping, product_sku: 'sku' }
  shop = await connected(service, store.storeId, { platform: 'generic', secret, options: words })
  const event = anEvent({ items: [{ ...mug, number: 71 }] })
  await say(event)
  await sentAt(due)
  const context = { secrets, address: service.url, now: Date.now() }
  await service.database.transaction(tx =>
    changeConnection(tx, store.storeId, shop.connectionId, { options }, context),
  )
  expect(await say(event)).toBe('Known: delivered 2026-03-05.')
  expect((await read(event.id)).products).toMatchObject([{ product_id: 'MUG' }])
  expect(await asked(event.id)).toEqual([`sent ${event.email}`])
})

test('an exchange is asked about, and the product that it replaced is not', async () => {
  const event = anEvent()
  await say(event)
  const cup = { sku: 'CUP', title: 'Cup', price: 12 }
  expect(
    await say({
      ...event,
      items: [
        { ...mug, back: true },
        { ...cup, arrived: '2026-03-06T10:00:00Z' },
      ],
    }),
  ).toBe('Known: delivered 2026-03-06. 1 product went back.')
  expect((await read(event.id)).requests).toMatchObject([
    { state: 'cancelled', product_ids: [] },
    { state: 'scheduled', product_ids: ['CUP'] },
  ])
})

describe('what a shop says while an order waits for its delivery', () => {
  const first = {
    lang: 'en',
    phone: '+351 910 000 001',
    items: [{ ...mug, photo: 'https://shop.example/mug.jpg' }],
  }
  const thin = { name: undefined, email: undefined, items: [{ sku: 'MUG' }] }

  test('is kept, where the event of the delivery leaves it out', async () => {
    const event = anEvent()
    expect(await say({ ...event, ...first, delivered: undefined })).toBe('Waits for delivery.')
    await say({ ...event, delivered: undefined, items: [{ ...mug, price: 21 }] })
    await say({ ...event, ...thin })
    const { customers, products } = await read(event.id)
    expect(customers).toEqual([{ name: 'Rosa Dahl', email: event.email, phone: first.phone, language: 'en' }])
    expect(products).toMatchObject([
      { product_id: 'MUG', name: 'Enamel mug', price: 21, pictures: ['https://shop.example/mug.jpg'] },
    ])
    await sentAt(due)
    expect(mails.received[0]?.raw.includes('Write my review')).toBe(true)
    const program = await aManageKey(service, { store })
    expect((await program.send('GET', `/orders/${event.id}`)).body.customers).toEqual(customers)
    const kept = await service.database.query(
      sql`select from waiting_orders where store_id = ${store.storeId}`,
    )
    expect(kept).toHaveLength(0)
  })

  test('is exported and erased with its person, and with nobody else', async () => {
    const [one, other] = [anEvent({ email: 'ana@example.com' }), anEvent({ email: 'joana@example.com' })]
    for (const event of [one, other]) await say({ ...event, ...first, delivered: undefined })
    const export_ = await exportPerson(service.database, secrets, await inStore(), 'ana@example.com')
    expect(export_?.orders).toMatchObject([
      { order_id: one.id, customers: [{ email: 'ana@example.com', language: 'en' }] },
    ])
    await erasePerson(service.database, secrets, await inStore(), 'ana@example.com', new Date(delivered))
    const kept = await service.database.query(sql`
      select order_id from waiting_orders where store_id = ${store.storeId}`)
    expect(kept).toEqual([{ order_id: other.id }])
    await say({ ...one, ...thin })
    await expect(read(one.id)).rejects.toMatchObject({ errorName: 'order_unknown' })
  })

  test('is forgotten with its connection, when the order is cancelled, and after 90 days', async () => {
    const events = [anEvent(), anEvent()]
    for (const event of events) await say({ ...event, delivered: undefined })
    const kept = async () =>
      (await service.database.query(sql`select from waiting_orders where store_id = ${store.storeId}`)).length
    await say({ ...events[0], delivered: undefined, cancelled: true })
    expect(await kept()).toBe(1)
    await forgetOldEvents(service.database, store.storeId, new Date('2026-06-03T12:00:00Z'))
    expect(await kept()).toBe(1)
    await forgetOldEvents(service.database, store.storeId, new Date('2026-06-05T12:00:00Z'))
    expect(await kept()).toBe(0)
  })
})

describe('the version of an event that its shop does not date', () => {
  test('is when it arrived: a retried one does not override a cancellation', async () => {
    const event = anEvent({ delivered: '05/03/2026' })
    await post(event)
    await post({ ...event, delivered: undefined, cancelled: true })
    await service.runDue()
    const readable = { delivered_at: '$toMillis(delivered, "[D01]/[M01]/[Y0001]")' }
    const context = { secrets, address: service.url, now: Date.now() }
    await service.database.transaction(tx =>
      changeConnection(tx, store.storeId, shop.connectionId, { options: readable }, context),
    )
    expect(await retryFailedEvents(service.database, store.storeId, shop.connectionId)).toBe(1)
    await service.runDue()
    expect((await shop.log()).map(({ outcome, subject }) => [outcome, subject])).toEqual([
      ['Older than what is known.', event.id],
      ['The order was cancelled before anything was scheduled.', event.id],
    ])
    await expect(read(event.id)).rejects.toMatchObject({ errorName: 'order_unknown' })
  })

  test('is followed in the order of arrival, 40 events at once', async () => {
    const event = anEvent()
    for (let turn = 0; turn < 40; turn++)
      await post({
        ...event,
        email: `turn-${turn}@example.com`,
        cancelled: turn % 2 === 0,
        delivered: turn < 3 ? undefined : delivered,
      })
    await service.runDue()
    expect(await asked(event.id)).toEqual(['scheduled turn-39@example.com'])
    const log = await shop.log()
    expect(log.map(({ state, subject }) => `${state} ${subject}`)).toEqual(Array(40).fill(`done ${event.id}`))
    expect(log.map(({ outcome }) => outcome)).not.toContain('Older than what is known.')
  })
})

describe('two versions with one time', () => {
  const changed = '2026-03-06T10:00:00Z'

  test.each([
    [
      'that it waits again',
      { delivered: undefined },
      'Waits for delivery. An equally old version says that it was sent, which counts.',
    ],
    ['that nothing went back', {}, 'Known: delivered 2026-03-05.'],
  ])('do not take a delivery back by saying %s', async (_what, change, outcome) => {
    const event = anEvent({ changed })
    await say(event)
    expect(await say({ ...event, ...change })).toBe(outcome)
    expect(await asked(event.id)).toEqual([`scheduled ${event.email}`])
  })

  test.each([false, true])('end cancelled, whichever arrives first (%s)', async isFirst => {
    const event = anEvent({ changed })
    await say(event)
    const versions = [
      { ...event, changed: '2026-03-06T10:00:01Z' },
      { ...event, changed: '2026-03-06T10:00:01Z', cancelled: true },
    ]
    for (const version of isFirst ? versions.toReversed() : versions) await say(version)
    expect(await asked(event.id)).toEqual([`cancelled ${event.email}`])
  })
})

test('a delivery in the future is taken, and noted', async () => {
  expect(await say(anEvent({ delivered: '2026-03-06T15:00:00Z' }))).toBe(
    'Scheduled: delivered 2026-03-06. This date is in the future: check the time zone of the dates that the shop sends.',
  )
})

describe('WooCommerce', () => {
  let send: (topic: string, body: object) => Promise<string | null | undefined>
  const at = (time: string) => Date.parse(time)
  const completed = { status: 'completed', completed: at('2026-03-05T10:00:00Z') }
  beforeEach(async () => {
    shop = await connected(service, store.storeId, { platform: 'woocommerce', secret })
    send = async (topic, body) => {
      expect(await shop.deliver(fromWoo(topic, body, secret, ++number))).toBe(200)
      return (await shop.log()).at(-1)?.outcome
    }
  })

  test('an order that returns from the bin is asked about again', async () => {
    const version = (modified: string) => orderJson(wooOrder(91, { modified: at(modified), ...completed }))
    await send('order.updated', version('2026-03-05T10:00:00Z'))
    expect(await send('order.deleted', { id: 91 })).toContain('cancelled')
    expect((await read('91')).requests).toMatchObject([{ state: 'cancelled' }])
    // Sent before it was deleted, and late.
    expect(await send('order.updated', version('2026-03-05T10:00:05Z'))).toBe('Older than what is known.')
    expect(await send('order.restored', version('2026-03-06T11:59:00Z'))).toContain('asked again')
    expect(await send('order.updated', version('2026-03-06T11:59:00Z'))).toMatch(
      /^Known: delivered 2026-03-10/,
    )
    expect((await read('91')).requests).toMatchObject([{ state: 'scheduled' }])
  })

  test('a list without lines removes nothing', async () => {
    const order = wooOrder(92, { modified: at('2026-03-05T10:00:00Z'), ...completed })
    await send('order.updated', orderJson(order))
    const empty = orderJson({ ...order, modified: at('2026-03-05T11:00:00Z'), line_items: [] })
    expect(await send('order.updated', empty)).toBe('The order names no product: its products stay.')
    expect((await read('92')).requests).toMatchObject([{ state: 'scheduled' }])
  })
})
