/** Reports that a check has inspected so many of all stores. */
export type Progress = (inspected: number, all: number) => void

export const noProgress: Progress = () => {}

// The days of 10,000 stores with 60 days each took 7.0 s in batches of 100, 4.2 s in batches of 1,000, and 52 s one by one.
const batchSize = 500

/** What `find` finds in all stores, a batch of them at a time: by store, without stores that have no finding. */
export async function findInStores<Found extends { store_id: string }>(
  stores: string[],
  progress: Progress,
  find: (storeIds: string[]) => Promise<Found[]>,
): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>()
  for (let from = 0; from < stores.length; from += batchSize) {
    progress(from, stores.length)
    const inBatch = await find(stores.slice(from, from + batchSize))
    for (const [storeId, some] of Map.groupBy(inBatch, ({ store_id }) => store_id)) found.set(storeId, some)
  }
  return found
}

const mostNamed = 20

/** What differs in each store, in words for the operator: the first stores, and the number of others. */
export function describeStores<Found>(
  found: Map<string, Found[]>,
  describe: (some: Found[]) => string,
): string {
  const named = [...found].slice(0, mostNamed).map(([storeId, some]) => `store ${storeId}: ${describe(some)}`)
  const more = found.size - named.length
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '')
}
