import sql from 'sql-template-tag'
import { leaveToShop } from '../../../asking/orders/later/left-to-shop.ts'
import { isUnavailable } from '../../../foundation/database/connect.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import { type EventDependencies, noteProblem, toShopProblem } from '../events/take-events.ts'
import { sentence } from '../sentences.ts'
import { mostANight, type Opened, orderIds, soon } from './deleted-orders.ts'
import { logLine } from './log-line.ts'

/**
 * Cancels the requests that are due soon about orders whose buyers the shop asks itself by now: its own review mails may
 * have been switched on after the request was scheduled.
 */
export async function leaveAskedOrders(
  dependencies: EventDependencies,
  store: Store,
  { row, platform, shop }: Opened,
): Promise<void> {
  const { database, clock } = dependencies
  if (!platform.findAskedByShop) return
  try {
    const due = await orderIds(database, row, new Date(clock() + soon), platform.mostAsked ?? mostANight)
    const asked = due.length === 0 ? [] : await platform.findAskedByShop(shop, due)
    for (const subject of asked) {
      await database.transaction(tx =>
        leaveToShop(tx, store.store_id, sql`select ${subject}::text`, new Date(clock())),
      )
      const result = { what: [sentence('shopAsks')] }
      await logLine(database, row, clock(), { subject, state: 'done', result })
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    const problem = toShopProblem(error)
    if (!problem)
      dependencies.log(`the check of orders that a ${platform.name} shop asks about failed`, error)
    else await noteProblem(database, row, problem, new Date(clock()))
  }
}
