import type { Result } from './delivery-results.ts'

/** The results of one run to an endpoint. */
export type BufferedResults = {
  /** Writes the result soon. */
  add: (result: Result) => void
  /** The deliveries whose results are not written yet. */
  unwritten: () => string[]
  /** Waits until all results are written. Throws if one could not be. */
  settle: () => Promise<void>
}

/**
 * How long results wait for others, in ms. A killed sender repeats what it sent in this time. Measured with one endpoint, a
 * delivery takes 85 µs of Node and 41 µs of PostgreSQL; with commits one after the other, it took 142 µs and 97 µs.
 */
const longestWait = 25

/** Writes the results of quick attempts together, while the next attempts are made. */
export function bufferResults(write: (result: Result) => Promise<void>): BufferedResults {
  const unwritten = new Set<string>()
  const writing = new Set<Promise<unknown>>()
  let buffered: Result[] = []
  let timer: NodeJS.Timeout | undefined
  let failure: { error: unknown } | undefined

  function flush(): void {
    const results = buffered
    buffered = []
    clearTimeout(timer)
    timer = undefined
    if (results.length === 0) return
    const written = Promise.all(results.map(write))
      .then(() => {
        for (const { delivery_id } of results) unwritten.delete(delivery_id)
      })
      .catch(error => {
        failure ??= { error }
      })
      .finally(() => writing.delete(written))
    writing.add(written)
  }

  return {
    add: result => {
      buffered.push(result)
      unwritten.add(result.delivery_id)
      // All runs write at the same moments, so that those of a store share a commit.
      timer ??= setTimeout(flush, longestWait - (performance.now() % longestWait))
    },
    unwritten: () => [...unwritten],
    settle: async () => {
      flush()
      await Promise.all(writing)
      if (failure) throw failure.error
    },
  }
}
