import { startVtex, vtexKeys, vtexNotice } from '../../../server/test/shops/vtex.ts'
import { iso, type Shop, type ShopPurchase, type Step, secret, shopPurchase } from './shop.ts'

/** A store whose hook names only the order: its API, a server on loopback, describes the order. */
export async function openVtex(): Promise<Shop> {
  const vtex = await startVtex()
  return {
    connection: {
      platform: 'vtex',
      url: 'https://shop.example',
      ...vtexKeys,
      secret,
      options: { account: 'kaneca', api_url: vtex.url },
    },
    webhook: (purchase, step) => {
      const order = orderOf(shopPurchase(purchase), step)
      vtex.orders.set(order.orderId, order)
      return {
        headers: { 'content-type': 'application/json', 'x-realword-secret': secret },
        body: vtexNotice(order.orderId),
      }
    },
    close: vtex.close,
  }
}

/** VTEX reports no order before its invoice, and keeps the status when the parcel arrives. */
function orderOf(bought: ShopPurchase, step: Step) {
  const { id, product, customer, firstName, lastName } = bought
  const price = Math.round(product.price * 100)
  return {
    orderId: `${1_485_320_000_000 + id}-01`,
    origin: 'Marketplace',
    status: 'invoiced',
    value: price,
    creationDate: iso(bought.orderedAt),
    lastChange: iso(step === 'delivered' ? bought.deliveredAt : bought.shippedAt),
    invoicedDate: iso(bought.shippedAt),
    clientProfileData: { email: customer.email, firstName, lastName, phone: customer.phone },
    clientPreferencesData: { locale: 'pt-BR' },
    items: [
      {
        id: product.product_id,
        productId: product.product_id,
        ean: product.gtin ?? '',
        refId: product.sku,
        name: product.name,
        quantity: 1,
        price,
        imageUrl: null,
        detailUrl: new URL(product.url).pathname,
      },
    ],
    packageAttachment: { packages: [parcelOf(bought, price, step)] },
  }
}

function parcelOf({ shippedAt, deliveredAt }: ShopPurchase, invoiceValue: number, step: Step) {
  const isDelivered = step === 'delivered'
  return {
    type: 'Output',
    items: [{ itemIndex: 0, quantity: 1, price: invoiceValue }],
    invoiceValue,
    issuanceDate: iso(shippedAt),
    courierStatus: {
      finished: isDelivered,
      deliveredDate: isDelivered ? iso(deliveredAt) : '0001-01-01T00:00:00',
      data: [],
    },
    restitutions: {},
  }
}
