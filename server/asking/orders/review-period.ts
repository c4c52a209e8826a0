import { boundsOf, dateAfter } from '../../foundation/lib/time/days.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import type { OrderedProduct } from './asked-products.ts'
import { isTestOrder } from './test-orders.ts'

/**
 * When the store takes no new review of this product any more: the end of the last day of its period, in its time zone.
 * Undefined if it has none. A user tests as long as they like.
 */
export function endOfReviews(
  { order_id, deliveredAt }: Pick<OrderedProduct, 'order_id' | 'deliveredAt'>,
  { review_period_days: days, time_zone }: Pick<Store, 'review_period_days' | 'time_zone'>,
): Date | undefined {
  if (days === null || isTestOrder(order_id)) return undefined
  return boundsOf(dateAfter(deliveredAt.getTime(), days, { time_zone }), { time_zone }).ends
}

/** Whether the store takes a new review of the product at this time, in ms. */
export const isInTime = (
  product: Pick<OrderedProduct, 'order_id' | 'deliveredAt'>,
  store: Pick<Store, 'review_period_days' | 'time_zone'>,
  at: number,
): boolean => at < (endOfReviews(product, store)?.getTime() ?? Number.POSITIVE_INFINITY)
