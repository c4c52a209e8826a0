import { findRequestWithoutOrder } from '../../asking/orders/restored.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { error, type Finding, ok } from './check.ts'

/** Looks for review requests whose order is missing: rows that a statement outside Realword deleted. */
export async function checkRequests(db: Database): Promise<Finding> {
  // Without timeouts: a store may have millions of rows.
  const lost = await db.longTransaction(tx => findRequestWithoutOrder(tx))
  if (!lost) return ok('every review request has its order')
  return error(
    `store ${lost.store_id} has a review request of the order ${lost.order_id}, which does not exist. Restore the order from a backup, or delete its rows in review_requests.`,
  )
}
