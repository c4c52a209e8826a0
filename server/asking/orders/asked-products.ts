import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { catalogueEntries } from '../../tenants/products/unasked.ts'
import type { AskedPart } from '../requests/requests.ts'
import type { OrderProduct } from './orders.ts'

/** A product of an order, with the fields that a verified review needs. */
export type OrderedProduct = OrderProduct & {
  order_id: string
  order_date: Date
  /** When it arrived, or was to arrive with its order. */
  deliveredAt: Date
  /** Null while it waits for its delivery. */
  part: number | null
  isRefunded: boolean
  /** Whether requests ask about the product. */
  isAsked: boolean
}

/** The products of each order, by its id, with the catalogue's picture where the order has none. Unknown orders are skipped. */
export async function readProductsOfOrders(
  db: Connection,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, OrderedProduct[]>> {
  const orders = await db.query<{
    order_id: string
    order_date: Date
    delivery_date: Date
    products: OrderProduct[]
    lines: Record<string, Line> | null
  }>(sql`
    select order_id, order_date, delivery_date, products, (
      select jsonb_object_agg(product_id, jsonb_build_object(
        'part', part, 'isRefunded', refunded_at is not null, 'delivered_at', delivered_at
      ))
      from order_lines
      where order_lines.store_id = ${storeId} and order_lines.order_id = orders.order_id
    ) as lines
    from orders
    where store_id = ${storeId} and order_id = any(${orderIds}::text[])`)
  const ids = orders.flatMap(({ products }) => products.map(({ product_id }) => product_id))
  const catalogue = await catalogueEntries(db, storeId, ids)
  return new Map(
    orders.map(({ order_id, order_date, delivery_date, products, lines }) => [
      order_id,
      products.map(product => {
        const ofOrder = { order_id, order_date, deliveredAt: delivery_date, part: 0, isRefunded: false }
        const known = catalogue.get(product.product_id)
        const isAsked = known?.isAsked ?? true
        const pictures = product.pictures?.length ? product.pictures : known?.picture ? [known.picture] : []
        return { ...product, pictures, ...ofOrder, isAsked, ...lineOf(product, lines) }
      }),
    ]),
  )
}

type Line = Pick<OrderedProduct, 'part' | 'isRefunded'> & { delivered_at: string | null }

/** What is known of one product alone. */
function lineOf({ product_id }: OrderProduct, lines: Record<string, Line> | null): Partial<OrderedProduct> {
  const line = lines && Object.hasOwn(lines, product_id) ? lines[product_id] : undefined
  if (!line) return {}
  const { delivered_at, ...fields } = line
  return { ...fields, ...(delivered_at !== null && { deliveredAt: new Date(delivered_at) }) }
}

/** The products that requests for these parts of orders ask about, in the order of the parts. */
export async function readProductsOfParts(
  db: Connection,
  storeId: string,
  parts: AskedPart[],
): Promise<OrderedProduct[]> {
  const orderIds = parts.map(({ order_id }) => order_id)
  return productsOfParts(await readProductsOfOrders(db, storeId, orderIds), parts)
}

/** Like `readProductsOfParts`, of orders that were read before. */
export function productsOfParts(orders: Map<string, OrderedProduct[]>, parts: AskedPart[]): OrderedProduct[] {
  return parts.flatMap(({ order_id, part, left_out }) =>
    (orders.get(order_id) ?? []).filter(
      product => product.part === part && !left_out?.includes(product.product_id),
    ),
  )
}

/**
 * Each product once, at most `most`: the products of a mail and its form. Products that went back or that the store does
 * not ask about are left out, except those that `isKept`.
 */
export function productsToReview(
  ordered: OrderedProduct[],
  most: number,
  isKept: (productId: string) => boolean = () => false,
): OrderedProduct[] {
  const distinct = new Map<string, OrderedProduct>()
  for (const product of ordered) {
    const { product_id, isRefunded, isAsked } = product
    const isWanted = (isAsked && !isRefunded) || isKept(product_id)
    if (isWanted && !distinct.has(product_id)) distinct.set(product_id, product)
  }
  return [...distinct.values()].slice(0, most)
}
