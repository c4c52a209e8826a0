import sql, { type Sql } from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { cancelledBecause, changeRequests } from '../../requests/requests.ts'

/**
 * Cancels the pending requests about orders whose buyers the shop asks itself. Mails that have left, and reminders of them,
 * stay. `orderIds`: SQL, a query of ids. Returns how many requests changed.
 */
export async function leaveToShop(tx: Connection, storeId: string, orderIds: Sql, at: Date): Promise<number> {
  return await changeRequests(tx, storeId, at, {
    set: cancelledBecause('shop_asks'),
    where: sql`order_id in (${orderIds}) and state = 'scheduled' and mailing_id is null`,
  })
}
