import { expect, test } from 'vitest'
import { countInMemory } from './counts.ts'

test('a clock that was wrong and is set back starts a new window', async () => {
  let now = Date.parse('2026-03-05T21:30:00Z')
  const counts = countInMemory(() => now)
  const add = () => counts.add({ name: 'reads', most: 2, window: 60_000, keys: 10 }, '192.0.2.1', 1)
  expect([await add(), await add(), await add()].map(({ sum }) => sum)).toEqual([1, 2, 3])
  now = Date.parse('2026-03-05T18:30:00Z')
  expect(await add()).toEqual({ sum: 1, resetIn: 60_000 })
})
