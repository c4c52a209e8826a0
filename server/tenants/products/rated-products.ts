import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/** Whether the store has published reviews, but none of these products has any, nor shares any. */
export async function areOthersRated(
  db: Connection,
  storeId: string,
  productIds: string[],
): Promise<boolean> {
  const [found] = await db.query<{ others: boolean }>(sql`
    select exists (select from products where store_id = ${storeId} and rated) and not exists (
      select
      from products
      where store_id = ${storeId} and product_id = any(${productIds}::text[])
        and (rated or group_id is not null)
    ) as others`)
  return found?.others ?? false
}
