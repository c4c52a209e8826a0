import { expect, test } from 'vitest'
import { boundEvents } from './bounded-events.ts'

test('a window passes a few equal events and counts the others', () => {
  let now = 0
  const events = boundEvents(() => now, { most: 3, length: 1000 })
  expect([1, 2, 3, 4, 5].map(() => events.passes('a'))).toEqual([true, true, true, false, false])
  expect(events.passes('b')).toBe(true)
  expect(events.takeHeld()).toEqual([])
  now = 1000
  expect(events.takeHeld()).toEqual([{ kind: 'a', count: 2 }])
  expect(events.takeHeld()).toEqual([])
  expect(events.passes('a')).toBe(true)
})

test('a window keeps its count when the next one starts', () => {
  let now = 0
  const events = boundEvents(() => now, { most: 1, length: 1000 })
  for (let time = 0; time < 3; time++) events.passes('a')
  now = 1500
  expect(events.passes('a')).toBe(true)
  expect(events.takeHeld()).toEqual([{ kind: 'a', count: 2 }])
  events.passes('a')
  expect(events.takeHeld(true)).toEqual([{ kind: 'a', count: 1 }])
})

test('beyond the most kinds, the oldest window ends and keeps its count', () => {
  const events = boundEvents(() => 0, { most: 1, length: 1000 })
  events.passes('first')
  events.passes('first')
  for (let kind = 0; kind < 10_000; kind++) events.passes(`kind ${kind}`)
  expect(events.takeHeld()).toEqual([{ kind: 'first', count: 1 }])
})
