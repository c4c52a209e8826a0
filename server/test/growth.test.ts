import { expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from './growth.ts'

function readOnce(size: number): number {
  let sum = 0
  for (let at = 0; at < size; at++) sum = (sum + at * 31) | 0
  return sum
}

function readForEach(size: number): number {
  let sum = 0
  for (let one = 0; one < size; one++) for (let other = 0; other < size; other++) sum += one ^ other
  return sum
}

test('work that is done once for each part is told from work that is done for each pair', async () => {
  expect(await growthOf(readOnce, 500_000)).toBeLessThan(growthOfOneReading)
  expect(await growthOf(readForEach, 2_000)).toBeGreaterThan(growthOfOneReading)
})
