import { ApiError } from '../../foundation/errors/errors.ts'
import type { Counts } from '../../foundation/http/limits/counts.ts'

const hour = 60 * 60_000 // ms

// A part takes a few seconds of a core. Services read a feed once a day.
const mostParts = 120

/** Counts a part of a store's feeds that is sent in full. Throws `too_many` beyond 120 an hour, whoever reads them. */
export function limitFeeds(counts: Counts): (storeId: string) => Promise<void> {
  const limit = { name: 'parts of feeds', most: mostParts, window: hour, keys: 5_000 }
  return async storeId => {
    const { sum, resetIn } = await counts.add(limit, storeId, 1)
    if (sum <= mostParts) return
    const seconds = Math.max(1, Math.ceil(resetIn / 1000))
    throw new ApiError('too_many', { headers: { 'retry-after': String(seconds) } })
  }
}
