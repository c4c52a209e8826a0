import { expect, test } from 'vitest'
import { boundEvents } from './bounded-events.ts'

test('a window shouldWrite a few equal events and counts the others', () => {
  let now = 0
  const events = boundEvents(() => now, { most: 3, length: 1000 })
  expect([1, 2, 3, 4, 5].map(() => events.shouldWrite('a'))).toEqual([true, true, true, false, false])
  expect(events.shouldWrite('b')).toBe(true)
  expect(events.flush()).toEqual([])
  now = 1000
  expect(events.flush()).toEqual([{ kind: 'a', count: 2 }])
  expect(events.flush()).toEqual([])
  expect(events.shouldWrite('a')).toBe(true)
})

test('a window keeps its count when the next one starts', () => {
  let now = 0
  const events = boundEvents(() => now, { most: 1, length: 1000 })
  for (let time = 0; time < 3; time++) events.shouldWrite('a')
  now = 1500
  expect(events.shouldWrite('a')).toBe(true)
  expect(events.flush()).toEqual([{ kind: 'a', count: 2 }])
  events.shouldWrite('a')
  expect(events.flush(true)).toEqual([{ kind: 'a', count: 1 }])
})

test('beyond the most kinds, the oldest window ends and keeps its count', () => {
  const events = boundEvents(() => 0, { most: 1, length: 1000 })
  events.shouldWrite('first')
  events.shouldWrite('first')
  for (let kind = 0; kind < 10_000; kind++) events.shouldWrite(`kind ${kind}`)
  expect(events.flush()).toEqual([{ kind: 'first', count: 1 }])
})
