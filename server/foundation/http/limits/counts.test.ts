import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { budgetPerNetwork } from './byte-budget.ts'
import { countInMemory } from './counts.ts'
import { limitPerKey } from './rate-limit.ts'
import { limitPerNetwork } from './visitor-limits.ts'

test('a clock that was wrong and is set back starts a new window', async () => {
  let now = Date.parse('2026-03-05T21:30:00Z')
  const counts = countInMemory(() => now)
  const add = () => counts.add({ name: 'reads', most: 2, window: 60_000, keys: 10 }, '192.0.2.1', 1)
  expect([await add(), await add(), await add()].map(({ sum }) => sum)).toEqual([1, 2, 3])
  now = Date.parse('2026-03-05T18:30:00Z')
  expect(await add()).toEqual({ sum: 1, resetIn: 60_000 })
})

test('a limit remembers the 5,000 keys that were used last, however many there are', async () => {
  const count = limitPerKey(countInMemory(Date.now), 'reads', 1, 60_000)
  for (let key = 1; key <= 5_001; key++) await count(`key ${key}`)
  await expect(count('key 2')).rejects.toMatchObject({ errorName: 'too_many' })
  await count('key 1')
})

test('a budget of bytes remembers 50,000 networks', async () => {
  const budget = budgetPerNetwork(countInMemory(Date.now), 10)
  const send = (network: number) =>
    budget({ ip: `${10 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}.1` } as FastifyRequest)(10)
  for (let network = 1; network <= 50_001; network++) await send(network)
  expect([await send(2), await send(1)]).toEqual([false, true])
})

test('a rarer action is allowed again after an hour', async () => {
  let now = Date.parse('2026-03-05T21:30:00Z')
  const count = limitPerNetwork(
    countInMemory(() => now),
    'guesses',
    1,
  )
  const request = { ip: '192.0.2.1' } as FastifyRequest
  await count(request)
  now += 60 * 60_000 - 1
  await expect(count(request)).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
  now += 1
  await count(request)
})
