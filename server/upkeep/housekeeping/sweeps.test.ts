import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { expectCreated, expectError } from '../../test/answers.ts'
import type { Answer } from '../../test/app.ts'
import { besideLock, untilOneWaits } from '../../test/database/locks.ts'
import { aCustomer } from '../../test/factories.ts'
import { keepOrdersInEachTest, order, received } from '../../test/for-each-test/old-orders.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aMailing } from '../../test/mail/mailings.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import type { Member } from '../../test/users.ts'

const it = keepOrdersInEachTest()

/** Like the database, but `act` runs before each transaction that follows the first batch of the store's orders. */
const afterOneBatch = (store: Member, act: () => Promise<void>): Database => ({
  ...it.service.database,
  transaction: async <T>(body: (tx: Connection) => Promise<T>) => {
    const { former } = await rowsLeft(store)
    if (former === 50) await act()
    return await it.service.database.transaction(body)
  },
})

async function sendMany(store: Member, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `N-${index}`)
  const customers = [aCustomer({ email: 'no address' })]
  const answers = await Promise.all(ids.map(id => it.post(store, order(id, { customers }))))
  for (const answer of answers) expectCreated(answer)
  return ids
}

async function rowsLeft(store: Member) {
  const { orders, former } = (await it.left(store)) as { orders: string[] | null; former: number }
  return { orders: orders?.length ?? 0, former }
}

