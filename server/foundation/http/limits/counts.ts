import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/time/clock.ts'

/** A limit: at most `most` per key in `window` milliseconds. It remembers the `keys` that were used last. */
export type Limit = { name: string; most: number; window: number; keys: number }

/** The sum in the key's window with this amount, and the milliseconds until the window ends. */
export type Counted = { sum: number; resetIn: number }

/** Counts what every limit allows. All processes of the service share one. */
export type Counts = {
  /**
   * Adds `amount` if the sum stays within the limit. Otherwise counts nothing; `sum` is then above `most`. `used` was
   * allowed before and is always added.
   */
  add: (limit: Limit, key: string, amount: number, used?: number) => Promise<Counted>
}

/** Counts in the memory of this process. */
export function countInMemory(clock: Clock): Counts {
  const counters = new Map<string, LRUCache<string, { since: number; sum: number }>>()
  return {
    add: async ({ name, most, window, keys }, key, amount, used = 0) => {
      const counter = counters.get(name) ?? new LRUCache({ max: keys })
      counters.set(name, counter)
      const now = clock()
      const known = counter.get(key)
      // A clock that was wrong and is set back starts a new window.
      const isOpen = known && now >= known.since && now - known.since < window
      const current = isOpen ? known : { since: now, sum: 0 }
      const sum = current.sum + used + amount
      if (sum <= most) counter.set(key, { since: current.since, sum })
      else if (used > 0) counter.set(key, { since: current.since, sum: sum - amount })
      return { sum, resetIn: current.since + window - now }
    },
  }
}
