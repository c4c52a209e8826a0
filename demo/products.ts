import { moveGroupSums } from '../server/answers/reviews/sums/group-sums.ts'
import type { Connection } from '../server/foundation/database/connect.ts'
import { addProduct, readProducts } from '../server/tenants/products/catalogue.ts'
import { groupProducts } from '../server/tenants/products/product-groups.ts'
import { catalogue } from './catalogue.ts'

/** The same pot in three sizes, which share their reviews. */
const variants = ['P-MOKA-3', 'P-MOKA-6', 'P-MOKA-IND']

const day = 24 * 60 * 60 * 1000

/** Adds the products of the demo's shop to its store, with pages and pictures at the shop's own address. */
export async function fillCatalogue(
  tx: Connection,
  storeId: string,
  address: string,
  now: number,
): Promise<void> {
  const ids = catalogue.map(({ product_id }) => product_id)
  const there = await readProducts(tx, storeId, ids)
  if (there.length > 0) return
  for (const [index, { product_id, sku, name, price }] of catalogue.entries()) {
    const product = {
      product_id,
      sku,
      name,
      price,
      gtin: '',
      mpn: '',
      url: `${address}/demo/p/${sku}`,
      pictures: [`${address}/demo/pictures/${sku}.svg`],
    }
    const at = new Date(now - (60 + catalogue.length - index) * day)
    await addProduct(tx, storeId, product, { at, actor: 'import' })
  }
  const grouping = { productIds: variants, move: false }
  await groupProducts(tx, storeId, grouping, moveGroupSums, { at: new Date(now - 40 * day), actor: 'import' })
}
