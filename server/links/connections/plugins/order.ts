import type { ShopLine, ShopOrder, ShopProduct } from '../platform.ts'
import { languageTag } from '../shop/shop-json.ts'
import { whenAll } from '../shop/when-all.ts'
import type { PluginItem, PluginOrder, PluginProduct } from './wire.ts'

/** `at`: when the shop described it, in ms. */
export function readOrder(order: PluginOrder, at: number | undefined): ShopOrder {
  const { id, customer, locale, created_at, currency } = order
  return {
    orderId: id,
    changedAt: at ?? 'received',
    orderedAt: created_at ?? at ?? 0,
    currency,
    customer: { name: customer.name ?? '', email: customer.email || undefined, phone: customer.phone ?? '' },
    language: languageTag(locale),
    lines: order.items.map(item => readLine(item, order)),
    isCancelled: order.canceled_at !== undefined,
  }
}

function readLine(item: PluginItem, order: PluginOrder): ShopLine {
  const kept = item.quantity - (item.returned_quantity ?? 0)
  const parcels = order.fulfillments
    .filter(({ canceled_at }) => canceled_at === undefined)
    .flatMap(({ shipped_at, delivered_at, items }) =>
      items
        .filter(({ item_id }) => item_id === item.id)
        .map(({ quantity }) => ({
          quantity,
          shippedAt: shipped_at ?? delivered_at,
          deliveredAt: delivered_at,
        })),
    )
  const shippedAt = whenAll(kept, parcels, 'shippedAt')
  const deliveredAt = whenAll(kept, parcels, 'deliveredAt')
  return {
    productId: item.product_id,
    ...(item.variant_id && { variantId: item.variant_id }),
    sku: item.sku ?? '',
    name: item.title ?? '',
    price: item.unit_price ?? 0,
    ...(item.gtin && { gtin: item.gtin }),
    ...(item.url && { url: item.url }),
    ...(item.picture && { picture: item.picture }),
    ...(shippedAt !== undefined && { shippedAt }),
    ...(deliveredAt !== undefined && { deliveredAt }),
    isReturned: order.is_refunded || kept <= 0,
    ...(item.is_giftcard && { noProduct: 'gift_card' }),
  }
}

export function readProduct(product: PluginProduct): ShopProduct {
  const { id, sku, title, price, currency, url, pictures, gtin, is_giftcard } = product
  return {
    productId: id,
    sku: sku ?? '',
    name: title,
    price: price ?? 0,
    currency,
    url: url ?? '',
    pictures,
    ...(gtin && { gtin }),
    ...(is_giftcard && { noProduct: 'gift_card' as const }),
  }
}
