import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

const lengthOf = (text: string) => text.length

test('long texts are handled one by one, and other work runs in between', async () => {
  const seen: string[] = []
  const made = inSlices(
    ['a'.repeat(100_000), 'b'.repeat(60_000), 'c'.repeat(60_000), 'd'],
    lengthOf,
    text => {
      seen.push(text.slice(0, 1))
      return text.length
    },
  )
  expect(seen).toEqual(['a'])
  await new Promise(setImmediate)
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(await made).toEqual([100_000, 60_000, 60_000, 1])
})

test('short texts are handled at once', () => {
  let count = 0
  inSlices(
    Array.from({ length: 100 }, () => 'a'.repeat(900)),
    lengthOf,
    () => count++,
  )
  expect(count).toBe(100)
})
