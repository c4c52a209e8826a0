import type { Metrics } from '../../foundation/http/telemetry/metrics.ts'

/** Counts the attempts to copy pictures of imports by their outcome. */
export function countCopiesIn(metrics: Metrics): (outcome: string) => void {
  const count = metrics.counter({
    name: 'realword_picture_copies_total',
    help: 'Attempts to copy pictures of imports, by outcome',
    labels: ['outcome'],
  })
  return outcome => count({ outcome })
}
