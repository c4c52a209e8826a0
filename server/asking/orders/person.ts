import sql from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'
import { type Buyer, holdsAddress, isAddressOf, type Known } from '../../foundation/personal-data/person.ts'
import type { Customer, Order } from './orders.ts'
import { isItem, listOf, textsIn } from './stored-json.ts'

type OrderOfPerson = Pick<Order, 'order_id' | 'products'> & {
  order_date: Date
  delivery_date: Date
  received_at: Date
  /** The order's customers that are this person, as stored. */
  customers: unknown[]
}

/**
 * The orders in which the person is a customer. Reads all orders of the store, because an address may be in any text.
 */
export async function ordersOfPerson(
  db: Connection,
  storeId: string,
  buyer: Buyer,
): Promise<OrderOfPerson[]> {
  const orders = await db.query<Omit<OrderOfPerson, 'customers'> & { customers: unknown }>(sql`
    select order_id, order_date, delivery_date, products, customers, received_at
    from orders
    where store_id = ${storeId} and ${holdsAddress(buyer, sql`customers::text`)}
    order by order_date, order_id`)
  return orders
    .map(order => ({
      ...order,
      customers: listOf(order.customers).filter(one => isCustomer(buyer, one)),
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
  const found = await tx.query<{ order_id: string; customers: unknown }>(sql`
    select order_id, customers
    from orders
    where store_id = ${storeId} and ${holdsAddress(buyer, sql`customers::text`)}
    for update`)
  const orders = found
    .map(({ order_id, customers }) => ({ order_id, customers: listOf(customers) }))
    .filter(({ customers }) => customers.some(one => isCustomer(buyer, one)))
  const blanked = orders.map(({ order_id, customers }) => ({
    order_id,
    customers: customers.map(one => (isCustomer(buyer, one) ? blank : one)),
  }))
  await tx.query(sql`
    update orders
    set customers = blanked.customers, updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(blanked)}::jsonb) as blanked(order_id text, customers jsonb)
    where orders.store_id = ${storeId} and orders.order_id = blanked.order_id`)
  const theirs = orders.flatMap(({ customers }) => customers.filter(one => isCustomer(buyer, one)))
  const known = theirs.filter(isItem)
  return {
    orders: orders.length,
    orderIds: orders.map(({ order_id }) => order_id),
    names: known.flatMap(({ name }) => textsIn(name)),
    phones: known.flatMap(({ phone }) => textsIn(phone)),
  }
}

// If the e-mail is not a text, search the whole stored value for the address.
function isCustomer(buyer: Buyer, stored: unknown): boolean {
  const texts = isItem(stored) && typeof stored.email === 'string' ? [stored.email] : textsIn(stored)
  return texts.some(text => isAddressOf(buyer, text))
}

const blank: Customer = { name: '', email: '', phone: '' }
