import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { hasOrders, hasShopOrders } from '../../asking/orders/orders.ts'
import { openArchive } from '../../exchange/archives/read-archive.ts'
import { restoreArchive } from '../../exchange/archives/restore.ts'
import { writeArchive } from '../../exchange/archives/write-archive.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { openPictureStore } from '../../foundation/storage/pictures/picture-store.ts'
import { readStore, type StoreSettings, updateStore } from '../../tenants/stores/stores.ts'
import { aMember } from '../../test/admin.ts'
import { expectCreated, expectError } from '../../test/answers.ts'
import type { Answer, TestApp } from '../../test/app.ts'
import { occursAnywhere } from '../../test/database/dump.ts'
import { untilOneWaits } from '../../test/database/locks.ts'
import { aCustomer, anOrder, anOrderProduct } from '../../test/factories.ts'
import { openForm, postForm } from '../../test/forms.ts'
import { decode } from '../../test/mail/decoded-mails.ts'
import type { MailServer } from '../../test/mail/mail-server.ts'
import { startMailingApp } from '../../test/mail/mailing-app.ts'
import { aStore, type Member } from '../../test/users.ts'
import { tidyStores } from './tidy.ts'

const received = '2026-03-06T12:00:00.000Z'
const asked = '2026-03-13T13:00:00.000Z' // seven days later, at ten in São Paulo
const pictures = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: '/nonexistent' })

let mails: MailServer
let service: TestApp
beforeAll(async () => {
  ;[service, mails] = await startMailingApp()
})
afterAll(() => service.close())
beforeEach(() => service.setNow(received))

const year = { retention_months: 12, link_days: 30 } satisfies Partial<StoreSettings>
const aShop = (change: Partial<StoreSettings> = year) => aStore(service.database, change)

const order = (id: string, change: Partial<Parameters<typeof anOrder>[0]> = {}) =>
  anOrder({
    order_id: id,
    order_date: received,
    delivery_date: received,
    products: [anOrderProduct({ product_id: 'P-1' })],
    ...change,
  })

const post = ({ headers }: Member, body: unknown) => service.send('POST', '/orders', { headers, body })

/** Sends orders with these ids, and lets their requests be mailed. */
async function send(store: Member, ...ids: string[]): Promise<void> {
  service.setNow(received)
  for (const id of ids) expectCreated(await post(store, order(id)))
  service.setNow(asked)
  await service.runDue()
}

const errors: unknown[] = []
const tidy = async (at: string, database: Database = service.database, files = pictures) => {
  errors.length = 0
  service.setNow(at)
  await tidyStores(database, files, new Date(at), (_message, error) => errors.push(error))
}

async function left({ storeId }: Member) {
  const [rows] = await service.database.query(sql`
    select
      (select array_agg(order_id order by order_id) from orders where store_id = ${storeId}) as orders,
      (select array_agg(order_id order by order_id) from review_requests where store_id = ${storeId}) as requests,
      (select count(*)::integer from mailings where store_id = ${storeId}) as mailings,
      (select count(*)::integer from former_orders where store_id = ${storeId}) as former`)
  return rows
}

/** The link to the form in the newest mail. */
function newestLink(): string {
  const text = decode(mails.received.at(-1)?.raw ?? '')
  const token = /\/r\/([\w-]{65})/.exec(text)?.[1]
  if (!token) throw new Error('The newest mail has no link.')
  return `${service.url}/r/${token}`
}

