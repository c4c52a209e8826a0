import { expect, test } from 'vitest'
import { readOrder } from '../../../asking/orders/orders.ts'
import { changeProduct } from '../../../tenants/products/catalogue.ts'
import { connectShopForEachTest } from '../../../test/shops/shop-for-each-test.ts'
import { aShopLine, aShopOrder } from '../../../test/shops/shop-platform.ts'
import { listEvents, wordEvent } from '../events/events.ts'
import type { ShopLine, ShopOrder } from '../platform.ts'

// No delay, so that a mail about the wrong product would be due at once.
const it = connectShopForEachTest({}, { request_delay_days: 0, avoid_weekends: false })

// The tests are of 6 March.
const ahead = 'This date is in the future: check the time zone of the dates that the shop sends.'

let version = Date.parse('2026-03-06T10:00:00Z')

/** Sends a version of the order, and returns its requests and what the log says. */
async function send(order: ShopOrder, lines: ShopLine[]) {
  version += 1000
  await it.shop.post({ changes: [{ kind: 'order', order: { ...order, changedAt: version, lines } }] })
  await it.service.runDue()
  const { events } = await listEvents(it.service.database, it.store.storeId, it.shop.connectionId)
  const stored = await readOrder(it.service.database, it.store.storeId, order.orderId).catch(() => undefined)
  const requests = stored?.requests.map(
    ({ state, due_at }) => `${state} ${due_at.toISOString().slice(0, 10)}`,
  )
  return { requests, outcome: events[0] && wordEvent(events[0]).outcome }
}

const delivered = (productId: string, day: string) =>
  aShopLine({ productId, deliveredAt: Date.parse(`${day}T18:00:00Z`) })
const { deliveredAt: _, ...unsent } = aShopLine({ productId: 'B' })

test('asks about what arrived, and later about the rest', async () => {
  const order = aShopOrder()
  const first = await send(order, [delivered('A', '2026-03-20'), unsent])
  expect(first).toEqual({
    requests: ['scheduled 2026-03-21'],
    outcome: `Scheduled: delivered 2026-03-20. 1 product waits for delivery. ${ahead}`,
  })
  const both = await send(order, [delivered('A', '2026-03-20'), delivered('B', '2026-03-24')])
  expect(both).toEqual({
    requests: ['scheduled 2026-03-21', 'scheduled 2026-03-25'],
    outcome: `Known: delivered 2026-03-20, 2026-03-24. ${ahead}`,
  })
})

test('does not ask about what went back, and cancels when everything did', async () => {
  const order = aShopOrder()
  const back = (line: ShopLine) => ({ ...line, isReturned: true })
  const lines = [delivered('A', '2026-03-20'), delivered('B', '2026-03-20')] as const
  const half = await send(order, [lines[0], back(lines[1])])
  expect(half.outcome).toBe(`Scheduled: delivered 2026-03-20. 1 product went back. ${ahead}`)
  expect(half.requests).toEqual(['scheduled 2026-03-21'])
  const all = await send(order, lines.map(back))
  expect(all).toEqual({ requests: ['cancelled 2026-03-21'], outcome: 'Everything went back.' })
})

test('adds the days on the way to the day of shipping, and says that it is an estimate', async () => {
  const shipped = { ...unsent, shippedAt: Date.parse('2026-03-20T18:00:00Z') }
  const order = aShopOrder()
  expect(await send(order, [shipped])).toEqual({
    requests: ['scheduled 2026-03-26'],
    outcome: `Scheduled: delivered 2026-03-25 (estimated). ${ahead}`,
  })
  expect(await send(order, [delivered('B', '2026-03-22')])).toEqual({
    requests: ['scheduled 2026-03-23'],
    outcome: `Known: delivered 2026-03-22. ${ahead}`,
  })
})

test('two lines of one product are one: it has arrived when both have', async () => {
  const order = aShopOrder()
  const half = await send(order, [delivered('B', '2026-03-20'), unsent])
  expect(half).toEqual({ requests: undefined, outcome: 'Waits for delivery.' })
  const both = await send(order, [delivered('B', '2026-03-20'), delivered('B', '2026-03-24')])
  expect(both.requests).toEqual(['scheduled 2026-03-25'])
})

test('a line that the shop removed is not asked about, and one that it added later is', async () => {
  const order = aShopOrder()
  await send(order, [delivered('A', '2026-03-20'), delivered('B', '2026-03-24')])
  const changed = await send(order, [delivered('A', '2026-03-20'), delivered('C', '2026-03-26')])
  expect(changed.requests).toEqual(['scheduled 2026-03-21', 'cancelled 2026-03-25', 'scheduled 2026-03-27'])
})

test('does not ask about what the shop calls a gift card, unless somebody switched it on', async () => {
  const card = { ...delivered('card', '2026-03-20'), name: 'A present', noProduct: 'gift_card' } as const
  const order = aShopOrder()
  const both = await send(order, [delivered('A', '2026-03-24'), card])
  expect(both.requests).toEqual(['scheduled 2026-03-25'])
  const alone = await send(aShopOrder(), [card])
  expect(alone).toEqual({
    requests: [],
    outcome: 'The order has only products that are not asked about: nobody is asked.',
  })
  const { database } = it.service
  const change = { asks_for_reviews: true }
  const by = { at: new Date(), actor: 'command' } as const
  await database.transaction(tx => changeProduct(tx, it.store.storeId, 'card', change, by))
  expect((await send(aShopOrder(), [card])).requests).toEqual(['scheduled 2026-03-21'])
})

test('switches off a product that was listed before the shop said that it is a gift card', async () => {
  const listed = delivered('voucher', '2026-03-20')
  expect((await send(aShopOrder(), [listed])).requests).toHaveLength(1)
  expect((await send(aShopOrder(), [{ ...listed, noProduct: 'gift_card' }])).requests).toEqual([])
})

test('does not ask about an old order that its shop saves again', async () => {
  const old = { ...aShopOrder(), orderedAt: Date.parse('2025-11-20T10:00:00Z') }
  const { deliveredAt: __, ...shipped } = {
    ...delivered('A', '2026-03-20'),
    shippedAt: Date.parse('2026-03-05T10:00:00Z'),
  }
  expect(await send(old, [shipped])).toEqual({
    requests: ['expired 2026-03-10'],
    outcome: 'The order was placed on 2025-11-20: too old to ask.',
  })
  const recent = { ...aShopOrder(), orderedAt: Date.parse('2025-12-20T18:00:00Z') }
  expect((await send(recent, [delivered('A', '2026-03-20')])).requests).toEqual(['scheduled 2026-03-21'])
  expect((await send({ ...aShopOrder(), orderedAt: 0 }, [delivered('A', '2026-03-20')])).requests).toEqual([
    'scheduled 2026-03-21',
  ])
})

test('takes the last change of an order for a delivery on an unknown day', async () => {
  const { requests } = await send(aShopOrder(), [{ ...delivered('A', '2026-03-20'), deliveredAt: 0 }])
  expect(requests).toEqual(['scheduled 2026-03-06'])
})

test('says that no product of an order is asked about', async () => {
  const { outcome } = await send(aShopOrder(), [])
  expect(outcome).toBe('The order has only products that are not asked about: nobody is asked.')
})
