import { z } from 'zod'
import { shopCurrency, shopId, shopPrice, shopText, shopTime } from '../shop/shop-json.ts'

/** What the plugins `@realword/medusa` and `@realword/vendure` send. docs/how-to/connect-medusa.md and connect-vendure.md describe it. */

const quantity = z.coerce.number().min(0).catch(0)
const flag = z.boolean().nullish().transform(Boolean)

const item = z.object({
  id: shopId,
  product_id: shopId,
  variant_id: shopText.optional(),
  sku: shopText.optional(),
  title: shopText.optional(),
  unit_price: shopPrice.optional(),
  gtin: shopText.optional(),
  url: shopText.optional(),
  picture: shopText.optional(),
  quantity,
  is_giftcard: flag,
  /** How many the shop has received back, or written off. */
  returned_quantity: quantity.optional(),
})

const fulfillment = z.object({
  shipped_at: shopTime,
  delivered_at: shopTime,
  canceled_at: shopTime,
  items: z.array(z.object({ item_id: shopId, quantity })),
})

const order = z.object({
  id: shopId,
  created_at: shopTime,
  canceled_at: shopTime,
  locale: shopText.optional(),
  /** Absent from earlier plugins. */
  currency: shopCurrency,
  /** Everything that was paid has been paid back. */
  is_refunded: flag,
  customer: z.object({ email: shopText, name: shopText.optional(), phone: shopText.optional() }),
  items: z.array(item).min(1),
  fulfillments: z.array(fulfillment).default([]),
})

const product = z.object({
  id: shopId,
  title: shopText,
  is_giftcard: flag,
  sku: shopText.optional(),
  gtin: shopText.optional(),
  price: shopPrice.optional(),
  currency: shopCurrency,
  url: shopText.optional(),
  pictures: z.array(z.string()).default([]),
})

/** `timestamp` is when the plugin read the order: neither Medusa nor Vendure dates every change of an order. */
export const orderEvent = z.object({ timestamp: shopTime, data: z.object({ order }) })
export const productEvent = z.object({ data: z.object({ product }) })

export type PluginOrder = z.output<typeof order>
export type PluginItem = z.output<typeof item>
export type PluginProduct = z.output<typeof product>
