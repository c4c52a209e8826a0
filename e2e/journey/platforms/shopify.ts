import { delivery, shopifyLine, shopifyOrder, shopifyParcel } from '../../../server/test/shops/shopify.ts'
import {
  iso,
  nothingToClose,
  numberOf,
  type Shop,
  type ShopPurchase,
  type Step,
  secret,
  shopPurchase,
} from './shop.ts'

/** A shop whose app has only its webhooks: no token, so that their bodies are all that is known. */
export async function openShopify(): Promise<Shop> {
  return {
    connection: { platform: 'shopify', url: 'https://gres.myshopify.com', secret },
    webhook: (purchase, step) => {
      const { id, ...rest } = shopPurchase(purchase)
      const topic = step === 'placed' ? 'orders/create' : 'orders/updated'
      const { headers, body } = delivery(topic, orderOf({ id, ...rest }, step), { secret })
      return { headers: { ...headers, 'x-shopify-webhook-id': `${id}-${step}` }, body }
    },
    close: nothingToClose,
  }
}

function orderOf({ id, product, customer, firstName, lastName, ...times }: ShopPurchase, step: Step) {
  const isDelivered = step === 'delivered'
  const line = shopifyLine(1, {
    product_id: numberOf(product),
    variant_id: id,
    sku: product.sku,
    title: product.name,
    name: product.name,
    price: product.price.toFixed(2),
  })
  const parcel = shopifyParcel(id, [[line.id, 1]], {
    shipment_status: 'delivered',
    created_at: iso(times.shippedAt),
    updated_at: iso(times.deliveredAt),
  })
  return shopifyOrder(id, {
    created_at: iso(times.orderedAt),
    processed_at: iso(times.orderedAt),
    updated_at: iso(isDelivered ? times.deliveredAt : times.orderedAt),
    email: customer.email,
    customer: { first_name: firstName, last_name: lastName, phone: customer.phone || null },
    line_items: [line],
    fulfillments: isDelivered ? [parcel] : [],
  })
}
