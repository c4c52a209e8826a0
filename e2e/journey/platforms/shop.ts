import type { Customer, OrderProduct } from '../../../server/asking/orders/orders.ts'
import { Problem } from '../../../server/foundation/lib/problem.ts'
import type { addConnection } from '../../../server/links/connections/connections.ts'
import type { Purchase } from '../purchases.ts'

/** What a shop reports of a purchase, in this order. VTEX reports its invoice as the first. */
export const steps = ['placed', 'delivered'] as const
export type Step = (typeof steps)[number]

export type Webhook = { headers: Record<string, string>; body: Buffer }

/** A shop of one platform that sold the purchases. */
export type Shop = {
  /** What `connect add` takes for it. */
  connection: Parameters<typeof addConnection>[2]
  /** The webhook of a step as the shop sends it at `sentAt` (ms). Equal arguments give equal bytes. */
  webhook: (purchase: Purchase, step: Step, sentAt: number) => Webhook
  close: () => Promise<void>
}

/** Signs the webhooks of shops that have no secret of their own in the tests. */
export const secret = 'secret-of-the-journey'

const day = 24 * 60 * 60 * 1000

/** A purchase as a shop has it: one product, one buyer. Times are in ms. */
export type ShopPurchase = {
  id: number
  product: OrderProduct
  customer: Customer
  firstName: string
  lastName: string
  orderedAt: number
  shippedAt: number
  deliveredAt: number
}

export function shopPurchase({ row, order }: Purchase): ShopPurchase {
  const [product] = order.products
  const [customer] = order.customers
  if (!product || !customer) throw new Error(`purchase ${row} has no product or no customer`)
  const [firstName = '', ...others] = customer.name.split(' ')
  const orderedAt = Date.parse(order.order_date)
  const lastName = others.join(' ')
  const deliveredAt = Date.parse(order.delivery_date)
  return {
    id: row,
    product,
    customer,
    firstName,
    lastName,
    orderedAt,
    shippedAt: orderedAt + day,
    deliveredAt,
  }
}

/** The id of a product as a number. Throws Problem: most platforms have no others. */
export function numberOf({ product_id }: OrderProduct): number {
  if (/^[1-9]\d{0,14}$/.test(product_id)) return Number(product_id)
  throw new Problem(
    `A shop of this platform numbers its products, and the file has the product ${product_id}.`,
    'Use another file, or one of the platforms direct, vtex, medusa, vendure and generic.',
  )
}

export const iso = (time: number) => new Date(time).toISOString()

export const nothingToClose = async () => {}
