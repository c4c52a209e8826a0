import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { hasOrders, hasShopOrders } from '../../asking/orders/orders.ts'
import { openArchive } from '../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../exchange/archives/restore.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectCreated, expectError } from '../../test/answers.ts'
import { addCopies } from '../../test/database/copies.ts'
import { occursAnywhere } from '../../test/database/dump.ts'
import { aCustomer } from '../../test/factories.ts'
import {
  asked,
  keepOrdersInEachTest,
  order,
  pictures,
  received,
  year,
} from '../../test/for-each-test/old-orders.ts'
import { openForm, postForm } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import { forgetOldData } from './old-data.ts'

const it = keepOrdersInEachTest()

/** The link to the form in the newest mail. */
function newestLink(): string {
  const text = decode(it.mails.received.at(-1)?.raw ?? '')
  const token = /\/r\/([\w-]{65})/.exec(text)?.[1]
  if (!token) throw new Error('The newest mail has no link.')
  return `${it.service.url}/r/${token}`
}

describe('an old order', () => {
  test('is deleted a year after its last link ended, with its requests and mails, and in no other store', async () => {
    const [store, twin] = [await it.aShop(), await it.aShop({ ...year, retention_months: null })]
    for (const one of [store, twin]) await it.send(one, 'A', 'B')
    const all = { orders: ['A', 'B'], requests: ['A', 'B'], mailings: 2, former: 0 }
    // The mails of 13 March had links until 12 April.
    await it.tidy('2027-04-12T12:59:00Z')
    expect(await it.left(store)).toEqual(all)
    await it.tidy('2027-04-12T13:00:00Z')
    expect(it.errors).toEqual([])
    expect(await it.left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 2 })
    expect(await it.left(twin)).toEqual(all)
  })

  test('is still a duplicate, nobody is asked twice, and another store takes the same id', async () => {
    const [store, other] = [await it.aShop(), await it.aShop()]
    await it.send(store, 'A')
    await it.send(other, 'B')
    const duplicate = await it.post(store, order('A'))
    await it.tidy('2028-01-01T12:00:00Z')
    const again = await it.post(store, order('A'))
    expectError(again, 422, 103)
    expect(again.body).toEqual(duplicate.body)
    // Ids are compared exactly.
    for (const id of ['a', 'A ', '\\x41', 'Á']) expectCreated(await it.post(store, order(id)))
    expectCreated(await it.post(other, order('A')))
    expect(await it.left(store)).toMatchObject({ former: 1 })
    const hashes = await it.service.database.query(sql`
      select distinct order_hash
      from former_orders
      where store_id in (${store.storeId}, ${other.storeId})`)
    expect(hashes).toHaveLength(2)
  })

  test('is reported as a duplicate when the limits of the plan are used up, and uses none of them', async () => {
    const store = await it.aShop()
    await it.send(store, 'A')
    await it.tidy('2028-01-01T12:00:00Z')
    await changeSettings(it.service, store.storeId, {
      order_limit: 1,
      limits: { orders_per_minute: 1 },
    })
    expectError(await it.post(store, order('A')), 422, 103)
    expect((await it.post(store, order('B'))).status).toBe(201)
    expectError(await it.post(store, order('A')), 422, 103)
    expectError(await it.post(store, order('C')), 403, 8121206)
  })

  test('leaves the figures of the home, the ratings and the reviews as they were', async () => {
    const store = await it.aShop({ ...year, moderation: 'publish' })
    await it.send(store, 'A', 'B')
    const fields = { 'product-0': 'P-1', 'rating-0': '4', 'body-0': 'Boils fast.', display: 'short' }
    expect((await postForm(newestLink(), fields)).status).toBe(303)
    it.service.setNow(received)
    expectCreated(await it.post(store, order('C', { customers: [aCustomer({ email: 'no address' })] })))
    const read = async () => {
      const owner = await aMember(it.service, store.storeId, 'owner')
      const query = `?store_id=${store.storeId}&store_key=${store.storeKey}`
      return {
        home: (await owner.send('GET', `/stores/${store.storeId}/insights?from=2026-03-01&to=2026-04-30`))
          .body.figures,
        ratings: (await it.service.send('GET', `/api/v1/ratings.json${query}`)).body,
        reviews: (await it.service.send('GET', `/api/v1/reviews.json${query}`)).body,
      }
    }
    it.service.setNow('2028-01-01T12:00:00Z')
    const before = await read()
    expect(before.home).toMatchObject({ orders: 3, requested: 2, waiting: 0, asked: 2, reviewed: 1 })
    expect(JSON.stringify(before.reviews)).toContain('Boils fast.')
    await it.tidy('2028-01-01T12:00:00Z')
    expect(await it.left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 3 })
    expect(await read()).toEqual(before)
    // Counted anew from the rows, by a change of the time zone and back.
    for (const time_zone of ['Asia/Kathmandu', 'America/Sao_Paulo'])
      await changeSettings(it.service, store.storeId, { time_zone })
    expect(await read()).toEqual(before)
  })

  test('is no sign of a connected shop if it was a test', async () => {
    const [store, shop] = [await it.aShop(), await it.aShop()]
    await it.send(store, 'realword-test-0123abcd')
    await it.send(shop, 'A')
    await it.tidy('2028-01-01T12:00:00Z')
    for (const one of [store, shop]) expect(await it.left(one)).toMatchObject({ orders: null, former: 1 })
    expect(await hasOrders(it.service.database, store.storeId)).toBe(true)
    expect(await hasShopOrders(it.service.database, store.storeId)).toBe(false)
    expect(await hasShopOrders(it.service.database, shop.storeId)).toBe(true)
  })

  test('leaves a page that says so behind the links in its mails', async () => {
    const store = await it.aShop()
    await it.send(store, 'A')
    const link = newestLink()
    expect((await openForm(link)).status).toBe(200)
    await it.tidy('2028-01-01T12:00:00Z')
    const page = await openForm(link)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect((await postForm(link, { 'rating-0': '4' })).status).toBe(404)
  })
})

