import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { readPlanUse } from '../../answers/insights/plan-use.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { expectError } from '../../test/answers.ts'
import type { Answer, TestApp } from '../../test/app.ts'
import { anOrder, anOrderProduct, times } from '../../test/factories.ts'
import { twoInstances } from '../../test/for-each-test/two-instances.ts'
import { changeSettings, hearAll } from '../../test/hearing.ts'
import { aStore, type Member } from '../../test/users.ts'
import type { Order } from './orders.ts'

const it = twoInstances()

const send = ({ headers }: Member, body: Order, at = it.service) =>
  at.send('POST', '/orders', { headers, body })

const products = [anOrderProduct()]

/** Sends new orders of one product to both instances at once, and counts the answers. */
async function sendMany(shop: Member, count: number): Promise<Record<string, number>> {
  const answers = await Promise.all(
    times(count, index => send(shop, anOrder({ products }), index % 2 === 0 ? it.service : it.second)),
  )
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 201 ? '201' : `${status}/${body.error_code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const aLimitedStore = (orders_per_minute: number, order_limit: number | null = null) =>
  aStore(it.service.database, { limits: { orders_per_minute }, order_limit })

const ordersOf = ({ storeId }: Member) =>
  it.service.database.query(sql`select from orders where store_id = ${storeId}`)

test('two instances together accept exactly the orders of a minute', async () => {
  const shop = await aLimitedStore(20)
  expect(await sendMany(shop, 19)).toEqual({ '201': 19 })
  expect(await sendMany(shop, 64)).toEqual({ '201': 1, '429/804290': 63 })
  expect(await ordersOf(shop)).toHaveLength(20)
  it.setNow('2026-03-05T18:30:59.999Z')
  expect(await sendMany(shop, 4)).toEqual({ '429/804290': 4 })
  it.setNow('2026-03-05T18:31:00.000Z')
  expect(await sendMany(shop, 64)).toEqual({ '201': 20, '429/804290': 44 })
})

test('a refusal says how many seconds to wait, in its own words', async () => {
  const shop = await aLimitedStore(0)
  const refused = await send(shop, anOrder())
  expectError(refused, 429, 804290)
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.body.user_message.en_us).toContain('orders per minute')
})

test('an accepted order says what is left of the minute, beside what is left of the API requests', async () => {
  const shop = await aLimitedStore(3)
  const left = async (at: TestApp) => {
    const { status, headers } = await send(shop, anOrder(), at)
    return [status, headers.get('ratelimit-policy'), headers.get('ratelimit')]
  }
  const policy = '"orders_per_minute";q=3;w=60'
  expect(await left(it.service)).toEqual([201, policy, '"orders_per_minute";r=2;t=40'])
  expect(await left(it.second)).toEqual([201, policy, '"orders_per_minute";r=1;t=40'])
  await changeSettings(it.service, shop.storeId, {
    limits: { orders_per_minute: 9, api_requests_per_minute: 5 },
  })
  await hearAll(it.service)
  expect(await left(it.service)).toEqual([
    201,
    '"api_requests_per_minute";q=5;w=60, "orders_per_minute";q=9;w=60',
    '"api_requests_per_minute";r=4;t=40, "orders_per_minute";r=6;t=40',
  ])
  const free = await aStore(it.service.database)
  expect((await send(free, anOrder())).headers.get('ratelimit')).toBe(null)
})

test('a duplicate uses nothing and is reported as such when the minute is used up', async () => {
  const shop = await aLimitedStore(2)
  const order = anOrder()
  expect((await send(shop, order)).status).toBe(201)
  expectError(await send(shop, order, it.second), 422, 103)
  expect(await sendMany(shop, 3)).toEqual({ '201': 1, '429/804290': 2 })
  expectError(await send(shop, order), 422, 103)
})

test('the limit of the month still answers 403, and the tighter of both decides', async () => {
  const byMonth = await aLimitedStore(5, 3)
  expect(await sendMany(byMonth, 8)).toEqual({ '201': 3, '403/8121206': 5 })
  const byMinute = await aLimitedStore(3, 5)
  expect(await sendMany(byMinute, 8)).toEqual({ '201': 3, '429/804290': 5 })
  it.setNow('2026-03-05T18:31:00.000Z')
  expect(await sendMany(byMinute, 8)).toEqual({ '201': 2, '403/8121206': 6 })
})

test('the minute is counted over the end of a month, and by an instance whose clock is behind', async () => {
  const shop = await aLimitedStore(2)
  it.setNow('2026-04-01T02:59:59.000Z') // still March in São Paulo
  expect(await sendMany(shop, 3)).toEqual({ '201': 2, '429/804290': 1 })
  it.setNow('2026-04-01T03:00:00.000Z')
  expect(await sendMany(shop, 3)).toEqual({ '201': 2, '429/804290': 1 })
  it.service.setNow('2026-04-01T03:05:00.000Z')
  expect((await send(shop, anOrder())).status).toBe(201)
  expect((await send(shop, anOrder(), it.second)).status).toBe(201)
  expectError(await send(shop, anOrder(), it.second), 429, 804290)
})

test('a clock that was wrong and is set back starts a new minute', async () => {
  const shop = await aLimitedStore(2)
  it.setNow('2026-03-05T21:30:00.000Z')
  expect(await sendMany(shop, 3)).toEqual({ '201': 2, '429/804290': 1 })
  it.setNow('2026-03-05T18:30:00.000Z')
  const store = await readStore(it.service.database, shop.storeId)
  expect(await readPlanUse(it.service.database, store, Date.parse('2026-03-05T18:30:00Z'))).toMatchObject([
    { used: 0 },
  ])
  expect(await sendMany(shop, 3)).toEqual({ '201': 2, '429/804290': 1 })
})

test('another store with the same orders has its own minute', async () => {
  const [shop, other] = [await aLimitedStore(1), await aLimitedStore(1)]
  const orders = [anOrder(), anOrder()] as [Order, Order]
  expect((await send(shop, orders[0])).status).toBe(201)
  expectError(await send(shop, orders[1]), 429, 804290)
  expect((await send(other, orders[0])).status).toBe(201)
  expectError(await send(other, orders[1]), 429, 804290)
})

test('a change applies to both instances, and orders from before count', async () => {
  const shop = await aStore(it.service.database)
  expect(await sendMany(shop, 4)).toEqual({ '201': 4 })
  await changeSettings(it.service, shop.storeId, { limits: { orders_per_minute: 5 } })
  expect(await sendMany(shop, 4)).toEqual({ '201': 1, '429/804290': 3 })
  const store = await readStore(it.service.database, shop.storeId)
  expect(await readPlanUse(it.service.database, store, Date.parse('2026-03-05T18:30:30Z'))).toEqual([
    { name: 'orders_per_minute', limit: 5, used: 5, resets_at: new Date('2026-03-05T18:31:00Z') },
  ])
  await changeSettings(it.service, shop.storeId, { limits: {} })
  expect(await sendMany(shop, 4)).toEqual({ '201': 4 })
})

test('an order with the same id in one group gets the answer of the first', async () => {
  const shop = await aLimitedStore(0)
  const order = anOrder()
  const answers: Answer[] = await Promise.all(times(8, () => send(shop, order)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(429))
})
