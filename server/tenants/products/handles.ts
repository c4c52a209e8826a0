import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * The products whose pages end in these handles, such as blue-mug of https://shop.example/products/blue-mug, by handle.
 * Leaves out handles that are ids of products themselves, and those of several products.
 */
export async function findProductsByHandle(
  db: Connection,
  storeId: string,
  handles: string[],
): Promise<Map<string, string>> {
  const found = await db.query<{ handle: string; product_id: string }>(sql`
    select handle, min(product_id) as product_id
    from (
      select product_id, substring(url from '/([^/?#]+)/?(?:[?#].*)?$') as handle
      from products
      where store_id = ${storeId} and url <> ''
    ) as pages
    where handle = any (${handles}::text[]) and not exists (
      select
      from products
      where store_id = ${storeId} and products.product_id = handle
    )
    group by handle
    having count(*) = 1`)
  return new Map(found.map(({ handle, product_id }) => [handle, product_id]))
}
