import sql, { type Sql } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readInsights } from '../../answers/insights/insights.ts'
import type { Database } from '../../foundation/database/connect.ts'
import type { Prepared } from '../../foundation/database/pipeline.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aReview } from '../../test/factories.ts'
import { addProducts, addReviews } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'
import { checkDays } from './day-check.ts'

let it: TestApp
let store: Member
let other: Member
beforeAll(async () => {
  it = await startTestApp()
  store = await aStore(it.database)
  other = await aStore(it.database, { time_zone: 'Asia/Kolkata' })
  for (const each of [store, other]) await addProducts(it, each, { 'product-1': 'SKU' })
})
afterAll(() => it.close())

const march = { from: '2026-03-01', to: '2026-03-31' }
const read = async (shop = store) =>
  readInsights(it.database, await readStore(it.database, shop.storeId), march, Date.UTC(2026, 3, 20))

test('days that differ from their records are reported, and recounted with fix', async () => {
  await addReviews(it, store, aReview({ created_at: new Date('2026-03-10T12:00:00Z') }))
  expect((await read()).figures.reviews).toBe(1)
  expect(await checkDays(it.database, false)).toMatchObject({ status: 'ok' })

  await it.database.query(sql`
    update store_days
    set stars = '{9,0,0,0,0}'
    where store_id = ${store.storeId} and day in ('2026-03-10', '2026-03-12')`)
  expect(await checkDays(it.database, false)).toMatchObject({
    status: 'error',
    detail: expect.stringContaining(`differ in store ${store.storeId}: 2026-03-10, 2026-03-12. Run:`),
  })

  expect(await checkDays(it.database, true)).toMatchObject({ status: 'ok' })
  expect((await read()).figures.stars).toEqual([0, 0, 0, 0, 1])
  expect(await checkDays(it.database, false)).toMatchObject({ status: 'ok' })
})

test('stores with the same records are not mixed up, whatever their time zone', async () => {
  // 20:00 in São Paulo, and the next day in Kolkata.
  const late = new Date('2026-03-20T23:00:00Z')
  for (const shop of [store, other]) {
    await addReviews(it, shop, aReview({ created_at: late }), aReview({ created_at: late, rating: 2 }))
    await read(shop)
  }
  expect(await checkDays(it.database, false)).toMatchObject({ status: 'ok' })
  await it.database.query(sql`
    update store_days
    set reviews = 1
    where store_id = ${other.storeId} and day = '2026-03-21'`)
  const { status, detail } = await checkDays(it.database, false)
  expect(status).toBe('error')
  expect(detail).toContain(`differ in store ${other.storeId}: 2026-03-21. Run:`)
  expect(await checkDays(it.database, true)).toMatchObject({ status: 'ok' })
})

test('a day with a reported change is not a fault', async () => {
  const before = (await read()).figures.reviews
  await addReviews(it, store, aReview({ created_at: new Date('2026-03-11T12:00:00Z') }))
  expect(await checkDays(it.database, false)).toMatchObject({ status: 'ok' })
  expect((await read()).figures.reviews).toBe(before + 1)
})

test('nor is a day whose reported change is counted while the check runs', async () => {
  await read()
  await addReviews(it, store, aReview({ created_at: new Date('2026-03-13T12:00:00Z') }))
  let counted = 0
  const counting: Database = {
    ...it.database,
    longTransaction: act =>
      it.database.longTransaction(tx =>
        act({
          query: async <Row>(statement: Sql | Prepared) => {
            const rows = await tx.query<Row>(statement)
            const isOfDays = rows.some(row => (row as { day?: string }).day === '2026-03-13')
            if (isOfDays) counted = (await read()).figures.reviews
            return rows
          },
        }),
      ),
  }
  expect(await checkDays(counting, false)).toMatchObject({ status: 'ok' })
  expect(counted).toBeGreaterThan(0)
})
