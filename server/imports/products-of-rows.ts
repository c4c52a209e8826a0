import type { Connection } from '../database/connect.ts'
import { addSeenProducts, findProductsBySku } from '../products/products.ts'

/** What a row says of its product: an id, or at least a SKU. */
export type NamedProduct = { productId: string; sku: string; name: string }

/**
 * Sees to it that the products are there, and resolves with the id of each, in their order. One that is named
 * by a SKU alone is the store's product of that SKU, else the one that these rows name with it, else a new
 * one whose id is the SKU.
 */
export async function findOrAddProducts(
  tx: Connection,
  storeId: string,
  products: NamedProduct[],
  at: Date,
): Promise<string[]> {
  const skus = new Set(products.filter(({ productId }) => productId === '').map(({ sku }) => sku))
  const found = skus.size > 0 ? await findProductsBySku(tx, storeId, [...skus]) : new Map<string, string>()
  const together = new Map(
    products.filter(({ productId }) => productId !== '').map(({ productId, sku }) => [sku, productId]),
  )
  const idOf = ({ productId, sku }: NamedProduct) => productId || (found.get(sku) ?? together.get(sku) ?? sku)
  const ids = products.map(idOf)
  // Of a product in many rows the first that says its SKU or name is taken for it.
  const seen = new Map<string, { product_id: string; sku: string; name: string; url: string }>()
  for (const [index, { sku, name }] of products.entries()) {
    const product_id = ids[index] as string
    const before = seen.get(product_id)
    seen.set(product_id, { product_id, sku: before?.sku || sku, name: before?.name || name, url: '' })
  }
  const named = [...seen.values()].map(one => ({ ...one, name: one.name || one.product_id }))
  // All in one statement, which writes them in the order of their key: two imports of other files never wait
  // for each other in a ring.
  await addSeenProducts(tx, storeId, named, at)
  return ids
}
