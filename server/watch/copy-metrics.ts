import type { Metrics } from '../http/metrics.ts'

/** Counts what became of each attempt to copy a picture of an import. */
export function countCopiesIn(metrics: Metrics): (outcome: string) => void {
  const count = metrics.counter({
    name: 'realword_picture_copies_total',
    help: 'Attempts to copy pictures of imports, by what became of them',
    labels: ['outcome'],
  })
  return outcome => count({ outcome })
}
