import type { Connection } from '../../foundation/database/connect.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import { type OrderedProduct, productsOfParts, readProductsOfOrders } from '../orders/asked-products.ts'
import { isInTime } from '../orders/review-period.ts'
import { isTestOrder } from '../orders/test-orders.ts'
import type { Reason } from '../requests/reasons.ts'
import type { AskedPart } from '../requests/requests.ts'
import { reviewedBefore, reviewKey } from './reviewed-before.ts'

/** What a request still asks its buyer about. */
export type Left = {
  /** The ids of the products that the buyer has reviewed, so that the request leaves them out. */
  leftOut: string[]
  /** Why nothing is left to ask about; undefined if something is. */
  why: Reason | undefined
}

/** Without `due_at`, it asks now. */
type Asking = AskedPart & { address: string; due_at?: Date }

const day = 24 * 60 * 60 * 1000

/**
 * Finds what each request still asks about: without products that the store does not ask about, and without those that
 * the same address has reviewed, unless that was longer ago than `ask_again_after`. Nothing is left of one that asks
 * when the store takes no more reviews of its products. Two look-ups for all requests.
 */
export async function leftToAsk<Request extends Asking>(
  db: Connection,
  store: Pick<Store, 'store_id' | 'ask_again_after' | 'review_period_days' | 'time_zone'>,
  now: number,
  requests: Request[],
): Promise<Map<Request, Left>> {
  const { store_id: storeId, ask_again_after: again, review_period_days: days } = store
  const orderIds = [...new Set(requests.map(({ order_id }) => order_id))]
  const orders = orderIds.length > 0 ? await readProductsOfOrders(db, storeId, orderIds) : new Map()
  const asked = new Map(requests.map(request => [request, askedBy(request, orders)]))
  const reviewed = await reviewedBefore(db, storeId, {
    addresses: requests.map(({ address }) => address),
    productIds: [...asked.values()].flat().map(({ product_id }) => product_id),
  })
  const isReviewed = (address: string, productId: string) => {
    const at = reviewed.get(reviewKey(address, productId))
    return at !== undefined && (again === null || at.getTime() > now - again * day)
  }
  return new Map(
    requests.map(request => {
      const products = asked.get(request) ?? []
      const ids = idsOf(products)
      // A user tests as often as they like, even after they reviewed.
      const leftOut = isTestOrder(request.order_id) ? [] : ids.filter(id => isReviewed(request.address, id))
      const why = whyNothing(ids.length, leftOut.length)
      const at = Math.max(now, request.due_at?.getTime() ?? now)
      const isOpen = (product: OrderedProduct) =>
        !leftOut.includes(product.product_id) && isInTime(product, store, at)
      if (why || days === null || products.some(isOpen)) return [request, { leftOut, why }]
      return [request, { leftOut, why: { name: 'period_over', values: { days } } }]
    }),
  )
}

function askedBy({ order_id, part }: Asking, orders: Map<string, OrderedProduct[]>): OrderedProduct[] {
  const products = productsOfParts(orders, [{ order_id, part }])
  return products.filter(({ isAsked, isRefunded }) => isAsked && !isRefunded)
}

const idsOf = (products: OrderedProduct[]) => [...new Set(products.map(({ product_id }) => product_id))]

function whyNothing(products: number, leftOut: number): Left['why'] {
  if (products === 0) return { name: 'unasked' }
  return leftOut === products ? { name: 'reviewed' } : undefined
}
