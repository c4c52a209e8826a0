import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder } from '../../server/test/factories.ts'
import { countDue } from './due-counts.ts'
import { type Service, startService } from './service.ts'

const now = '2026-03-05T18:30:00.000Z'

let service: Service
beforeAll(async () => {
  service = await startService(() => Date.parse(now))
})
afterAll(() => service.close())

test("countDue counts a store's requests by state, its own weekday and reason", async () => {
  for (const change of [
    { delivery_date: now },
    { delivery_date: now },
    { delivery_date: '2026-03-07T12:00:00.000Z' },
    { delivery_date: '2020-01-01T00:00:00.000Z' },
    { request_review_at: '2026-03-09T01:00:00Z' }, // a Monday, which is Sunday evening in São Paulo
  ])
    expect((await service.post('/orders', anOrder(change))).status).toBe(201)
  expect(await countDue(service.database, service.storeId)).toEqual([
    { state: 'scheduled', weekday: 4, reason: '7 days after delivery', requests: 2 },
    { state: 'expired', weekday: 2, reason: '7 days after delivery, more than 30 days past', requests: 1 },
    { state: 'scheduled', weekday: 1, reason: '7 days after delivery, moved from Saturday', requests: 1 },
    { state: 'scheduled', weekday: 7, reason: 'given with the order', requests: 1 },
  ])
})
