import { expect, test } from 'vitest'
import { summarise } from './summary.ts'
import type { Rating } from './wire.ts'

const rated = (rate: number[], recommended = 0, not_recommended = 0) => {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = rate
  return { rate: { one, two, three, four, five }, recommended, not_recommended } as Rating
}

test('the average of one product, and how many recommend it', () => {
  expect(summarise([rated([1, 0, 2, 3, 4], 5, 3)])).toEqual({
    average: 3.9,
    total: 10,
    stars: [0, 1, 0, 2, 3, 4],
    recommended: 63,
  })
})

test('products of one SKU count together', () => {
  expect(summarise([rated([1, 1], 1, 0), rated([0, 1, 0, 0, 1], 1, 1)])).toEqual({
    average: 2.5,
    total: 4,
    stars: [0, 1, 2, 0, 0, 1],
    recommended: 67,
  })
})

test('without reviews there is no average, and without answers no recommendation', () => {
  const nothing = { average: 0, total: 0, stars: [0, 0, 0, 0, 0, 0], recommended: undefined }
  expect(summarise([])).toEqual(nothing)
  expect(summarise([rated([])])).toEqual(nothing)
  expect(summarise([rated([0, 0, 0, 0, 1])]).recommended).toBeUndefined()
})

test.each([
  [3, 3, 50],
  [2, 0, 100],
  [0, 2, 0],
])('%i recommend it and %i do not: %i %%', (yes, no, percent) => {
  expect(summarise([rated([0, 0, 0, 0, 6], yes, no)]).recommended).toBe(percent)
})
