import { expect, test } from 'vitest'
import { readOrder } from '../../orders/orders.ts'
import { connectShopForEachTest } from '../../test/shops/shop-for-each-test.ts'
import { aShopLine, aShopOrder } from '../../test/shops/shop-platform.ts'
import { listEvents } from '../events/events.ts'
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
  return { requests, outcome: events[0]?.outcome }
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
