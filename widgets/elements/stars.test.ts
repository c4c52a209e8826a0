import { expect, test } from 'vitest'
import { frameOf, shapeOf, widthOf } from './stars.ts'

// A star is 24 wide, and begins 26 after the one before it.
test.each([
  [0, '0.00'],
  [0.5, '12.00'],
  [1, '26.00'],
  [3.25, '84.00'],
  [4.999, '127.98'],
  [5, '130.00'],
])('%d stars are filled to %s', (value, width) => {
  expect(widthOf(value)).toBe(width)
})

test('a drawing is as wide as its stars, without a gap after the last', () => {
  expect(frameOf(1)).toBe('0 0 24 24')
  expect(frameOf(5)).toBe('0 0 128 24')
})

test('each star is drawn at its place', () => {
  const starts = (count: number) => shapeOf(count).match(/M[\d.]+ [\d.]+/g)
  expect(starts(1)).toEqual(['M11.3 3.3'])
  expect(starts(3)).toEqual(['M11.3 3.3', 'M37.3 3.3', 'M63.3 3.3'])
})
