import { expect, test } from 'vitest'
import { retryAfter } from './retry-after.ts'

const now = Date.parse('2026-03-09T12:00:00Z')

test.each([
  ['120', 120_000],
  ['Mon, 09 Mar 2026 12:02:00 GMT', 120_000],
  ['86400', 86_400_000],
  ['86401', 86_400_000],
  ['1e300', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['-5', 0],
  ['Mon, 09 Mar 2026 11:59:00 GMT', 0],
  ['never', 0],
  [undefined, 0],
])('Retry-After %s is %i ms, a day at most', (value, wait) => expect(retryAfter(value, now)).toBe(wait))
