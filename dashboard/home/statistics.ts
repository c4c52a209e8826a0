import type { Figures } from './query.ts'

/** The average of the published reviews; null if there are none. */
export function averageRating({ stars }: Figures): number | null {
  const total = sum(stars)
  return total === 0 ? null : sum(stars.map((count, index) => count * (index + 1))) / total
}

export const countPublished = ({ stars }: Figures) => sum(stars)

/** The share of "would recommend" among all who answered, from 0 to 1; null if nobody did. */
export function recommendedShare({ recommended, not_recommended }: Figures): number | null {
  return share(recommended, recommended + not_recommended)
}

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** The index of the time bin that contains the median answer; null if there are no answers. */
export function medianBin(answers: number[]): number | null {
  const total = sum(answers)
  if (total === 0) return null
  let countSoFar = 0
  return answers.findIndex(count => {
    countSoFar += count
    return countSoFar * 2 >= total
  })
}

/** Answers to questions and reviews together, per time bin. */
export function answersByTime({ question_answers, review_answers }: Figures): number[] {
  return question_answers.map((count, index) => count + (review_answers[index] ?? 0))
}

export const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
