import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Buyer, holdsAddress, isAddressOf, type Known } from '../../foundation/personal-data/person.ts'
import type { Customer, Order } from './orders.ts'

type OrderOfPerson = Pick<Order, 'order_id' | 'products'> & {
  order_date: Date
  delivery_date: Date
  received_at: Date
  /** The order's customers that are this person, as stored. */
  customers: Customer[]
}

/**
 * The orders in which the person is a customer. Reads all orders of the store, because an address may be in any text.
 */
export async function ordersOfPerson(
  db: Connection,
  storeId: string,
  buyer: Buyer,
): Promise<OrderOfPerson[]> {
  const orders = await db.query<OrderOfPerson>(sql`
    select order_id, order_date, delivery_date, products, customers, received_at
    from orders
    where store_id = ${storeId} and ${holdsAddress(buyer, sql`customers::text`)}
    order by order_date, order_id`)
  return orders
    .map(order => ({
      ...order,
      customers: order.customers.filter(one => isCustomer(buyer, one)),
    }))
    .filter(({ customers }) => customers.length > 0)
}

/** Blanks the person among the customers of orders; the orders stay. Returns their ids, and the names and phones there. */
export async function erasePersonFromOrders(
  tx: Connection,
  storeId: string,
  buyer: Buyer,
  at: Date,
): Promise<Known & { orders: number; orderIds: string[] }> {
  const found = await tx.query<{ order_id: string; customers: Customer[] }>(sql`
    select order_id, customers
    from orders
    where store_id = ${storeId} and ${holdsAddress(buyer, sql`customers::text`)}
    for update`)
  const orders = found.filter(({ customers }) => customers.some(one => isCustomer(buyer, one)))
  const blanked = orders.map(({ order_id, customers }) => ({
    order_id,
    customers: customers.map(one => (isCustomer(buyer, one) ? blank : one)),
  }))
  await tx.query(sql`
    update orders
    set customers = blanked.customers, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(blanked)}::jsonb) as blanked(order_id text, customers jsonb)
    where orders.store_id = ${storeId} and orders.order_id = blanked.order_id`)
  const known = orders.flatMap(({ customers }) => customers.filter(one => isCustomer(buyer, one)))
  return {
    orders: orders.length,
    orderIds: orders.map(({ order_id }) => order_id),
    names: known.map(({ name }) => name),
    phones: known.map(({ phone }) => phone),
  }
}

const isCustomer = (buyer: Buyer, { email }: Customer) => isAddressOf(buyer, email)

const blank: Customer = { name: '', email: '', phone: '' }