describe('an old order', () => {
  test('is deleted a year after its last link ended, with its requests and mails, and in no other store', async () => {
    const [store, twin] = [await aShop(), await aShop({ ...year, retention_months: null })]
    for (const one of [store, twin]) await send(one, 'A', 'B')
    const all = { orders: ['A', 'B'], requests: ['A', 'B'], mailings: 2, former: 0 }
    // The mails of 13 March had links until 12 April.
    await tidy('2027-04-12T12:59:00Z')
    expect(await left(store)).toEqual(all)
    await tidy('2027-04-12T13:00:00Z')
    expect(errors).toEqual([])
    expect(await left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 2 })
    expect(await left(twin)).toEqual(all)
  })

  test('is still a duplicate, nobody is asked twice, and another store takes the same id', async () => {
    const [store, other] = [await aShop(), await aShop()]
    await send(store, 'A')
    await send(other, 'B')
    const duplicate = await post(store, order('A'))
    await tidy('2028-01-01T12:00:00Z')
    const again = await post(store, order('A'))
    expectError(again, 422, 103)
    expect(again.body).toEqual(duplicate.body)
    // Ids are compared exactly.
    for (const id of ['a', 'A ', '\\x41', 'Á']) expectCreated(await post(store, order(id)))
    expectCreated(await post(other, order('A')))
    expect(await left(store)).toMatchObject({ former: 1 })
    const hashes = await service.database.query(sql`
      select distinct order_hash
      from former_orders
      where store_id in (${store.storeId}, ${other.storeId})`)
    expect(hashes).toHaveLength(2)
  })

  test('is reported as a duplicate when the limits of the plan are used up, and uses none of them', async () => {
    const store = await aShop()
    await send(store, 'A')
    await tidy('2028-01-01T12:00:00Z')
    await updateStore(service.database, store.storeId, { order_limit: 1, limits: { orders_per_minute: 1 } })
    expectError(await post(store, order('A')), 422, 103)
    expect((await post(store, order('B'))).status).toBe(201)
    expectError(await post(store, order('A')), 422, 103)
    expectError(await post(store, order('C')), 403, 8121206)
  })

  test('leaves the figures of the home, the ratings and the reviews as they were', async () => {
    const store = await aShop({ ...year, moderation: 'publish' })
    await send(store, 'A', 'B')
    const fields = { 'product-0': 'P-1', 'rating-0': '4', 'body-0': 'Boils fast.', display: 'short' }
    expect((await postForm(newestLink(), fields)).status).toBe(303)
    service.setNow(received)
    expectCreated(await post(store, order('C', { customers: [aCustomer({ email: 'no address' })] })))
    const read = async () => {
      const owner = await aMember(service, store.storeId, 'owner')
      const query = `?store_id=${store.storeId}&store_key=${store.storeKey}`
      return {
        home: (await owner.send('GET', `/stores/${store.storeId}/insights?from=2026-03-01&to=2026-04-30`))
          .body.figures,
        ratings: (await service.send('GET', `/api/v1/ratings.json${query}`)).body,
        reviews: (await service.send('GET', `/api/v1/reviews.json${query}`)).body,
      }
    }
    service.setNow('2028-01-01T12:00:00Z')
    const before = await read()
    expect(before.home).toMatchObject({ orders: 3, requested: 2, waiting: 0, asked: 2, reviewed: 1 })
    expect(JSON.stringify(before.reviews)).toContain('Boils fast.')
    await tidy('2028-01-01T12:00:00Z')
    expect(await left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 3 })
    expect(await read()).toEqual(before)
    // Counted anew from the rows, by a change of the time zone and back.
    for (const time_zone of ['Asia/Kathmandu', 'America/Sao_Paulo'])
      await updateStore(service.database, store.storeId, { time_zone })
    expect(await read()).toEqual(before)
  })

  test('is no sign of a connected shop if it was a test', async () => {
    const [store, shop] = [await aShop(), await aShop()]
    await send(store, 'realword-test-0123abcd')
    await send(shop, 'A')
    await tidy('2028-01-01T12:00:00Z')
    for (const one of [store, shop]) expect(await left(one)).toMatchObject({ orders: null, former: 1 })
    expect(await hasOrders(service.database, store.storeId)).toBe(true)
    expect(await hasShopOrders(service.database, store.storeId)).toBe(false)
    expect(await hasShopOrders(service.database, shop.storeId)).toBe(true)
  })

  test('leaves a page that says so behind the links in its mails', async () => {
    const store = await aShop()
    await send(store, 'A')
    const link = newestLink()
    expect((await openForm(link)).status).toBe(200)
    await tidy('2028-01-01T12:00:00Z')
    const page = await openForm(link)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect((await postForm(link, { 'rating-0': '4' })).status).toBe(404)
  })
})

