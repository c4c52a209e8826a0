import type { SubscriberArgs } from '../realword/medusa.ts'
import { sendOrders } from '../realword/orders.ts'

/** Whatever happened to an order: it is sent as it is now. */
export default async function sendOrder({ event, container }: SubscriberArgs): Promise<void> {
  const id = event.data.order_id ?? event.data.id
  if (id) await sendOrders(container, [id])
}

export const config = {
  event: [
    'order.placed',
    'order.updated',
    'order.canceled',
    'order.completed',
    'order.fulfillment_created',
    'order.fulfillment_canceled',
    'order.return_received',
    'order.claim_created',
    'order.exchange_created',
    'order-edit.confirmed',
  ],
  context: { subscriberId: 'realword-orders' },
}
