import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { unaskedAmong } from '../../../tenants/products/unasked.ts'
import { isUnasked, lockParts, type PartRequest } from '../../requests/requests-of-order.ts'
import type { Customer, OrderProduct } from '../orders.ts'
import { lockOrder } from './order-changes.ts'
import { type OrderLine, readLines, wholeLine } from './order-lines.ts'

/** An order whose row and requests are locked, with a line for each of its products. */
export type OrderWithLines = {
  order_id: string
  order_date: Date
  delivery_date: Date
  request_review_at: Date | null
  received_at: Date
  products: OrderProduct[]
  customers: Customer[]
  isCancelled: boolean
  /** By the shop, which can take it back. */
  isCancelledByShop: boolean
  /** The order was sent with a date for its requests, which no user has changed. */
  isDateGiven: boolean
  lines: OrderLine[]
  requests: PartRequest[]
  isUnasked: (part: number) => boolean
  /** The lines of these products, or all. Throws `body_invalid` for a product that the order does not have. */
  linesOf: (productIds?: string[]) => OrderLine[]
}

/** Locks an order and its requests. Throws `order_unknown`. */
export async function lockLines(tx: Connection, storeId: string, orderId: string): Promise<OrderWithLines> {
  const order = await lockOrder(tx, storeId, orderId)
  const requests = await lockParts(tx, storeId, orderId)
  const known = new Map(
    (await readLines(tx, storeId, [orderId])).get(orderId)?.map(line => [line.product_id, line]),
  )
  const ids = new Set(order.products.map(({ product_id }) => product_id))
  const unasked = await unaskedAmong(tx, storeId, ids)
  const lines = [...ids].map(id => ({ ...(known.get(id) ?? wholeLine(id)), is_asked: !unasked.has(id) }))
  const requestsOf = (part: number) => requests.filter(request => request.part === part)
  return {
    order_id: orderId,
    order_date: order.order_date,
    delivery_date: order.delivery_date,
    request_review_at: order.request_review_at,
    received_at: order.received_at,
    products: order.products,
    customers: order.customers,
    isCancelled: order.cancelled_at !== null,
    isCancelledByShop: order.cancelled_at !== null && order.cancelled_by_shop === true,
    isDateGiven:
      order.request_review_at !== null &&
      !requestsOf(0).some(({ reasons }) => reasons.some(({ name }) => name === 'chosen')),
    lines,
    requests,
    isUnasked: part => isUnasked(requestsOf(part)),
    linesOf: productIds => (productIds ? chooseLines(lines, productIds) : lines),
  }
}

function chooseLines(lines: OrderLine[], productIds: string[]): OrderLine[] {
  const known = new Map(lines.map(line => [line.product_id, line]))
  const problems = productIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `product_ids.${index}`, problem: 'not_ordered' as const, values: [id] }],
  )
  if (problems.length > 0) throw new ApiError('body_invalid', { problems })
  return [...new Set(productIds)].flatMap(id => known.get(id) ?? [])
}
