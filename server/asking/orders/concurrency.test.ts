import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '../../test/answers.ts'
import { type Answer, startTestApp, type TestApp } from '../../test/app.ts'
import { anOrder, anOrderProduct } from '../../test/factories.ts'
import { changeSettings } from '../../test/hearing.ts'
import { anOwnerAndOutsider, aStore, type Member } from '../../test/users.ts'
import type { Order } from './orders.ts'

let service: TestApp
let second: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  second = await startTestApp({}, service.target)
  const cast = await anOwnerAndOutsider(service.database)
  owner = cast.owner
  outsider = cast.outsider
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const instances = [
  { where: 'one instance', at: (): TestApp => service },
  { where: 'two instances', at: (turn: number): TestApp => (turn % 2 === 0 ? service : second) },
]

describe.each(instances)('many concurrent posts to $where', ({ at }) => {
  const sendAll = (orders: Order[], { headers }: Member) =>
    Promise.all(orders.map((body, turn) => at(turn).send('POST', '/orders', { headers, body })))

  test('200 orders, each sent 32 times, are each stored once', async () => {
    for (const orders of chunks(make(200), 8)) {
      const answers = await sendAll(repeat(orders, 32), owner)
      for (const [index] of orders.entries()) {
        const same = answers.slice(index * 32, (index + 1) * 32)
        expect(tally(same)).toEqual({ '201': 1, '422/103': 31 })
      }
      expect(await countStored(owner, orders)).toBe(8)
    }
  })

  test('the last order of the plan is accepted once', async () => {
    const shop = await aStore(service.database, { order_limit: 20 })
    expect(tally(await sendAll(make(19), shop))).toEqual({ '201': 19 })
    expect(tally(await sendAll(make(64), shop))).toEqual({ '201': 1, '403/8121206': 63 })
    expect(await usageOf(shop)).toEqual([20])
  })

  test('orders of known products fill the plan exactly, also after it was raised', async () => {
    const shop = await aStore(service.database, { order_limit: 22 })
    const products = [anOrderProduct()]
    const first = make(2, products)
    expect(tally(await sendAll(first, shop))).toEqual({ '201': 2 })
    expect(tally(await sendAll(make(19, products), shop))).toEqual({ '201': 19 })
    expect(tally(await sendAll(make(64, products), shop))).toEqual({ '201': 1, '403/8121206': 63 })
    expect(await usageOf(shop)).toEqual([22])
    await changeSettings(service, shop.storeId, { order_limit: 300 })
    expect(tally(await sendAll(make(200, products), shop))).toEqual({ '201': 200 })
    const last = make(100, products)
    expect(tally(await sendAll([...first, ...last], shop))).toEqual({
      '201': 78,
      '422/103': 2,
      '403/8121206': 22,
    })
    expect(await usageOf(shop)).toEqual([300])
  })

  test('duplicates among them do not count towards the plan', async () => {
    const shop = await aStore(service.database, { order_limit: 20 })
    const orders = make(20)
    expect(tally(await sendAll(repeat(orders, 8), shop))).toEqual({ '201': 20, '422/103': 140 })
    expect(await usageOf(shop)).toEqual([20])
    // The plan is used up: known orders are reported as duplicates, new ones are refused.
    expect(tally(await sendAll([...orders, ...make(20)], shop))).toEqual({ '422/103': 20, '403/8121206': 20 })
    expect(await usageOf(shop)).toEqual([20])
  })

  test('the same new order over the limit is refused every time, never reported as a duplicate', async () => {
    const shop = await aStore(service.database, { order_limit: 0 })
    expect(tally(await sendAll(repeat(make(2), 32), shop))).toEqual({ '403/8121206': 64 })
  })

  test('two stores never share an order, a limit or an answer', async () => {
    const orders = make(32)
    const answers = await Promise.all([owner, outsider].map(member => sendAll(orders, member)))
    expect(tally(answers.flat())).toEqual({ '201': 64 })
    expect(new Set(answers.flat().map(({ body }) => body.id)).size).toBe(64)
    for (const [index, { storeId }] of [owner, outsider].entries()) {
      const ids = answers[index]?.map(({ body }) => body.id) ?? []
      const rows = await service.database.query(
        sql`select from orders where store_id = ${storeId} and id = any(${ids})`,
      )
      expect(rows).toHaveLength(32)
    }
  })

  test('orders with the same products in another order never deadlock', async () => {
    const lines = Array.from({ length: 40 }, () => anOrderProduct())
    const orders = Array.from({ length: 64 }, (_, turn) =>
      anOrder({ products: turn % 4 < 2 ? lines : lines.toReversed() }),
    )
    expect(tally(await sendAll(orders, owner))).toEqual({ '201': 64 })
  })
})

test('an order accepted by one instance is a duplicate at the other at once', async () => {
  for (const order of make(50)) {
    const [first, then] = Math.random() < 0.5 ? [service, second] : [second, service]
    expect((await first.send('POST', '/orders', { headers: owner.headers, body: order })).status).toBe(201)
    expectError(await then.send('POST', '/orders', { headers: owner.headers, body: order }), 422, 103)
  }
})

test('every order that was answered with 201 is stored under that id', async () => {
  const { headers, storeId } = await aStore(service.database)
  const orders = make(500)
  const answers = await Promise.all(orders.map(body => service.send('POST', '/orders', { headers, body })))
  const answered = orders.map(({ order_id }, index) => ({ order_id, id: answers[index]?.body.id }))
  const stored = await service.database.query(
    sql`select order_id, id from orders where store_id = ${storeId}`,
  )
  expect(stored).toHaveLength(500)
  expect(stored).toEqual(expect.arrayContaining(answered))
})

function make(count: number, products?: Order['products']): Order[] {
  return Array.from({ length: count }, () => anOrder(products && { products }))
}

/** The orders repeated `times` times, each next to its copies. */
function repeat(orders: Order[], times: number): Order[] {
  return orders.flatMap(order => Array.from({ length: times }, () => order))
}

function chunks<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** Counts each answer: `{ '201': 1, '422/103': 31 }`. */
function tally(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 201 ? '201' : `${status}/${body.error_code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function countStored({ storeId }: Member, orders: Order[]): Promise<number> {
  const ids = orders.map(({ order_id }) => order_id)
  const rows = await service.database.query(
    sql`select from orders where store_id = ${storeId} and order_id = any(${ids})`,
  )
  return rows.length
}

async function usageOf({ storeId }: Member): Promise<number[]> {
  const rows = await service.database.query<{ orders: number }>(
    sql`select orders from order_usage where store_id = ${storeId}`,
  )
  return rows.map(({ orders }) => orders)
}
