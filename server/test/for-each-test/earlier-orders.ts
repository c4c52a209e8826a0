import type { Order, OrderProduct } from '../../asking/orders/orders.ts'
import { aCustomer, anOrder, anOrderProduct } from '../factories.ts'
import type { ManagementClient } from '../management.ts'

const day = 24 * 60 * 60 * 1000

/** An order of this day (`YYYY-MM-DD`), delivered two days later. */
export function orderOf(date: string, email: string, change: Partial<Order> = {}): Order {
  const ordered = Date.parse(`${date}T15:00:00.000Z`)
  return anOrder({
    order_date: new Date(ordered).toISOString(),
    delivery_date: new Date(ordered + 2 * day).toISOString(),
    products: [moka],
    customers: [aCustomer({ email })],
    ...change,
  })
}

const moka: OrderProduct = anOrderProduct({ product_id: 'moka', name: 'Moka pot' })

/** `count` orders, each of a buyer of its own: `<name>.<n>@buyers.example`, one for each day back from this one. */
export function ordersOf(name: string, count: number, last: string, change: Partial<Order> = {}): Order[] {
  return Array.from({ length: count }, (_, n) => {
    const date = new Date(Date.parse(last) - (n % 300) * day).toISOString().slice(0, 10)
    return orderOf(date, `${name}.${n}@buyers.example`, change)
  })
}

/** Sends orders in batches, as a program of the store does. */
export async function sendOrders(program: ManagementClient, orders: Order[]): Promise<void> {
  for (let from = 0; from < orders.length; from += 500) {
    const { status, body } = await program.send('POST', '/orders/batch', {
      orders: orders.slice(from, from + 500),
    })
    const refused = (body.results as { status: number }[] | undefined)?.find(one => one.status !== 201)
    if (status !== 200 || refused) throw new Error(`not accepted: ${JSON.stringify(refused ?? body)}`)
  }
}
