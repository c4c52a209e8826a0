import { sign } from '../../../packages/medusa/src/realword/send.ts'
import { iso, nothingToClose, type Shop, type ShopPurchase, type Step, secret, shopPurchase } from './shop.ts'

/** A shop with our plugin, which signs as the plugin does. */
export async function openPlugin(platform: 'medusa' | 'vendure'): Promise<Shop> {
  return {
    connection: { platform, secret },
    webhook: (purchase, step, sentAt) => {
      const bought = shopPurchase(purchase)
      const changedAt = step === 'delivered' ? bought.deliveredAt : bought.orderedAt
      const data = { order: orderOf(bought, step) }
      const body = JSON.stringify({ type: 'order.updated', timestamp: iso(changedAt), data })
      const signature = sign(`msg_${bought.id}-${step}`, body, secret, new Date(sentAt))
      return { headers: { 'content-type': 'application/json', ...signature }, body: Buffer.from(body) }
    },
    close: nothingToClose,
  }
}

function orderOf({ id, product, customer, ...times }: ShopPurchase, step: Step) {
  const { product_id, sku, price: unit_price, url, gtin = null } = product
  const parcel = {
    shipped_at: iso(times.shippedAt),
    delivered_at: iso(times.deliveredAt),
    canceled_at: null,
    items: [{ item_id: 'ordli_1', quantity: 1 }],
  }
  return {
    id: `order_${id}`,
    display_id: id,
    created_at: iso(times.orderedAt),
    canceled_at: null,
    is_refunded: false,
    locale: 'pt-BR',
    customer: { email: customer.email, name: customer.name, phone: customer.phone },
    items: [
      {
        ...{ id: 'ordli_1', product_id, variant_id: null, sku, title: product.name, unit_price, gtin, url },
        ...{ picture: null, quantity: 1, returned_quantity: 0 },
      },
    ],
    fulfillments: step === 'delivered' ? [parcel] : [],
  }
}
