import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'

/** Whether orders of the store came from a file. */
export async function hasImportedOrders(db: Connection, storeId: string): Promise<boolean> {
  const found = await db.query(sql`
    select
    from imports
    where store_id = ${storeId} and kind = 'order' and imported > 0 and state = 'done'
    limit 1`)
  return found.length > 0
}