describe('a sweep', () => {
  test('that is killed between two batches is finished by the next', async () => {
    const store = await it.aShop()
    const ids = await sendMany(store, 110)
    const killed = afterOneBatch(store, () => Promise.reject(new Error('killed')))
    await it.tidy('2028-01-01T12:00:00Z', killed)
    expect(it.errors).toHaveLength(1)
    expect(await rowsLeft(store)).toEqual({ former: 50, orders: 60 })
    await it.tidy('2028-01-01T12:00:00Z')
    expect(await rowsLeft(store)).toEqual({ former: 110, orders: 0 })
    for (const id of [ids[0], ids[109]]) expectError(await it.post(store, order(id as string)), 422, 103)
  })

  test('of a store with many orders lets the other stores have their turn', async () => {
    const stores = [await it.aShop(), await it.aShop()]
    for (const store of stores) await sendMany(store, 110)
    const former: number[][] = []
    const watching: Database = {
      ...it.service.database,
      transaction: async <T>(body: (tx: Connection) => Promise<T>) => {
        const result = await it.service.database.transaction(body)
        former.push(await Promise.all(stores.map(async store => (await rowsLeft(store)).former)))
        return result
      },
    }
    await it.tidy('2028-01-01T12:00:00Z', watching)
    expect(former.at(-1)).toEqual([110, 110])
    expect(former.filter(counts => counts.includes(110) && counts.includes(0))).toEqual([])
  })

  test('deletes old data although the pictures cannot be reached', async () => {
    const store = await it.aShop()
    await it.send(store, 'A')
    await it.service.database.query(sql`
      insert into pictures (store_id, name, taken_at)
      values (${store.storeId}, ${`${'a'.repeat(40)}-1600.webp`}, ${new Date(received)})`)
    const unreachable = picturesIn(import.meta.filename)
    await it.tidy('2028-01-01T12:00:00Z', it.service.database, unreachable)
    expect(it.errors).toHaveLength(1)
    expect(await it.left(store)).toEqual({ orders: null, requests: null, mailings: 0, former: 1 })
  })

  test('stops when the store chooses to keep everything', async () => {
    const store = await it.aShop()
    await sendMany(store, 60)
    const changing = afterOneBatch(store, async () => {
      await changeSettings(it.service, store.storeId, { retention_months: null })
    })
    await it.tidy('2028-01-01T12:00:00Z', changing)
    expect(it.errors).toEqual([])
    expect(await rowsLeft(store)).toEqual({ former: 50, orders: 10 })
  })

  test('and the same order again: it arrives before or after, and is a duplicate in both cases', async () => {
    const store = await it.aShop()
    // The first deletion writes the store's row, which would lock it in any case.
    await it.send(store, 'earlier')
    await it.tidy('2028-01-01T12:00:00Z')
    await it.send(store, 'A')
    let answer: Answer | undefined
    let sending: Promise<void> | undefined
    const { database } = it.service
    it.service.setNow('2028-01-01T12:00:00Z')
    const holding: Database = {
      ...database,
      transaction: body =>
        database.transaction(async tx => {
          const result = await body(tx)
          const [gone] = await tx.query<{ count: number }>(sql`
            select count(*)::integer as count from former_orders where store_id = ${store.storeId}`)
          if (gone?.count === 2 && !sending) {
            // The order is deleted, and this is not committed.
            sending = it.post(store, order('A')).then(answered => {
              answer = answered
            })
            await untilOneWaits(database, () => answer !== undefined)
            expect(answer).toBe(undefined)
          }
          return result
        }),
    }
    await it.tidy('2028-01-01T12:00:00Z', holding)
    await sending
    expectError(answer as Answer, 422, 103)
    expect(await it.left(store)).toMatchObject({ orders: null, former: 2 })
  })

  test('leaves an order that is being changed', async () => {
    const store = await it.aShop()
    await it.send(store, 'A', 'B')
    await it.service.database.transaction(async tx => {
      await tx.query(sql`
        select from orders where store_id = ${store.storeId} and order_id = 'A' for update`)
      await tx.query(sql`
        select from review_requests where store_id = ${store.storeId} and order_id = 'B' for update`)
      await it.tidy('2028-01-01T12:00:00Z')
      expect(it.errors).toEqual([]) // It did not wait for them.
    })
    expect(await it.left(store)).toMatchObject({ orders: ['A', 'B'], requests: ['A', 'B'], former: 0 })
    await it.tidy('2028-01-01T12:00:00Z')
    expect(await it.left(store)).toMatchObject({ orders: null, former: 2 })
  })

  test.each([
    'mailings',
    'audit_log',
    'webhook_events',
  ])('leaves rows of %s that somebody has locked to the next one, and does not wait for them', async table => {
    const store = await it.aShop()
    const { database } = it.service
    await aMailing(database, store.storeId, { at: new Date(received) })
    await database.query(sql`
      insert into webhook_events (store_id, event_id, type, subject, at, body, addresses)
      values (${store.storeId}, ${uuid()}, 'order.received', 'A', ${received}, '{}', '{}')`)
    const by = { at: new Date(received), actor: 'command' } as const
    await changeSettings(it.service, store.storeId, { name: 'Renamed' }, by)
    const rows = sql`from ${raw(table)} where store_id = ${store.storeId}`
    // Ids of changes have the time of the machine, so the sweep is far from it.
    const tidy = () => it.tidy('2090-01-01T12:00:00Z')
    const before = await database.query(sql`select ${rows}`)
    expect(before.length).toBeGreaterThan(0)
    await besideLock(database, sql`select ${rows} for update`, tidy)
    expect(await database.query(sql`select ${rows}`)).toEqual(before)
    await tidy()
    expect(await database.query(sql`select ${rows}`)).toHaveLength(0)
  })

  test('deletes the old log of changes', async () => {
    const store = await it.aShop()
    await changeSettings(
      it.service,
      store.storeId,
      { name: 'Renamed' },
      { at: new Date(received), actor: 'command' },
    )
    const logged = () =>
      it.service.database.query(sql`
        select from audit_log where store_id = ${store.storeId} and record_type = 'store'`)
    // Ids of changes have the time of the machine, so the sweep is far from it.
    await it.tidy('2027-03-06T11:59:00Z')
    expect(await logged()).toHaveLength(1)
    await it.tidy('2090-01-01T12:00:00Z')
    expect(await logged()).toHaveLength(0)
  })
})
