import type { Order, OrderHistoryEntry, Product } from '@vendure/core'
import type { Options } from './options.ts'

/** What is sent of an order and of a product. Addresses of streets and payments are not. */

/** The relations of an order that `orderBody` reads. */
export const orderRelations = [
  ...['customer', 'surcharges', 'lines.productVariant.translations', 'lines.productVariant.featuredAsset'],
  ...['lines.productVariant.product.translations', 'lines.productVariant.product.featuredAsset'],
  ...['fulfillments.lines', 'payments.refunds.lines'],
]

export type Reading = {
  options: Pick<Options, 'productUrl' | 'assetUrlPrefix'>
  /** Of product names: that of the channel. */
  nameIn: string
  /** Of amounts: how many digits of them are cents. */
  precision: number
  /** In ms. Dates of the database are ahead by it. */
  skew: number
}

/**
 * The order as Realword reads it. `history`: its entries of type ORDER_FULFILLMENT_TRANSITION, which date parcels: Vendure does
 * not. `language`: that of the buyer, known only when the order is placed.
 */
export function orderBody(
  order: Order,
  history: OrderHistoryEntry[],
  language: string | undefined,
  reading: Reading,
) {
  const { customer, shippingAddress } = order
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  const refunds = order.payments.flatMap(({ refunds }) => refunds).filter(({ state }) => state !== 'Failed')
  return {
    id: order.code,
    created_at: order.orderPlacedAt && at(order.orderPlacedAt, reading.skew),
    canceled_at: order.state === 'Cancelled' ? new Date().toISOString() : null,
    locale: language ?? null,
    currency: order.currencyCode,
    customer: {
      email: customer?.emailAddress ?? null,
      name: name || (shippingAddress?.fullName ?? ''),
      phone: customer?.phoneNumber || shippingAddress?.phoneNumber || '',
    },
    items: order.lines.map(line => {
      const { productVariant: variant, quantity, unitPriceWithTax } = line
      const refunded = refunds
        .flatMap(({ lines }) => lines)
        .filter(({ orderLineId }) => same(orderLineId, line.id))
      return {
        id: String(line.id),
        product_id: String(variant.productId),
        variant_id: String(variant.id),
        sku: variant.sku,
        title: inLanguage(variant.product, reading)?.name || inLanguage(variant, reading)?.name || '',
        unit_price: unitPriceWithTax / 10 ** reading.precision,
        url: addressOf(variant.product, reading),
        picture: pictureOf(variant.featuredAsset ?? variant.product.featuredAsset, reading.options),
        quantity,
        returned_quantity: Math.min(
          quantity,
          refunded.reduce((sum, one) => sum + one.quantity, 0),
        ),
      }
    }),
    fulfillments: order.fulfillments
      .filter(({ state }) => state !== 'Cancelled')
      .map(({ id, state, lines }) => {
        const since = (to: string) =>
          history.findLast(({ data }) => same(data.fulfillmentId, id) && data.to === to)?.createdAt
        const delivered = state === 'Delivered' ? since('Delivered') : undefined
        const shipped = since('Shipped') ?? delivered
        return {
          shipped_at: shipped && ['Shipped', 'Delivered'].includes(state) ? at(shipped, reading.skew) : null,
          delivered_at: delivered ? at(delivered, reading.skew) : null,
          canceled_at: null,
          items: lines.map(({ orderLineId, quantity }) => ({ item_id: String(orderLineId), quantity })),
        }
      }),
  }
}

/** The relations of a product that `productBody` reads. */
export const productRelations = ['translations', 'featuredAsset', 'assets', 'variants']

/** The product as Realword reads it. The SKU is the first variant's. */
export function productBody(product: Product, reading: Pick<Reading, 'options' | 'nameIn'>) {
  const { featuredAsset, assets = [], variants = [] } = product
  const pictures = [featuredAsset, ...assets.map(({ asset }) => asset)].map(asset =>
    pictureOf(asset, reading.options),
  )
  return {
    id: String(product.id),
    title: inLanguage(product, reading)?.name ?? '',
    sku: variants.find(({ deletedAt }) => deletedAt === null)?.sku ?? null,
    url: addressOf(product, reading),
    pictures: [...new Set(pictures)].filter(picture => picture !== null),
  }
}

const same = (one: unknown, other: unknown) => String(one) === String(other)

// The order of a shop in another time zone is never from the future.
const at = (date: Date, skew: number) => new Date(Math.min(date.getTime() - skew, Date.now())).toISOString()

function inLanguage({ translations }: Pick<Product, 'translations'>, { nameIn }: Pick<Reading, 'nameIn'>) {
  return translations.find(({ languageCode }) => languageCode === nameIn) ?? translations[0]
}

function addressOf(product: Product, reading: Pick<Reading, 'options' | 'nameIn'>): string | null {
  const slug = inLanguage(product, reading)?.slug
  const { productUrl } = reading.options
  return productUrl && slug ? productUrl.replaceAll('{slug}', encodeURIComponent(slug)) : null
}

function pictureOf(
  asset: { preview: string } | null | undefined,
  { assetUrlPrefix }: Pick<Options, 'assetUrlPrefix'>,
): string | null {
  if (!asset) return null
  if (/^https?:\/\//.test(asset.preview)) return asset.preview
  const name = asset.preview.replaceAll('\\', '/').replace(/^\//, '')
  return assetUrlPrefix ? `${assetUrlPrefix.replace(/\/$/, '')}/${name}` : null
}
