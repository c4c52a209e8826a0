import { delivery, orderJson, wooOrder } from '../../../server/test/shops/woocommerce.ts'
import { nothingToClose, numberOf, type Shop, secret, shopPurchase } from './shop.ts'

/** A shop that has a status of its own for delivered orders, and gave no key of its API. */
export async function openWooCommerce(): Promise<Shop> {
  return {
    connection: {
      platform: 'woocommerce',
      url: 'https://shop.example',
      secret,
      options: { delivered_status: 'delivered' },
    },
    webhook: (purchase, step, sentAt) => {
      const { id, product, customer, firstName, lastName, ...times } = shopPurchase(purchase)
      const isDelivered = step === 'delivered'
      const order = wooOrder(id, {
        status: isDelivered ? 'delivered' : 'processing',
        created: times.orderedAt,
        modified: isDelivered ? times.deliveredAt : times.orderedAt,
        ...(isDelivered && { completed: times.shippedAt }),
        billing: {
          first_name: firstName,
          last_name: lastName,
          email: customer.email,
          phone: customer.phone,
        },
        line_items: [
          {
            id: 1,
            name: product.name,
            product_id: numberOf(product),
            variation_id: 0,
            quantity: 1,
            total: product.price.toFixed(2),
            sku: product.sku,
            price: product.price,
            image: { id: '', src: '' },
            parent_name: null,
          },
        ],
      })
      return delivery('order.updated', orderJson(order), secret, Math.floor(sentAt / 1000))
    },
    close: nothingToClose,
  }
}
