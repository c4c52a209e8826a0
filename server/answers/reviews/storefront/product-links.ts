import type { Pipeline } from '../../../foundation/database/pipeline.ts'
import { addressOfProduct } from '../../../tenants/products/addresses.ts'
import { shownProducts } from '../../../tenants/products/products.ts'
import { storeItself } from '../../../tenants/products/store-itself.ts'
import type { KnownStore } from '../../../tenants/stores/stores.ts'

/** Looks up the products of reviews, as a page links to them. */
export async function linksOf(pipeline: Pipeline, store: KnownStore, reviews: { product_id: string }[]) {
  const ids = reviews.map(({ product_id }) => product_id)
  const found = await shownProducts(pipeline, store.store_id, ids)
  return (product_id: string) => {
    if (product_id === storeItself) return undefined
    const { name = '', url = '' } = found.get(product_id) ?? {}
    return { product_id, name, url: addressOfProduct(store, { product_id, url }) }
  }
}
