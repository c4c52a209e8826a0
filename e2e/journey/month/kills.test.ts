import { expect, test } from 'vitest'
import { liveMonth } from './month.ts'
import { brokenPromisesOf, costsAtSinks, receivedBy, wrongCounts } from './promises.ts'

test('a short month keeps every promise, with a kill on each day of mails', async () => {
  const { signal } = new AbortController()
  const lived = await liveMonth({ days: 14, orders: 80, seed: 11, stop: signal, say: () => {} })
  expect(brokenPromisesOf(lived.month)).toEqual([])
  expect(lived.refused).toEqual([])
  expect(wrongCounts(lived.counted, costsAtSinks(lived.month), lived.kills)).toEqual([])
  expect(lived.kills).toBeGreaterThan(2)
  const channels = new Set([...receivedBy(lived.month).values()].flat().map(({ channel }) => channel))
  expect([...channels].sort()).toEqual(['email', 'sms', 'whatsapp'])
}, 900_000)
