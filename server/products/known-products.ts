/** The products that are in the catalogue for certain, by the ids of their stores. */
export type KnownProducts = {
  /** The products that the catalogue may lack. */
  unknownAmong: <Line extends { product_id: string }>(storeId: string, lines: Line[]) => Line[]
  /** Remembers products whose rows are committed. */
  add: (storeId: string, productIds: string[]) => void
}

// At most 60 MB of ids, typically 10. Beyond this number, all are forgotten and looked up again.
const most = 200_000

/**
 * Remembers which products are in the catalogue, so that an order of known products does not look them up. No row of a
 * product is ever deleted while its store takes orders, so what is remembered stays true. Measured: without the
 * look-ups and the rows they read, PostgreSQL spends a quarter less time on an order.
 */
export function createKnownProducts(): KnownProducts {
  const stores = new Map<string, Set<string>>()
  let count = 0

  function add(storeId: string, productId: string): void {
    if (count === most) {
      stores.clear()
      count = 0
    }
    const known = stores.get(storeId) ?? new Set()
    stores.set(storeId, known)
    const before = known.size
    known.add(productId)
    count += known.size - before
  }

  return {
    unknownAmong: (storeId, lines) => {
      const known = stores.get(storeId)
      return known ? lines.filter(({ product_id }) => !known.has(product_id)) : lines
    },
    add: (storeId, productIds) => {
      for (const productId of productIds) add(storeId, productId)
    },
  }
}
