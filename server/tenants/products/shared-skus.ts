import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

const mostOfOne = 10 // products: what more of them share is no SKU, but a word such as "none"

/** Products that share a SKU, such as the translations of one. */
export type SharedSku = { sku: string; products: { product_id: string; name: string; url: string }[] }

/**
 * Listed products of the store that share a SKU, and of which none is in a group. Nothing follows from that by itself:
 * variants, and products of one supplier, share SKUs too.
 */
export async function findSharedSkus(db: Connection, storeId: string, most: number): Promise<SharedSku[]> {
  return await db.query<SharedSku>(sql`
    select shared.sku, (
      select json_agg(json_build_object('product_id', product_id, 'name', name, 'url', url) order by product_id)
      from products
      where store_id = ${storeId} and products.sku = shared.sku and hidden_at is null
    ) as products
    from (
      select sku
      from products
      where store_id = ${storeId} and sku <> '' and hidden_at is null
      group by sku
      having count(*) between 2 and ${mostOfOne} and count(group_id) = 0
      order by sku
      limit ${most}
    ) as shared
    order by shared.sku`)
}
