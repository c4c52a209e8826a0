import type { Metrics } from '../../foundation/http/telemetry/metrics.ts'
import type { NoteScan } from '../../foundation/storage/files/scan.ts'

/** Counts scans of files by their outcome, and logs those after which a file was refused. */
export function watchScans(metrics: Metrics | undefined, warn: (message: string) => void): NoteScan {
  const count = metrics && counterIn(metrics)
  return (outcome, storeId, detail) => {
    count?.({ outcome })
    if (outcome === 'malware') warn(`malware refused in a file for store ${storeId}: ${detail}`)
    else if (outcome !== 'clean') warn(`a file for store ${storeId} was refused without a scan: ${detail}`)
  }
}

type Count = ReturnType<Metrics['counter']>

// The app and the workers of one process share their metrics.
const counters = new WeakMap<Metrics, Count>()

function counterIn(metrics: Metrics): Count {
  const count =
    counters.get(metrics) ??
    metrics.counter({
      name: 'realword_scans_total',
      help: 'Files to be scanned, by outcome',
      labels: ['outcome'],
    })
  counters.set(metrics, count)
  return count
}