describe('a deleted order', () => {
  test('is a duplicate in the store that an archive of its store was restored into', async () => {
    const store = await it.aShop()
    await it.send(store, 'A')
    await it.tidy('2028-01-01T12:00:00Z')
    const written = new PassThrough()
    const [archive] = await Promise.all([
      buffer(written),
      writeArchive(it.service.database, pictures, store.storeId, new Date(received), written),
    ])
    const copy = await it.aShop({ retention_months: null })
    const opened = await openArchive(() => fromBufferPromise(archive, { autoClose: false }))
    const by = { at: new Date('2028-01-01T12:00:00Z'), actor: 'command' } as const
    await restoreArchive(it.service.database, pictures, copy.storeId, opened, by)
    opened.close()
    expectError(await it.post(copy, order('A')), 422, 103)
    expect((await it.post(copy, order('B'))).status).toBe(201)
    expect((await readStore(it.service.database, copy.storeId)).retention_months).toBe(12)
  })

  test('leaves nothing to erase but the review, and stays a duplicate after the erasure', async () => {
    const store = await it.aShop({ ...year, moderation: 'publish' })
    const phone = '+55 11 98765-4321'
    const customers = [aCustomer({ name: 'Zuleica Prado', email: 'zuleica@correio.example', phone })]
    expectCreated(await it.post(store, order('A', { customers })))
    it.service.setNow(asked)
    await it.service.runDue()
    const text = `Boils fast. Call me: ${phone}`
    const fields = { 'product-0': 'P-1', 'rating-0': '4', 'body-0': text, display: 'full' }
    expect((await postForm(newestLink(), fields)).status).toBe(303)
    await it.tidy('2028-01-01T12:00:00Z')
    const owner = await aMember(it.service, store.storeId, 'owner')
    const erase = { email: 'zuleica@correio.example' }
    const { body } = await owner.send('POST', `/stores/${store.storeId}/people/erase`, erase)
    expect(body.erased).toMatchObject({ orders: 0, reviews: 1 })
    for (const trace of ['zuleica', '98765'])
      expect(await occursAnywhere(it.service.database, trace, store.storeId)).toBe(false)
    expectError(await it.post(store, order('A', { customers })), 422, 103)
    expect(await it.left(store)).toMatchObject({ orders: null, requests: null })
  })
})

describe('nothing is deleted', () => {
  test('while somebody is still to be asked', async () => {
    const store = await it.aShop()
    expectCreated(await it.post(store, order('later', { request_review_at: '2031-01-01T12:00:00Z' })))
    await it.tidy('2030-12-31T12:00:00Z')
    expect(await it.left(store)).toMatchObject({ orders: ['later'], requests: ['later'] })
  })

  test('in a store that keeps everything', async () => {
    const store = await it.aShop({ retention_months: null })
    await it.send(store, 'A')
    await it.tidy('2060-01-01T12:00:00Z')
    expect(await it.left(store)).toMatchObject({ orders: ['A'], requests: ['A'], mailings: 1, former: 0 })
  })
})

describe('a store that has paused its requests', () => {
  test('deletes orders whose request is overdue for longer than the period', async () => {
    const store = await it.aShop({ ...year, requests_paused: true })
    expectCreated(await it.post(store, order('A')))
    // Due on 13 March 2026. The order arrived on 6 March, and links are valid for 30 days.
    await it.tidy('2027-04-05T11:59:00Z')
    expect(await it.left(store)).toMatchObject({ orders: ['A'], requests: ['A'] })
    const owner = await aMember(it.service, store.storeId, 'owner')
    const readHome = async () =>
      (await owner.send('GET', `/stores/${store.storeId}/insights?from=2026-03-01&to=2026-03-31`)).body
        .figures
    expect(await readHome()).toMatchObject({ orders: 1, requested: 1, waiting: 1, asked: 0 })
    await it.tidy('2027-04-05T12:00:00Z')
    expect(await it.left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
    expect(await readHome()).toMatchObject({ orders: 1, requested: 1, waiting: 0, asked: 0 })
  })

  test('deletes mails whose reminder is overdue for longer than the period, and their orders', async () => {
    const store = await it.aShop({ ...year, reminder_days: [7] })
    await it.send(store, 'A')
    await changeSettings(it.service, store.storeId, { requests_paused: true })
    await it.tidy('2028-01-01T12:00:00Z')
    expect(await it.left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
  })
})

test('orders are deleted in batches, the first of 50, so that new ones do not wait for long', async () => {
  const store = await it.aShop()
  await it.send(store, 'A')
  const { database } = it.service
  const ours = sql`one.store_id = ${store.storeId}`
  await addCopies(database, 'orders', ours, [1, 50], sql`'order_id', 'B-' || n`)
  const orders = async () => (await it.left(store))?.orders as string[] | null
  expect(await orders()).toHaveLength(51)
  const forgetting = forgetOldData(database, store.storeId, new Date('2028-01-01'))
  await forgetting.next()
  expect(await orders()).toHaveLength(1)
  while (!(await forgetting.next()).done);
  expect(await orders()).toBeNull()
})
