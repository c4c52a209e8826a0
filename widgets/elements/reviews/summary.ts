import type { Rating } from './wire.ts'

/** The values of the header. `stars` holds the number of reviews with 1 to 5 stars at index 1 to 5. */
export type Summary = {
  average: number
  total: number
  stars: readonly number[]
  /** Percent, rounded, of the authors who answered whether they recommend the product; undefined if none did. */
  recommended: number | undefined
}

/** Combines the ratings of several products, because products can have the same SKU. */
export function summarise(ratings: readonly Rating[]): Summary {
  const stars = [0, 0, 0, 0, 0, 0]
  let yes = 0
  let no = 0
  for (const { rate, recommended, not_recommended } of ratings) {
    const { one, two, three, four, five } = rate
    for (const [index, count] of [0, one, two, three, four, five].entries())
      stars[index] = (stars[index] ?? 0) + count
    yes += recommended
    no += not_recommended
  }
  const total = stars.reduce((sum, count) => sum + count)
  const points = stars.reduce((sum, count, index) => sum + count * index)
  return {
    average: total > 0 ? points / total : 0,
    total,
    stars,
    recommended: yes + no > 0 ? Math.round((100 * yes) / (yes + no)) : undefined,
  }
}
