import { expect, test } from 'vitest'
import { answersByTime, averageRating, medianBin, recommendedShare, share } from './statistics.ts'

const none = {
  stars: [0, 0, 0, 0, 0],
  recommended: 0,
  not_recommended: 0,
  question_answers: [0, 0],
  review_answers: [0, 0],
} as unknown as Parameters<typeof averageRating>[0]

test.each([
  [[], null],
  [[0, 0, 0], null],
  [[1], 0],
  [[0, 1], 1],
  // The median of two answers is the earlier one.
  [[1, 1], 0],
  [[1, 0, 1], 0],
  [[1, 2], 1],
  [[2, 1, 1], 0],
  [[1, 1, 2], 1],
  [[1, 1, 3], 2],
])('finds the median of the answers %j in bin %j', (answers, time) => {
  expect(medianBin(answers)).toBe(time)
})

test('weights each rating by its number of reviews', () => {
  expect(averageRating(none)).toBe(null)
  expect(averageRating({ ...none, stars: [1, 0, 0, 0, 3] })).toBe(4)
})

test('returns null as the share of an empty total', () => {
  expect([share(0, 0), share(1, 4), recommendedShare(none)]).toEqual([null, 0.25, null])
  expect(recommendedShare({ ...none, recommended: 3, not_recommended: 1 })).toBe(0.75)
})

test('adds answers to questions and reviews', () => {
  expect(answersByTime({ ...none, question_answers: [1, 2], review_answers: [3, 4] })).toEqual([4, 6])
})
