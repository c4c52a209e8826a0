import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

const most = 10_000

/** The store's product ids that are numbers with zeros before them, by the number without those. */
export async function idsWithZeros(db: Connection, storeId: string): Promise<Map<string, string>> {
  const found = await db.query<{ product_id: string }>(sql`
    select product_id
    from products
    where store_id = ${storeId} and product_id >= '0' and product_id < '1' and product_id ~ '^0+[1-9][0-9]*$'
    order by product_id
    limit ${most}`)
  return new Map(found.map(({ product_id }) => [product_id.replace(/^0+/, ''), product_id]))
}
