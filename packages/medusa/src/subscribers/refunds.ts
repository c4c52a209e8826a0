import type { SubscriberArgs } from '../realword/medusa.ts'
import { sendOrders } from '../realword/orders.ts'

/** This event names a payment, and not its order. */
export default async function sendRefundedOrder({ event, container }: SubscriberArgs): Promise<void> {
  const { data } = await container.resolve('query').graph({
    entity: 'payment',
    fields: ['payment_collection.order.id'],
    filters: { id: event.data.id },
  })
  const ids = data.map(
    ({ payment_collection }) => (payment_collection as { order?: { id: string } } | null)?.order?.id,
  )
  await sendOrders(
    container,
    ids.filter(id => id !== undefined),
  )
}

export const config = { event: ['payment.refunded'], context: { subscriberId: 'realword-refunds' } }
