import type { SubscriberArgs } from '../realword/medusa.ts'
import { sendProducts } from '../realword/products.ts'

export default async function sendProduct({ event, container }: SubscriberArgs): Promise<void> {
  if (event.data.id) await sendProducts(container, [event.data.id])
}

export const config = {
  event: ['product.created', 'product.updated'],
  context: { subscriberId: 'realword-products' },
}
