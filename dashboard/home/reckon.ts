import type { Figures } from './query.ts'

/** Of published reviews; null without any. */
export function averageOf({ stars }: Figures): number | null {
  const all = sum(stars)
  return all === 0 ? null : sum(stars.map((count, index) => count * (index + 1))) / all
}

export const publishedOf = ({ stars }: Figures) => sum(stars)

/** From 0 to 1; null when nobody said. */
export function recommendedOf({ recommended, not_recommended }: Figures): number | null {
  return share(recommended, recommended + not_recommended)
}

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/** In which of the times of `answers` half of all had come; null without any. */
export function medianOf(answers: number[]): number | null {
  const all = sum(answers)
  if (all === 0) return null
  let before = 0
  return answers.findIndex(count => {
    before += count
    return before * 2 >= all
  })
}

/** Answers to questions and to reviews together, by how long they took. */
export function answersOf({ question_answers, review_answers }: Figures): number[] {
  return question_answers.map((count, index) => count + (review_answers[index] ?? 0))
}

export const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
