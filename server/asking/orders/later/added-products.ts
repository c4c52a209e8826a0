import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { addSeenProducts } from '../../../tenants/products/products.ts'
import { mostProducts } from '../order-body.ts'
import type { OrderProduct } from '../orders.ts'
import { lockOrder, logOrder, type OrderBy } from './order-changes.ts'
import { wholeLine, writeLines } from './order-lines.ts'

/**
 * Adds products to an order, such as after an exchange. They wait for their delivery. Those that the order has already
 * stay as they are. Returns how many had no room: an order has at most 500. Throws `order_unknown`.
 */
export async function addProducts(
  tx: Connection,
  storeId: string,
  orderId: string,
  products: OrderProduct[],
  by: OrderBy,
): Promise<number> {
  const { products: stored } = await lockOrder(tx, storeId, orderId)
  const known = new Set(stored.map(({ product_id }) => product_id))
  const wanted = products.filter(({ product_id }) => !known.has(product_id))
  const added = wanted.slice(0, Math.max(0, mostProducts - stored.length))
  if (added.length === 0) return wanted.length
  await tx.query(sql`
    update orders
    set products = ${JSON.stringify([...stored, ...added])}::jsonb
    where store_id = ${storeId} and order_id = ${orderId}`)
  const lines = added.map(({ product_id }) => ({ ...wholeLine(product_id), part: null }))
  await writeLines(tx, storeId, orderId, lines)
  await addSeenProducts(tx, storeId, added, by.at)
  await logOrder(tx, storeId, orderId, by, 'add', ['products'])
  return wanted.length - added.length
}
