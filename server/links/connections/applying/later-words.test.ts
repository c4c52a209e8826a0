import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aManageKey } from '../../../test/management.ts'
import {
  anEvent,
  anyMapping,
  anySecret,
  anyShopForEachTest,
  delivered,
  due,
  mug,
  secrets,
} from '../../../test/shops/any-shop.ts'
import { connected } from '../../../test/shops/connected.ts'
import { erasePerson, exportPerson, previewErasure } from '../../../upkeep/people/people.ts'
import { changeConnection } from '../connections.ts'
import { retryFailedEvents } from '../events/events.ts'
import { forgetOldEvents } from '../events/old-events.ts'

/** Products and words that arrive after others, as they arrive over HTTP. */

const it = anyShopForEachTest()
const { say, post, read, asked, sentAt, settings } = it

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
  it.mails.received.splice(0)
  expect(await sentAt('2026-03-19T13:00:00Z')).toEqual([event.email])
  const lists = ['Olive spoon', 'Enamel mug'].map(name => it.mails.received[0]?.raw.includes(name))
  expect(lists).toEqual([true, false])
})

test.each([
  ['by other ids', { product_id: 'number' }],
  ['by other ids without words', { product_id: 'number', product_name: 'nothing', product_sku: 'sku' }],
])('a mapping that names products %s since does not ask about them again', async (_what, options) => {
  const words = { ...anyMapping, product_sku: 'sku' }
  it.shop = await connected(it.service, it.store.storeId, {
    platform: 'generic',
    secret: anySecret,
    options: words,
  })
  const event = anEvent({ items: [{ ...mug, number: 71 }] })
  await say(event)
  await sentAt(due)
  const context = { secrets, address: it.service.url, now: Date.now() }
  await it.service.database.transaction(tx =>
    changeConnection(tx, it.store.storeId, it.shop.connectionId, { options }, context),
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
    expect(it.mails.received[0]?.raw.includes('Write my review')).toBe(true)
    const program = await aManageKey(it.service, { store: it.store })
    expect((await program.send('GET', `/orders/${event.id}`)).body.customers).toEqual(customers)
    const kept = await it.service.database.query(
      sql`select from waiting_orders where store_id = ${it.store.storeId}`,
    )
    expect(kept).toHaveLength(0)
  })

  test('is exported and erased with its person, and with nobody else', async () => {
    const [one, other] = [anEvent({ email: 'ana@example.com' }), anEvent({ email: 'joana@example.com' })]
    for (const event of [one, other]) await say({ ...event, ...first, delivered: undefined })
    const export_ = await exportPerson(it.service.database, secrets, await settings(), 'ana@example.com')
    expect(export_?.orders).toMatchObject([
      { order_id: one.id, customers: [{ email: 'ana@example.com', language: 'en' }] },
    ])
    const { database } = it.service
    const preview = await previewErasure(database, secrets, await settings(), 'ana@example.com')
    expect(preview).toMatchObject({ orders: 1, requests: 0, names: [] })
    const at = new Date(delivered)
    expect(await erasePerson(database, secrets, await settings(), 'ana@example.com', at)).toEqual({
      ...{ store_id: preview?.store_id, store: preview?.store },
      ...{ orders: 1, requests: 0, mailings: 0, reviews: 0, questions: 0, answers: 0 },
    })
    const kept = await it.service.database.query(sql`
      select order_id from waiting_orders where store_id = ${it.store.storeId}`)
    expect(kept).toEqual([{ order_id: other.id }])
    await say({ ...one, ...thin })
    await expect(read(one.id)).rejects.toMatchObject({ errorName: 'order_unknown' })
  })

  test('is forgotten with its connection, when the order is cancelled, and after 90 days', async () => {
    const events = [anEvent(), anEvent()]
    for (const event of events) await say({ ...event, delivered: undefined })
    const kept = async () =>
      (await it.service.database.query(sql`select from waiting_orders where store_id = ${it.store.storeId}`))
        .length
    await say({ ...events[0], delivered: undefined, cancelled: true })
    expect(await kept()).toBe(1)
    await forgetOldEvents(it.service.database, it.store.storeId, new Date('2026-06-03T12:00:00Z'))
    expect(await kept()).toBe(1)
    await forgetOldEvents(it.service.database, it.store.storeId, new Date('2026-06-05T12:00:00Z'))
    expect(await kept()).toBe(0)
  })
})

describe('the version of an event that its shop does not date', () => {
  test('is when it arrived: a retried one does not override a cancellation', async () => {
    const event = anEvent({ delivered: '05/03/2026' })
    await post(event)
    await post({ ...event, delivered: undefined, cancelled: true })
    await it.service.runDue()
    const readable = { delivered_at: '$toMillis(delivered, "[D01]/[M01]/[Y0001]")' }
    const context = { secrets, address: it.service.url, now: Date.now() }
    await it.service.database.transaction(tx =>
      changeConnection(tx, it.store.storeId, it.shop.connectionId, { options: readable }, context),
    )
    expect(await retryFailedEvents(it.service.database, it.store.storeId, it.shop.connectionId)).toBe(1)
    await it.service.runDue()
    expect((await it.shop.log()).map(({ outcome, subject }) => [outcome, subject])).toEqual([
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
    await it.service.runDue()
    expect(await asked(event.id)).toEqual(['scheduled turn-39@example.com'])
    const log = await it.shop.log()
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
