import { createHmac } from 'node:crypto'
import {
  type FakeNuvemshop,
  nuvemshopEvent,
  nuvemshopKeys,
  startNuvemshop,
} from '../../../server/test/shops/nuvemshop.ts'
import { iso, numberOf, type Shop, type ShopPurchase, type Step, shopPurchase } from './shop.ts'

/** A shop whose webhooks name only the order: its API, a server on loopback, describes the order and its product. */
export async function openNuvemshop(): Promise<Shop> {
  const shop = await startNuvemshop()
  const { secret, token, shopId } = nuvemshopKeys
  return {
    connection: {
      platform: 'nuvemshop',
      secret,
      token,
      options: { shop_id: shopId, api_url: shop.url },
    },
    webhook: (purchase, step) => {
      const bought = shopPurchase(purchase)
      sell(shop, bought, step)
      const body = nuvemshopEvent(step === 'placed' ? 'order/paid' : 'order/updated', bought.id)
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      return {
        headers: { 'content-type': 'application/json', 'x-linkedstore-hmac-sha256': signature },
        body,
      }
    },
    close: shop.close,
  }
}

function sell({ orders, products }: FakeNuvemshop, bought: ShopPurchase, step: Step): void {
  const { id, product, customer } = bought
  const number = numberOf(product)
  const isDelivered = step === 'delivered'
  products.set(number, productOf(bought, number))
  orders.set(id, {
    id,
    status: 'open',
    payment_status: 'paid',
    shipping_status: isDelivered ? 'delivered' : 'unpacked',
    storefront: 'store',
    language: 'pt',
    created_at: iso(bought.orderedAt),
    updated_at: iso(isDelivered ? bought.deliveredAt : bought.orderedAt),
    shipped_at: isDelivered ? iso(bought.shippedAt) : null,
    customer: { id, name: customer.name, email: customer.email, phone: customer.phone },
    products: [
      {
        id,
        name: product.name,
        price: product.price.toFixed(2),
        product_id: number,
        image: [],
        quantity: '1',
        variant_id: String(number),
        sku: product.sku,
        barcode: product.gtin ?? null,
      },
    ],
    fulfillments: isDelivered ? [parcelOf(bought, number)] : [],
  })
}

const productOf = ({ product }: ShopPurchase, id: number) => ({
  id,
  name: { pt: product.name },
  canonical_url: product.url,
  images: [],
  variants: [{ id, price: product.price.toFixed(2), sku: product.sku, barcode: product.gtin ?? null }],
})

const parcelOf = ({ id, shippedAt, deliveredAt }: ShopPurchase, product_id: number) => ({
  id: `01PARCEL${id}`,
  status: 'DELIVERED',
  shipping: { type: 'ship' },
  line_items: [{ id, product_id, variant_id: product_id, quantity: 1 }],
  tracking_events: [
    { id: 'A', status: 'dispatched', happened_at: iso(shippedAt) },
    { id: 'B', status: 'delivered', happened_at: iso(deliveredAt) },
  ],
})