describe('a deleted order', () => {
  test('is a duplicate in the store that an archive of its store was restored into', async () => {
    const store = await aShop()
    await send(store, 'A')
    await tidy('2028-01-01T12:00:00Z')
    const written = new PassThrough()
    const [archive] = await Promise.all([
      buffer(written),
      writeArchive(service.database, pictures, store.storeId, new Date(received), written),
    ])
    const copy = await aShop({ retention_months: null })
    const opened = await openArchive(() => fromBufferPromise(archive, { autoClose: false }))
    const by = { at: new Date('2028-01-01T12:00:00Z'), actor: 'command' } as const
    await restoreArchive(service.database, pictures, copy.storeId, opened, by)
    opened.close()
    expectError(await post(copy, order('A')), 422, 103)
    expect((await post(copy, order('B'))).status).toBe(201)
    expect((await readStore(service.database, copy.storeId)).retention_months).toBe(12)
  })

  test('leaves nothing to erase but the review, and stays a duplicate after the erasure', async () => {
    const store = await aShop({ ...year, moderation: 'publish' })
    const phone = '+55 11 98765-4321'
    const customers = [aCustomer({ name: 'Zuleica Prado', email: 'zuleica@correio.example', phone })]
    expectCreated(await post(store, order('A', { customers })))
    service.setNow(asked)
    await service.runDue()
    const text = `Boils fast. Call me: ${phone}`
    const fields = { 'product-0': 'P-1', 'rating-0': '4', 'body-0': text, display: 'full' }
    expect((await postForm(newestLink(), fields)).status).toBe(303)
    await tidy('2028-01-01T12:00:00Z')
    const owner = await aMember(service, store.storeId, 'owner')
    const erase = { email: 'zuleica@correio.example' }
    const { body } = await owner.send('POST', `/stores/${store.storeId}/people/erase`, erase)
    expect(body.erased).toMatchObject({ orders: 0, reviews: 1 })
    for (const trace of ['zuleica', '98765'])
      expect(await occursAnywhere(service.database, trace, store.storeId)).toBe(false)
    expectError(await post(store, order('A', { customers })), 422, 103)
    expect(await left(store)).toMatchObject({ orders: null, requests: null })
  })
})

describe('nothing is deleted', () => {
  test('while somebody is still to be asked', async () => {
    const store = await aShop()
    expectCreated(await post(store, order('later', { request_review_at: '2031-01-01T12:00:00Z' })))
    await tidy('2030-12-31T12:00:00Z')
    expect(await left(store)).toMatchObject({ orders: ['later'], requests: ['later'] })
  })

  test('in a store that keeps everything', async () => {
    const store = await aShop({ retention_months: null })
    await send(store, 'A')
    await tidy('2060-01-01T12:00:00Z')
    expect(await left(store)).toMatchObject({ orders: ['A'], requests: ['A'], mailings: 1, former: 0 })
  })
})

