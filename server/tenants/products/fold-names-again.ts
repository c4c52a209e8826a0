import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * Makes what searches compare of up to `limit` products after the id again, as `plain_text` makes it now. Returns the last
 * id; undefined if no product is left.
 */
export async function foldNamesAgain(
  tx: Connection,
  storeId: string,
  after: string | null,
  limit: number,
): Promise<string | undefined> {
  const ids = await tx.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and (${after}::text is null or product_id > ${after}::text)
    order by product_id
    limit ${limit}`)
  // PostgreSQL computes the columns of an assigned one.
  await tx.query(sql`
    update products
    set name = name
    where store_id = ${storeId} and product_id = any(${ids.map(({ product_id }) => product_id)})
      and octet_length(search_text) > char_length(search_text)`)
  return ids.at(-1)?.product_id
}
