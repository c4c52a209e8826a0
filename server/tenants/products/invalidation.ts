import type { Session } from '../../foundation/database/session.ts'
import type { ProductFilter } from '../../foundation/http/input/read-query.ts'
import { createCache } from '../../foundation/http/response-cache/cache.ts'
import { type ResponseCache, sizeOfResponse } from '../../foundation/http/response-cache/response.ts'
import { readProductChange } from './changes.ts'
import { storeItself } from './store-itself.ts'

const maxBytes = 64 * 1024 * 1024

/**
 * The response cache of this instance. A change of a product or store, on any instance, drops the responses about
 * it. While changes cannot be received, nothing is cached, and after a gap everything is dropped.
 */
export function createResponseCache(session: Session): ResponseCache {
  const cache: ResponseCache = createCache({
    sizeOf: sizeOfResponse,
    maxBytes,
    isUsable: session.isListening,
  })
  session.onGap(cache.clear)
  session.onNotify(payload => {
    const [, changedStore] = /^store (\S+)$/.exec(payload) ?? []
    if (changedStore) return cache.invalidate(tags.store(changedStore))
    const change = readProductChange(payload)
    if (!change) return
    const { storeId, productId } = change
    if (productId === undefined) return cache.invalidate(tags.store(storeId))
    cache.invalidate(tags.product(storeId, productId))
    // No list of products' reviews has one of the store itself.
    if (productId !== storeItself) cache.invalidate(tags.any(storeId))
  })
  return cache
}

/**
 * The tags of a response: its store, and the products requested by their ids. A response by SKU, or about all
 * products, may change with any product of the store: the product that has the SKU next is not in it yet.
 */
export function tagsOf(storeId: string, requested: ProductFilter): string[] {
  const products =
    requested?.by === 'product_id'
      ? requested.values.map(id => tags.product(storeId, id))
      : [tags.any(storeId)]
  return [tags.store(storeId), ...products]
}

const tags = {
  store: (storeId: string) => `store ${storeId}`,
  any: (storeId: string) => `any ${storeId}`,
  product: (storeId: string, productId: string) => `product ${storeId} ${productId}`,
}
