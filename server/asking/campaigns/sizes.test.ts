import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readStore } from '../../tenants/stores/stores.ts'
import { addCopies } from '../../test/database/copies.ts'
import { anOrderProduct } from '../../test/factories.ts'
import { campaignsInEachTest, confirmed, monday, preview } from '../../test/for-each-test/campaigns.ts'
import { orderOf, ordersOf, sendOrders } from '../../test/for-each-test/earlier-orders.ts'
import { askBatch } from './ask.ts'
import { planBatch } from './plan.ts'

// How much a mail asks about, a worker does at once, and a list shows.

const it = campaignsInEachTest()
const { create, read } = it

const batch = async () => ({
  ...{ store: await readStore(it.service.database, it.program.store.storeId), now: monday },
  secrets: it.dependencies().secrets,
})

test('a buyer is asked about the five newest orders, and never about the others', async () => {
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07']
  const orders = months.map(month =>
    orderOf(`${month}-10`, 'ana@buyers.example', {
      order_id: month,
      products: [anOrderProduct({ product_id: month, name: `Bought in ${month}` })],
    }),
  )
  await sendOrders(it.program, orders)
  const id = await create(confirmed)
  await it.service.runDue()
  expect(it.sent()).toEqual(['ana@buyers.example'])
  it.service.setNow('2026-11-17T13:05:00.000Z')
  await it.service.runDue()
  expect(it.sent()).toHaveLength(1)
  expect(await read(id)).toMatchObject({ state: 'finished', asked: 1 })
  const requests = await it.service.database.query(sql`
    select order_id, state
    from review_requests
    where store_id = ${it.program.store.storeId}
    order by order_id`)
  expect(requests).toEqual(months.map((order_id, at) => ({ order_id, state: at < 2 ? 'expired' : 'sent' })))
})

test('a worker lists the buyers of 1,000 orders at once, and then those of the others', async () => {
  await sendOrders(it.program, ordersOf('buyer', 1, '2026-08-31'))
  const ours = sql`one.store_id = ${it.program.store.storeId}`
  await addCopies(it.service.database, 'orders', ours, [1, 1_000], sql`'order_id', 'more-' || n`)
  const id = await create(preview)
  expect(await planBatch(it.service.database, await batch(), id)).toBe(true)
  expect(await read(id)).toMatchObject({ state: 'planning', orders_read: 1_000, orders_in_all: 1_001 })
  expect(await planBatch(it.service.database, await batch(), id)).toBe(false)
  expect(await read(id)).toMatchObject({ state: 'planned', orders_read: 1_001, planned: 1 })
})

test('a worker asks 200 buyers at once', async () => {
  await sendOrders(it.program, ordersOf('buyer', 1, '2026-08-31'))
  const id = await create({ ...confirmed, per_day: 300 })
  await planBatch(it.service.database, await batch(), id)
  const buyer = sql`one.campaign_id = ${id}`
  const change = sql`'address', n || '@buyers.example'`
  await addCopies(it.service.database, 'campaign_buyers', buyer, [1, 200], change)
  await it.service.database.query(sql`update campaigns set buyers_planned = 201 where id = ${id}`)
  expect(await askBatch(it.service.database, await batch(), id)).toBe(true)
  expect(await read(id)).toMatchObject({ state: 'running', planned: 1 })
})

// 750 days without weekends, after the first one.
test.each([
  { planned: 751, last: '2029-10-01' },
  { planned: 752, last: null },
])('the last day of $planned mails, one a day, is $last', async ({ planned, last }) => {
  await sendOrders(it.program, ordersOf('buyer', 1, '2026-08-31'))
  const id = await create({ ...preview, per_day: 1 })
  await it.service.runDue()
  await it.service.database.query(sql`update campaigns set buyers_planned = ${planned} where id = ${id}`)
  expect(await read(id)).toMatchObject({ next_on: '2026-11-16', last_on: last })
})

test('the fifty newest campaigns are listed', async () => {
  const id = await create(preview)
  const change = sql`
    'id', gen_random_uuid(), 'state', 'finished', 'next_at', null, 'confirmed_at', one.created_at,
    'created_at', one.created_at - n * interval '1 day', 'orders_read', n`
  await addCopies(it.service.database, 'campaigns', sql`one.id = ${id}`, [1, 50], change)
  const { data } = (await it.program.send('GET', '/campaigns')).body
  const read = data.map((one: { orders_read: number }) => one.orders_read)
  expect(read).toEqual(Array.from({ length: 50 }, (_, n) => n))
})
