import { z } from 'zod'
import { fullName } from '../../../foundation/lib/text/full-name.ts'
import { shopCurrency, shopId, shopPrice, shopText, shopTime } from '../shop/shop-json.ts'
import { anyId, exactId } from './exact-id.ts'
import type { ShopifyGroup, ShopifyOrder } from './order.ts'

const optionalId = shopId
  .nullish()
  .catch(undefined)
  .transform(id => id ?? undefined)
const quantity = z.coerce.number().catch(0)
const person = z
  .object({ first_name: shopText, last_name: shopText, phone: shopText, country_code: shopText })
  .nullish()
  .catch(undefined)
const word = shopText.transform(text => text.toUpperCase())

/** The bundle of a line. Webhooks name only its id, apps that forward orders also the rest. */
const lineItemGroup = z
  .object({ id: optionalId, product_id: optionalId, variant_id: optionalId, title: shopText })
  .nullish()
  .catch(undefined)

/** A list that a webhook may leave out. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform(items => items ?? [])

const line = <T extends z.ZodRawShape>(shape: T) => z.preprocess(anyId, z.object(shape))

/** An order as webhooks send it: that of the REST Admin API. */
const order = z.object({
  id: shopId,
  created_at: shopTime,
  processed_at: shopTime,
  updated_at: shopTime,
  cancelled_at: shopTime,
  financial_status: shopText,
  /** The shop's own, which its lines' prices are in. */
  currency: shopCurrency,
  email: shopText,
  contact_email: shopText,
  phone: shopText,
  customer_locale: shopText,
  order_status_url: shopText,
  customer: person,
  billing_address: person,
  shipping_address: person,
  line_items: z.array(
    line({
      id: shopId,
      product_id: optionalId,
      variant_id: optionalId,
      sku: shopText,
      title: shopText,
      name: shopText,
      price: shopPrice,
      quantity,
      current_quantity: z.number().nullish().catch(undefined),
      requires_shipping: z.boolean().nullish().catch(undefined),
      gift_card: z.boolean().nullish().catch(undefined),
      vendor: shopText,
      line_item_group: lineItemGroup,
      sales_line_item_group_id: optionalId.catch(undefined),
    }),
  ),
  fulfillments: list(
    z.object({
      status: word,
      shipment_status: word,
      created_at: shopTime,
      updated_at: shopTime,
      line_items: list(line({ id: shopId, quantity })),
    }),
  ),
})

export const webhookOrder = z.preprocess(exactId, order)

/** `shop`: the shop's address. A webhook names no product pages, so products link to the shop. */
export function fromWebhook(order: z.output<typeof webhookOrder>, shop: string | undefined): ShopifyOrder {
  const buyer = order.customer ?? order.billing_address
  const url = shop ?? URL.parse(order.order_status_url)?.origin
  return {
    id: order.id,
    updatedAt: order.updated_at,
    orderedAt: order.processed_at ?? order.created_at ?? order.updated_at ?? 0,
    currency: order.currency,
    isCancelled: order.cancelled_at !== undefined || ['refunded', 'voided'].includes(order.financial_status),
    name: fullName(buyer?.first_name, buyer?.last_name),
    email: order.email || order.contact_email,
    phone: order.phone || order.customer?.phone || order.billing_address?.phone || '',
    locale: order.customer_locale,
    country: order.shipping_address?.country_code || order.billing_address?.country_code,
    lines: order.line_items.map(line => ({
      id: line.id,
      productId: line.product_id,
      variantId: line.variant_id,
      sku: line.sku,
      title: line.title,
      fullName: line.name,
      price: line.price,
      quantity: line.current_quantity ?? line.quantity,
      needsShipping: line.requires_shipping ?? true,
      isGiftCard: line.gift_card ?? false,
      vendor: line.vendor,
      group: groupOf(line),
      url,
    })),
    parcels: order.fulfillments.map(parcel => ({
      status: parcel.status,
      displayStatus: parcel.shipment_status,
      createdAt: parcel.created_at,
      updatedAt: parcel.updated_at,
      deliveredAt: undefined,
      pieces: parcel.line_items.map(({ id, quantity }) => ({ lineId: id, quantity })),
    })),
  }
}

type WebhookLine = z.output<typeof webhookOrder>['line_items'][number]

function groupOf({
  line_item_group: group,
  sales_line_item_group_id: id,
}: WebhookLine): ShopifyGroup | undefined {
  if (group)
    return {
      id: group.id ?? id ?? `product ${group.product_id}`,
      productId: group.product_id,
      variantId: group.variant_id,
      title: group.title,
    }
  return id === undefined ? undefined : { id, title: '' }
}
