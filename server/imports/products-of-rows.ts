import type { Connection } from '../database/connect.ts'
import { addSeenProducts, findProductsBySku } from '../products/products.ts'

/** What a row says of its product: an id, or at least a SKU. */
export type NamedProduct = { productId: string; sku: string; name: string }

/**
 * Sees to it that the products are there, and resolves with the id of each, in their order. One that is named
 * by a SKU alone is the store's product of that SKU, else a new one whose id is the SKU.
 */
export async function findOrAddProducts(
  tx: Connection,
  storeId: string,
  products: NamedProduct[],
  at: Date,
): Promise<string[]> {
  const add = (named: NamedProduct[], idOf: (product: NamedProduct) => string) =>
    addSeenProducts(
      tx,
      storeId,
      named.map(product => ({
        product_id: idOf(product),
        sku: product.sku,
        name: product.name || idOf(product),
        url: '',
      })),
      at,
    )
  await add(
    products.filter(({ productId }) => productId !== ''),
    ({ productId }) => productId,
  )
  const bySku = products.filter(({ productId }) => productId === '')
  if (bySku.length === 0) return products.map(({ productId }) => productId)
  const found = await findProductsBySku(tx, storeId, [...new Set(bySku.map(({ sku }) => sku))])
  await add(
    bySku.filter(({ sku }) => !found.has(sku)),
    ({ sku }) => sku,
  )
  return products.map(({ productId, sku }) => productId || (found.get(sku) ?? sku))
}
