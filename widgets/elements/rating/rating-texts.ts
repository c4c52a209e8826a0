import type { Texts } from '../../locale.ts'

/** The accessible name of a rating, whose average is already formatted. */
export function labelOf(average: string, total: number | undefined, texts: Texts): string {
  if (total === 0) return texts.unrated
  return total === undefined ? texts.rated({ average }) : texts.ratedFrom({ average, count: total })
}
