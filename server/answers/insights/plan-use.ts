import { ordersOfMinute, ordersOfMonth } from '../../asking/orders/order-usage.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { dateOf, dayAround } from '../../foundation/lib/time/days.ts'
import { endOfMinute } from '../../foundation/lib/time/minutes.ts'
import { mailsOfDay } from '../../foundation/mailings/daily-limit.ts'
import { storedBytes } from '../../foundation/storage/pictures/stored-bytes.ts'
import { requestsOfMinute } from '../../tenants/admission/request-limit.ts'
import type { LimitName } from '../../tenants/stores/limits.ts'
import type { Store } from '../../tenants/stores/stores.ts'

/**
 * The use of one limit. `used` is null for a limit of each single import. `resets_at` is when the limit's period ends,
 * null without one.
 */
export type LimitUse = {
  name: LimitName | 'orders_per_month'
  limit: number
  used: number | null
  resets_at: Date | null
}

/** The use of each limit that is set, at `now`. */
export async function readPlanUse(db: Connection, store: Store, now: number): Promise<LimitUse[]> {
  const uses: LimitUse[] = []
  const { order_limit, limits } = store
  if (order_limit !== null) {
    const { orders, ends } = await ordersOfMonth(db, store, now)
    uses.push({ name: 'orders_per_month', limit: order_limit, used: orders, resets_at: new Date(ends) })
  }
  const resets_at = new Date(endOfMinute(now))
  if (limits.orders_per_minute !== undefined) {
    const used = await ordersOfMinute(db, store, now)
    uses.push({ name: 'orders_per_minute', limit: limits.orders_per_minute, used, resets_at })
  }
  if (limits.mails_per_day !== undefined) {
    const used = await mailsOfDay(db, store.store_id, dateOf(now, store))
    uses.push({
      name: 'mails_per_day',
      limit: limits.mails_per_day,
      used,
      resets_at: dayAround(now, store).ends,
    })
  }
  if (limits.api_requests_per_minute !== undefined) {
    const used = await requestsOfMinute(db, store.store_id, now)
    uses.push({ name: 'api_requests_per_minute', limit: limits.api_requests_per_minute, used, resets_at })
  }
  if (limits.stored_bytes !== undefined) {
    const used = await storedBytes(db, store.store_id)
    uses.push({ name: 'stored_bytes', limit: limits.stored_bytes, used, resets_at: null })
  }
  if (limits.reviews_per_import !== undefined)
    uses.push({ name: 'reviews_per_import', limit: limits.reviews_per_import, used: null, resets_at: null })
  return uses
}
