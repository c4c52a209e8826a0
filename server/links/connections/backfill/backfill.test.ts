import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { testSecret } from '../../../test/app.ts'
import { connectShopForEachTest, shopStart } from '../../../test/shops/shop-for-each-test.ts'
import { aShopOrder } from '../../../test/shops/shop-platform.ts'
import { listConnections, wordConnection } from '../connection-list.ts'
import { listEvents, wordEvent } from '../events/events.ts'
import { nothing, type ShopChange, type ShopOrder, ShopProblem } from '../platform.ts'
import { quote } from '../sentences.ts'
import { startBackfill } from './backfill.ts'
import { nextBackfill } from './backfill-times.ts'

/** The shop's pages by number; `fail` is thrown once before a page. */
let pages: ShopOrder[][]
let asked: string[]
/** What the shop said about orders that cannot be read. */
let unread: string[]
let fail: { before: number; problem: Error } | undefined

const it = connectShopForEachTest({
  backfill: async function* (_shop, cursor) {
    asked.push(cursor)
    const from = cursor.startsWith('since=') ? 0 : Number(cursor)
    for (const [index, page] of pages.entries()) {
      if (index < from) continue
      if (fail?.before === index) {
        const { problem } = fail
        fail = undefined
        throw problem
      }
      const changes = page.map((order): ShopChange => ({ kind: 'order', order }))
      yield {
        changes: [...changes, ...unread.map(why => nothing(quote(why)))],
        cursor: String(index + 1),
      }
    }
  },
})
const log = async () =>
  (await listEvents(it.service.database, it.store.storeId, it.shop.connectionId)).events.map(wordEvent)
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })
beforeEach(() => {
  asked = []
  fail = undefined
  unread = []
  pages = [1, 2, 3].map(() => Array.from({ length: 5 }, () => aShopOrder()))
})

const begin = (now = shopStart) =>
  it.service.database.transaction(tx =>
    startBackfill(tx, it.store.storeId, it.shop.connectionId, { from: new Date('2026-02-01'), now, secrets }),
  )
const connection = async () => {
  const context = { secrets, address: it.service.url, now: shopStart }
  const [one] = await listConnections(it.service.database, it.store.storeId, context)
  return one && wordConnection(one)
}
const stored = async () => {
  const read = (order: ShopOrder) => readOrder(it.service.database, it.store.storeId, order.orderId)
  const found = await Promise.allSettled(pages.flat().map(read))
  return found.filter(({ status }) => status === 'fulfilled').length
}

test('fetches all pages since the date, and says how it went', async () => {
  await begin()
  await it.service.runDue()
  expect(asked).toEqual(['since=2026-02-01T00:00:00.000Z'])
  expect(await stored()).toBe(15)
  const at = new Date(shopStart)
  expect((await connection())?.backfill).toEqual({
    ...{ cursor: '3', running: false, last_at: at, next_at: nextBackfill(shopStart, it.store.storeId) },
  })
  const events = await log()
  expect(events).toMatchObject([{ topic: 'back-fill', outcome: 'Back-fill: 15 changes read.' }])
})

test('continues after the last applied page when the shop recovers', async () => {
  fail = {
    before: 2,
    problem: new ShopProblem(quote('The shop is closed.'), quote('Wait.'), { isTemporary: true }),
  }
  await begin()
  await it.service.runDue()
  expect(await stored()).toBe(10)
  expect(await connection()).toMatchObject({
    backfill: { cursor: '2', running: true },
    last_error: { message: 'The shop is closed.', mend: 'Wait.' },
  })
  it.service.setNow(shopStart + 61_000)
  await it.service.runDue()
  expect(asked).toEqual(['since=2026-02-01T00:00:00.000Z', '2'])
  expect(await stored()).toBe(15)
})

test('waits for the next night after a problem that the merchant has to solve', async () => {
  fail = { before: 0, problem: new ShopProblem(quote('The key is wrong.'), quote('Make another.')) }
  await begin()
  await it.service.runDue()
  const next_at = nextBackfill(shopStart, it.store.storeId)
  expect(await connection()).toMatchObject({
    backfill: { running: false, next_at },
    last_error: { mend: 'Make another.' },
  })
  it.service.setNow(next_at)
  await it.service.runDue()
  expect(await stored()).toBe(15)
})

test('an order that cannot be used fails alone', async () => {
  pages[1]?.splice(2, 1, aShopOrder({ orderId: 'x'.repeat(300) }))
  await begin()
  await it.service.runDue()
  expect(await stored()).toBe(14)
  const events = await log()
  expect(events.map(({ state, outcome }) => `${state}: ${outcome}`)).toEqual([
    'done: Back-fill: 14 changes read, 1 failed.',
    'failed: The order has no usable id.',
  ])
})

test('an order that cannot be read is named in the log', async () => {
  pages.splice(1)
  unread = ['Order 7 cannot be read: line_items. Check whether a plugin changes what the shop sends.']
  await begin()
  await it.service.runDue()
  const events = await log()
  expect(events.map(({ outcome }) => outcome)).toEqual([
    'Back-fill: 6 changes read.',
    'Order 7 cannot be read: line_items. Check whether a plugin changes what the shop sends.',
  ])
})

test('a paused connection fetches nothing', async () => {
  // Those of the stores before too, whose next night has come.
  await it.service.database.query(sql`update connections set state = 'paused'`)
  await expect(begin()).rejects.toMatchObject({ errorName: 'connection_state' })
  it.service.setNow(shopStart + 48 * 60 * 60 * 1000)
  await it.service.runDue()
  expect(asked).toEqual([])
})
