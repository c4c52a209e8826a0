import { expect, test } from 'vitest'
import { nextBatchSize } from './former-orders.ts'

test.each([
  { size: 50, took: 5, next: 100, why: 'at most doubles' },
  { size: 400, took: 10, next: 500, why: 'stops at 500' },
  { size: 100, took: 50, next: 100, why: 'stays when it takes 50 ms' },
  { size: 500, took: 2_500, next: 10, why: 'shrinks at once on a slow machine' },
  { size: 1, took: 20_000, next: 1, why: 'never becomes empty' },
  { size: 50, took: 0, next: 100, why: 'does not divide by zero' },
])('a batch of $size orders that took $took ms is followed by $next: $why', ({ size, took, next }) => {
  expect(nextBatchSize(size, took)).toBe(next)
})
