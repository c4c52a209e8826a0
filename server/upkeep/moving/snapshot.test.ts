import { expect, test } from 'vitest'
import { readSnapshot } from './snapshot.ts'

test('a snapshot sees the transactions before its end that were not running', () => {
  const sees = readSnapshot('100:105:101,103')
  expect([99, 100, 101, 102, 103, 104, 105, 106].filter(sees)).toEqual([99, 100, 102, 104])
})

test('the stream has the lower half of a number, on either side of an overflow', () => {
  const most = 2 ** 32 - 1
  const after = readSnapshot(`${4n * 2n ** 32n - 5n}:${4n * 2n ** 32n + 2n}:${4n * 2n ** 32n - 1n}`)
  expect([most - 1, most, 0, 1, 2].map(after)).toEqual([true, false, true, true, false])
  const before = readSnapshot(`${4n * 2n ** 32n - 5n}:${4n * 2n ** 32n - 2n}:`)
  expect([most - 4, most, 0].map(before)).toEqual([true, false, false])
})