describe('a store that has paused its requests', () => {
  test('deletes orders whose request is overdue for longer than the period', async () => {
    const store = await aShop({ ...year, requests_paused: true })
    expectCreated(await post(store, order('A')))
    // Due on 13 March 2026. The order arrived on 6 March, and links are valid for 30 days.
    await tidy('2027-04-05T11:59:00Z')
    expect(await left(store)).toMatchObject({ orders: ['A'], requests: ['A'] })
    const owner = await aMember(service, store.storeId, 'owner')
    const readHome = async () =>
      (await owner.send('GET', `/stores/${store.storeId}/insights?from=2026-03-01&to=2026-03-31`)).body
        .figures
    expect(await readHome()).toMatchObject({ orders: 1, requested: 1, waiting: 1, asked: 0 })
    await tidy('2027-04-05T12:00:00Z')
    expect(await left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
    expect(await readHome()).toMatchObject({ orders: 1, requested: 1, waiting: 0, asked: 0 })
  })

  test('deletes mails whose reminder is overdue for longer than the period, and their orders', async () => {
    const store = await aShop({ ...year, reminder_days: [7] })
    await send(store, 'A')
    await updateStore(service.database, store.storeId, { requests_paused: true })
    await tidy('2028-01-01T12:00:00Z')
    expect(await left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
  })
})

/** Like the database, but `act` runs before each transaction that follows the first batch of the store's orders. */
const afterOneBatch = (store: Member, act: () => Promise<void>): Database => ({
  ...service.database,
  transaction: async <T>(body: (tx: Connection) => Promise<T>) => {
    const { former } = await rowsLeft(store)
    if (former === 50) await act()
    return await service.database.transaction(body)
  },
})

async function sendMany(store: Member, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `N-${index}`)
  const customers = [aCustomer({ email: 'no address' })]
  const answers = await Promise.all(ids.map(id => post(store, order(id, { customers }))))
  for (const answer of answers) expectCreated(answer)
  return ids
}

async function rowsLeft(store: Member) {
  const { orders, former } = (await left(store)) as { orders: string[] | null; former: number }
  return { orders: orders?.length ?? 0, former }
}

describe('a sweep', () => {
  test('that is killed between two batches is finished by the next', async () => {
    const store = await aShop()
    const ids = await sendMany(store, 110)
    const killed = afterOneBatch(store, () => Promise.reject(new Error('killed')))
    await tidy('2028-01-01T12:00:00Z', killed)
    expect(errors).toHaveLength(1)
    expect(await rowsLeft(store)).toEqual({ former: 50, orders: 60 })
    await tidy('2028-01-01T12:00:00Z')
    expect(await rowsLeft(store)).toEqual({ former: 110, orders: 0 })
    for (const id of [ids[0], ids[109]]) expectError(await post(store, order(id as string)), 422, 103)
  })

  test('of a store with many orders lets the other stores have their turn', async () => {
    const stores = [await aShop(), await aShop()]
    for (const store of stores) await sendMany(store, 110)
    const former: number[][] = []
    const watching: Database = {
      ...service.database,
      transaction: async <T>(body: (tx: Connection) => Promise<T>) => {
        const result = await service.database.transaction(body)
        former.push(await Promise.all(stores.map(async store => (await rowsLeft(store)).former)))
        return result
      },
    }
    await tidy('2028-01-01T12:00:00Z', watching)
    expect(former.at(-1)).toEqual([110, 110])
    expect(former.filter(counts => counts.includes(110) && counts.includes(0))).toEqual([])
  })

  test('deletes old data although the pictures cannot be reached', async () => {
    const store = await aShop()
    await send(store, 'A')
    await service.database.query(sql`
      insert into pictures (store_id, name, taken_at)
      values (${store.storeId}, ${`${'a'.repeat(40)}-1600.webp`}, ${new Date(received)})`)
    const unreachable = openPictureStore({ PICTURES_URL: undefined, DATA_DIR: import.meta.filename })
    await tidy('2028-01-01T12:00:00Z', service.database, unreachable)
    expect(errors).toHaveLength(1)
    expect(await left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
  })

  test('stops when the store chooses to keep everything', async () => {
    const store = await aShop()
    await sendMany(store, 60)
    const changing = afterOneBatch(store, async () => {
      await updateStore(service.database, store.storeId, { retention_months: null })
    })
    await tidy('2028-01-01T12:00:00Z', changing)
    expect(errors).toEqual([])
    expect(await rowsLeft(store)).toEqual({ former: 50, orders: 10 })
  })

  test('and the same order again: it arrives before or after, and is a duplicate in both cases', async () => {
    const store = await aShop()
    // The first deletion writes the store's row, which would lock it in any case.
    await send(store, 'earlier')
    await tidy('2028-01-01T12:00:00Z')
    await send(store, 'A')
    let answer: Answer | undefined
    let sending: Promise<void> | undefined
    const { database } = service
    service.setNow('2028-01-01T12:00:00Z')
    const holding: Database = {
      ...database,
      transaction: body =>
        database.transaction(async tx => {
          const result = await body(tx)
          const [gone] = await tx.query<{ count: number }>(sql`
            select count(*)::integer as count from former_orders where store_id = ${store.storeId}`)
          if (gone?.count === 2 && !sending) {
            // The order is deleted, and this is not committed.
            sending = post(store, order('A')).then(answered => {
              answer = answered
            })
            await untilOneWaits(database, () => answer !== undefined)
            expect(answer).toBe(undefined)
          }
          return result
        }),
    }
    await tidy('2028-01-01T12:00:00Z', holding)
    await sending
    expectError(answer as Answer, 422, 103)
    expect(await left(store)).toMatchObject({ orders: null, former: 2 })
  })

  test('leaves an order that is being changed', async () => {
    const store = await aShop()
    await send(store, 'A', 'B')
    await service.database.transaction(async tx => {
      await tx.query(sql`
        select from orders where store_id = ${store.storeId} and order_id = 'A' for update`)
      await tx.query(sql`
        select from review_requests where store_id = ${store.storeId} and order_id = 'B' for update`)
      await tidy('2028-01-01T12:00:00Z')
    })
    expect(await left(store)).toMatchObject({ orders: ['A', 'B'], requests: ['A', 'B'], former: 0 })
    await tidy('2028-01-01T12:00:00Z')
    expect(await left(store)).toMatchObject({ orders: null, former: 2 })
  })

  test('deletes the old log of changes', async () => {
    const store = await aShop()
    await updateStore(
      service.database,
      store.storeId,
      { name: 'Renamed' },
      { at: new Date(received), actor: 'command' },
    )
    const logged = () =>
      service.database.query(sql`
        select from audit_log where store_id = ${store.storeId} and record_type = 'store'`)
    // Ids of changes have the time of the machine, so the sweep is far from it.
    await tidy('2027-03-06T11:59:00Z')
    expect(await logged()).toHaveLength(1)
    await tidy('2090-01-01T12:00:00Z')
    expect(await logged()).toHaveLength(0)
  })
})
