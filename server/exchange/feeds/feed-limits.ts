import type { Counts } from '../../foundation/http/limits/counts.ts'
import { limitPerKey } from '../../foundation/http/limits/rate-limit.ts'

const hour = 60 * 60_000 // ms

// A part takes a few seconds of a core. Services read a feed once a day.
const mostParts = 120

/** Counts a part of a store's feeds that is sent in full. Throws `too_many` beyond 120 an hour, whoever reads them. */
export function limitFeeds(counts: Counts): (storeId: string) => Promise<void> {
  return limitPerKey(counts, 'parts of feeds', mostParts, hour)
}
