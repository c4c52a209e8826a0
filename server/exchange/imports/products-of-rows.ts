import type { Connection } from '../../foundation/database/connect.ts'
import { findProductsByHandle } from '../../tenants/products/handles.ts'
import { addSeenProducts, findProductsBySku } from '../../tenants/products/products.ts'
import { storeItself } from '../../tenants/products/store-itself.ts'

/**
 * How a row identifies its product: by id, or at least by SKU. With `handle`, its id is only the handle of its page.
 * With `isStore` there is none: the row is about the store itself.
 */
export type NamedProduct = {
  productId: string
  sku: string
  name: string
  handle?: string
  isStore?: boolean
}

/**
 * Adds missing products, and resolves with the product id of each row, in the order of the rows. A SKU without an id
 * means the store's product with that SKU, then the product that another row gives that SKU, then a new product with
 * the SKU as its id. A handle means the store's product whose page ends in it. `inCatalogue` are ids of known products,
 * which are never deleted: the caller keeps it during an import, and added ones are added to it.
 */
export async function findOrAddProducts(
  tx: Connection,
  storeId: string,
  products: NamedProduct[],
  inCatalogue: Set<string>,
  at: Date,
): Promise<string[]> {
  const bySku = products.filter(({ productId, isStore }) => productId === '' && !isStore)
  const skus = new Set(bySku.map(({ sku }) => sku))
  const found = skus.size > 0 ? await findProductsBySku(tx, storeId, [...skus]) : new Map<string, string>()
  const together = new Map(
    products.filter(({ productId }) => productId !== '').map(({ productId, sku }) => [sku, productId]),
  )
  const handles = new Set(products.flatMap(({ handle }) => handle ?? []))
  const pages =
    handles.size > 0 ? await findProductsByHandle(tx, storeId, [...handles]) : new Map<string, string>()
  const idOf = ({ productId, sku, handle, isStore }: NamedProduct) => {
    if (isStore) return storeItself
    return pages.get(handle ?? '') ?? (productId || (found.get(sku) ?? together.get(sku) ?? sku))
  }
  const ids = products.map(idOf)
  // If several rows describe a product, its first SKU and first name count.
  const seen = new Map<string, { product_id: string; sku: string; name: string; url: string }>()
  for (const [index, { sku, name }] of products.entries()) {
    const product_id = ids[index] as string
    if (product_id === storeItself || inCatalogue.has(product_id)) continue
    const before = seen.get(product_id)
    seen.set(product_id, { product_id, sku: before?.sku || sku, name: before?.name || name, url: '' })
  }
  const named = [...seen.values()].map(one => ({ ...one, name: one.name || one.product_id }))
  if (named.length === 0) return ids
  // One statement that writes in key order, so that concurrent imports of other files cannot deadlock.
  await addSeenProducts(tx, storeId, named, at)
  for (const { product_id } of named) inCatalogue.add(product_id)
  return ids
}
