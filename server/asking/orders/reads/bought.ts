import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'
import { sharingRows } from '../../../tenants/products/sharing.ts'
import { readProductsOfOrders } from '../asked-products.ts'
import type { Order } from '../orders.ts'
import { isTestOrder } from '../test-orders.ts'

const mostOrders = 1_000

/**
 * Whether this address (normalised by `comparableAddress`) is one of the order's buyers. Cancelled and test orders have
 * none.
 */
export async function isBuyer(
  db: Connection,
  storeId: string,
  orderId: string,
  address: string,
): Promise<boolean> {
  if (isTestOrder(orderId)) return false
  const [order] = await db.query<Pick<Order, 'customers'>>(sql`
    select customers
    from orders
    where store_id = ${storeId} and order_id = ${orderId} and cancelled_at is null`)
  return order?.customers.some(({ email }) => comparableAddress(email) === address) ?? false
}

/**
 * Whether an order of the store to this address (normalised by `comparableAddress`) has the product, or one that shares
 * with it. Cancelled and test orders and refunded products do not count. Finds orders by their review requests, which
 * every order with a usable address has.
 */
export async function hasBought(
  db: Connection,
  storeId: string,
  address: string,
  productId: string,
): Promise<boolean> {
  const orders = await db.query<{ order_id: string }>(sql`
    select distinct orders.order_id
    from review_requests
    join orders on orders.store_id = ${storeId} and orders.order_id = review_requests.order_id
    where review_requests.store_id = ${storeId} and review_requests.address = ${address}
      and orders.cancelled_at is null
    limit ${mostOrders}`)
  const orderIds = orders.map(({ order_id }) => order_id).filter(id => !isTestOrder(id))
  if (orderIds.length === 0) return false
  const shared = await db.query<{ product_id: string }>(sharingRows(storeId, [productId]))
  const wanted = new Set(shared.map(({ product_id }) => product_id))
  const bought = [...(await readProductsOfOrders(db, storeId, orderIds)).values()].flat()
  return bought.some(({ product_id, isRefunded }) => wanted.has(product_id) && !isRefunded)
}
