import { expect, test } from 'vitest'
import { countInMemory } from '../../foundation/http/limits/counts.ts'
import { limitWebhooks } from './limits.ts'

const day = 24 * 60 * 60 * 1000

test('a connection takes 500 MB of webhooks a day', async () => {
  let now = Date.parse('2026-11-25T12:00:00Z')
  const { countWebhookBytes } = limitWebhooks(
    countInMemory(() => now),
    1000,
  )
  const take = (size: number, connection = 'shop') => countWebhookBytes(connection, size)
  expect([await take(499_000_000), await take(1_000_000)]).toEqual([true, true])
  expect(await take(1)).toBe(false)
  expect(await take(1, 'another shop')).toBe(true)
  now += day
  expect(await take(1)).toBe(true)
})
