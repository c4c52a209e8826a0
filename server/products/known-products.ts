import { LRUCache } from 'lru-cache'

/** The products that are in the catalogue for certain, by the ids of their stores. */
export type KnownProducts = {
  /** The products that the catalogue may lack. */
  unknownAmong: <Line extends { product_id: string }>(storeId: string, lines: Line[]) => Line[]
  /** Remembers products whose rows are committed. */
  add: (storeId: string, productIds: string[]) => void
}

const mostCharacters = 16 * 1024 * 1024 // of keys: about 250,000 products with short ids

/**
 * Remembers which products are in the catalogue, so that an order of known products does not look them up. No row of a
 * product is ever deleted while its store takes orders, so what is remembered stays true. Measured: without the
 * look-ups and the rows they read, PostgreSQL spends a quarter less time on an order.
 */
export function createKnownProducts(): KnownProducts {
  const known = new LRUCache<string, true>({
    maxSize: mostCharacters,
    sizeCalculation: (_, key) => key.length,
  })
  const keyOf = (storeId: string, productId: string) => storeId + productId
  return {
    unknownAmong: (storeId, lines) =>
      lines.filter(({ product_id }) => !known.get(keyOf(storeId, product_id))),
    add: (storeId, productIds) => {
      for (const productId of productIds) known.set(keyOf(storeId, productId), true)
    },
  }
}
