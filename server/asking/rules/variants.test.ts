import { expect, test } from 'vitest'
import type { RequestRule } from '../../tenants/stores/settings/request-rules.ts'
import { appliedOf } from './choose.ts'
import { testKeyOf, variantOf } from './variants.ts'

const rule: RequestRule = {
  name: 'Days',
  when: {},
  then: { delay_days: 7 },
  test: { size: 200, delay_days: 14 },
}

// Expectations by sha256sum.

test('the half of an order is the first bit of the hash of the test and the order', () => {
  // Hashes that begin with 42, 85, 09, db, 02 and 5d.
  const halves = ['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'].map(id => variantOf('0123456789ab', id))
  expect(halves).toEqual(['a', 'b', 'a', 'b', 'a', 'a'])
})

test('the key of a test is a hash of its name and of what its halves get, in any order of fields', () => {
  expect(testKeyOf(rule)).toBe('90d99a09a232')
  expect(testKeyOf({ ...rule, when: { countries: ['BR'] } })).toBe('90d99a09a232')
  expect(testKeyOf({ ...rule, test: { delay_days: 14, size: 200 } })).toBe('90d99a09a232')
  const others: RequestRule[] = [
    { ...rule, name: 'Weeks' },
    { ...rule, then: { delay_days: 8 } },
    { ...rule, test: { size: 201, delay_days: 14 } },
    { ...rule, test: { size: 200, subjects: { en: 'Hi' } } },
  ]
  expect(new Set([rule, ...others].map(testKeyOf)).size).toBe(5)
})

test('a request keeps what its half gets, and of which test it is', () => {
  expect(appliedOf(rule, 'A-2')).toEqual({ name: 'Days', delay_days: 7, test: '90d99a09a232', variant: 'a' })
  expect(appliedOf(rule, 'A-1')).toEqual({ name: 'Days', delay_days: 14, test: '90d99a09a232', variant: 'b' })
})
