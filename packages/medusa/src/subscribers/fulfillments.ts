import type { SubscriberArgs } from '../realword/medusa.ts'
import { sendOrders } from '../realword/orders.ts'

/** These events name a fulfilment, and not its order. */
export default async function sendOrderOfFulfillment({ event, container }: SubscriberArgs): Promise<void> {
  const { data } = await container.resolve('query').graph({
    entity: 'order_fulfillment',
    fields: ['order_id'],
    filters: { fulfillment_id: event.data.id },
  })
  await sendOrders(
    container,
    data.map(({ order_id }) => String(order_id)),
  )
}

export const config = {
  event: ['shipment.created', 'delivery.created'],
  context: { subscriberId: 'realword-fulfillments' },
}
