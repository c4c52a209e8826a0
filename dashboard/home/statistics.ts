import type { Figures } from './query.ts'

/** Of published reviews; null without any. */
export function averageRating({ stars }: Figures): number | null {
  const total = sum(stars)
  return total === 0 ? null : sum(stars.map((count, index) => count * (index + 1))) / total
}

export const countPublished = ({ stars }: Figures) => sum(stars)

/** From 0 to 1; null when nobody said. */
export function recommendedShare({ recommended, not_recommended }: Figures): number | null {
  return share(recommended, recommended + not_recommended)
}

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** In which of the times of `answers` half of all had come; null without any. */
export function medianBin(answers: number[]): number | null {
  const total = sum(answers)
  if (total === 0) return null
  let before = 0
  return answers.findIndex(count => {
    before += count
    return before * 2 >= total
  })
}

/** Answers to questions and to reviews together, by how long they took. */
export function answersByTime({ question_answers, review_answers }: Figures): number[] {
  return question_answers.map((count, index) => count + (review_answers[index] ?? 0))
}

export const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
