/**
 * Batches look-ups: at most one call of `load` at a time, at least `gap` ms apart, with at most `most` keys. Look-ups
 * that arrive meanwhile share the next call. Each caller gets the value of its own key, read after it asked; undefined if
 * there is none. An error of `load` rejects the callers that shared it.
 */
export function batchLookups<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
  { most, gap = 0 }: { most: number; gap?: number },
): (key: string) => Promise<Value | undefined> {
  let queue: Lookup<Value>[] = []
  let isLoading = false
  let nextAt = Number.NEGATIVE_INFINITY

  async function loadQueue(): Promise<void> {
    isLoading = true
    while (queue.length > 0) {
      const early = nextAt - performance.now()
      if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
      nextAt = performance.now() + gap
      const batch = queue.slice(0, most)
      queue = queue.slice(most)
      try {
        const values = await load([...new Set(batch.map(({ key }) => key))])
        for (const { key, resolve } of batch) resolve(values.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isLoading = false
  }

  return key =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject })
      if (!isLoading) void loadQueue()
    })
}

type Lookup<Value> = {
  key: string
  resolve: (value: Value | undefined) => void
  reject: (error: unknown) => void
}
