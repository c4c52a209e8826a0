import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { startTestApp } from '../../test/app.ts'
import { anOrder } from '../../test/factories.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { picturesIn } from '../../test/media/pictures.ts'
import { aStore, type Member } from '../../test/users.ts'
import { tidyStores } from './tidy.ts'

const noon = '2026-03-31T15:00:00Z' // in São Paulo
const pictures = picturesIn('/nowhere')

const it = openForTests(startTestApp)

async function order(store: Member, at: string): Promise<void> {
  it.setNow(at)
  const { status } = await it.send('POST', '/orders', { headers: store.headers, body: anOrder() })
  expect(status).toBe(201)
}

const tidyAt = (time: string) =>
  tidyStores(it.database, pictures, new Date(time), (_message, error) => {
    throw error
  })

async function countKept(storeId: string): Promise<number> {
  const rows = await it.database.query(sql`select day from store_days where store_id = ${storeId}`)
  return rows.length
}

test('the first read of the home uses days that were counted before', async () => {
  const store = await aStore(it.database)
  await order(store, '2026-03-10T12:00:00Z')
  await tidyAt(noon)
  // A count by the request would not find this figure.
  const written = await it.database.query(sql`
    update store_days
    set orders = 77
    where store_id = ${store.storeId} and day = '2026-03-10'
    returning day`)
  expect(written).toHaveLength(1)
  it.setNow(noon)
  const owner = await aMember(it, store.storeId, 'owner')
  const { body } = await owner.send('GET', `/stores/${store.storeId}/insights`)
  expect(body.figures.orders).toBe(77)
  const before = await countKept(store.storeId)
  expect(before).toBe(60)
  await tidyAt('2026-04-01T15:00:00Z')
  expect(await countKept(store.storeId)).toBe(before + 1)
})

test('two years are counted for a store with many orders a month', async () => {
  const store = await aStore(it.database)
  const other = await aStore(it.database)
  for (const each of [store, other]) await order(each, '2026-03-10T12:00:00Z')
  await it.database.query(sql`update order_usage set orders = 5000 where store_id = ${store.storeId}`)
  await tidyAt(noon)
  expect(await countKept(other.storeId)).toBe(60)
  const kept = await it.database.query<{ first: string; count: number }>(sql`
    select min(day)::text as first, count(*)::integer as count
    from store_days
    where store_id = ${store.storeId}`)
  expect(kept).toEqual([{ first: '2024-03-21', count: 740 }])
  // A count by the request would not find this figure.
  await it.database.query(sql`
    update store_days
    set orders = 77
    where store_id = ${store.storeId} and day = '2025-04-01'`)
  it.setNow(noon)
  const owner = await aMember(it, store.storeId, 'owner')
  const { body } = await owner.send('GET', `/stores/${store.storeId}/insights?range=12m`)
  expect([body.from, body.figures.orders]).toEqual(['2025-04-01', 78])
})

test('no days are counted for a store without activity, or with none for 60 days', async () => {
  const idle = await aStore(it.database)
  const former = await aStore(it.database)
  await order(former, '2026-01-02T12:00:00Z')
  await tidyAt(noon)
  expect([await countKept(idle.storeId), await countKept(former.storeId)]).toEqual([0, 0])
})
