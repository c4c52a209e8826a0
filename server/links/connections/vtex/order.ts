import { z } from 'zod'
import { fullName } from '../../../foundation/lib/text/full-name.ts'
import { nothing, type Shop, type ShopChange, type ShopLine, type ShopOrder } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { withoutParts } from '../shop/bundles.ts'
import {
  languageTag,
  readShopJson,
  shopCurrency,
  shopId,
  shopPrice,
  shopText,
  shopTime,
} from '../shop/shop-json.ts'
import { parcel, parcelsOf } from './parcels.ts'

const item = z.object({
  /** The SKU's id. */
  id: shopId,
  productId: shopId.nullish(),
  refId: shopText,
  ean: shopText,
  name: shopText,
  imageUrl: shopText,
  /** A path. */
  detailUrl: shopText,
  quantity: z.number(),
  /** In cents. */
  price: shopPrice,
  /** The item that it is a part of, by its place in the list: a choice of an assembly. Parts of kits are in `components`. */
  parentItemIndex: z.number().int().nullish().catch(undefined),
})

const removal = z.object({ id: shopId, quantity: z.number() })

/** The part of `GET /api/oms/pvt/orders/{orderId}` that counts here. */
const vtexOrder = z.object({
  orderId: shopId,
  /** `Fulfillment`: sold by another marketplace, and only sent by this store. */
  origin: shopText,
  status: shopText,
  creationDate: shopTime,
  lastChange: shopTime,
  value: z.number().nullish(),
  clientProfileData: z
    .object({ email: shopText, firstName: shopText, lastName: shopText, phone: shopText })
    .nullish(),
  storePreferencesData: z.object({ currencyCode: shopCurrency }).nullish().catch(undefined),
  clientPreferencesData: z.object({ locale: shopText }).nullish(),
  items: z.array(item),
  packageAttachment: z.object({ packages: z.array(parcel).nullish() }).nullish(),
  changesAttachment: z
    .object({ changesData: z.array(z.object({ itemsRemoved: z.array(removal).nullish() })).nullish() })
    .nullish(),
})

export type VtexOrder = z.infer<typeof vtexOrder>

/** Throws ShopProblem. */
export const readOrder = (json: unknown, orderId: string): VtexOrder =>
  readShopJson(vtexOrder, json, sentence('orderNamed', { id: orderId }))

/** What an order asks for. Orders of other marketplaces are skipped, unless the option `marketplaces` is `yes`. */
export function changeOf(order: VtexOrder, shop: Shop): ShopChange {
  if (order.origin === 'Fulfillment' && shop.settings.options.marketplaces !== 'yes')
    return nothing(sentence('vtexMarket', { id: order.orderId }))
  return { kind: 'order', order: toShopOrder(order, shop) }
}

function toShopOrder(order: VtexOrder, { settings, now }: Shop): ShopOrder {
  const { email, firstName, lastName, phone } = order.clientProfileData ?? {}
  return {
    orderId: order.orderId,
    changedAt: undefined,
    orderedAt: order.creationDate ?? now,
    currency: order.storePreferencesData?.currencyCode,
    customer: {
      name: fullName(firstName, lastName),
      // Often an alias of VTEX (…@ct.vtex.com.br), which forwards to the buyer.
      email: email || undefined,
      phone: phone ?? '',
    },
    language: languageTag(order.clientPreferencesData?.locale),
    lines: withoutParts(
      order.items.map(({ parentItemIndex }, at) => ({
        line: toLine(order, at, settings.url),
        key: String(at),
        partOf: parentItemIndex == null ? undefined : String(parentItemIndex),
      })),
    ),
    isCancelled: ['canceled', 'cancel', 'cancelled'].includes(order.status),
  }
}

function toLine(order: VtexOrder, at: number, storeUrl: string | undefined): ShopLine {
  const item = order.items[at] as VtexOrder['items'][number]
  const { sent, returned, shippedAt, deliveredAt } = parcelsOf(order, at)
  const removed = removedOf(order, item.id)
  const isFinal = order.status === 'invoiced'
  // After a removal VTEX may state the old quantity or the new one. Once it says invoiced, all that remains was sent.
  const isShipped = sent > 0 && (isFinal || sent >= Math.max(1, item.quantity - removed))
  const isRemoved = item.quantity === 0 || (isFinal && sent === 0 && removed > 0)
  return {
    productId: item.productId ?? item.id,
    variantId: item.id,
    sku: item.refId || item.id,
    name: item.name,
    price: item.price / 100,
    ...(item.ean && { gtin: item.ean }),
    ...optional('url', pageOf(item.detailUrl, storeUrl)),
    ...optional('picture', pictureOf(item.imageUrl)),
    ...(isShipped && { ...optional('shippedAt', shippedAt), ...optional('deliveredAt', deliveredAt) }),
    isReturned: isRemoved || (returned > 0 && returned >= Math.max(1, Math.min(item.quantity, sent))),
  }
}

const removedOf = (order: VtexOrder, sku: string) =>
  (order.changesAttachment?.changesData ?? [])
    .flatMap(({ itemsRemoved }) => itemsRemoved ?? [])
    .filter(({ id }) => id === sku)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** The product's page. `detailUrl` is a path, which must not lead to another host. */
function pageOf(path: string, storeUrl: string | undefined): string | undefined {
  if (!path || !storeUrl || !URL.canParse(path, storeUrl)) return undefined
  const page = new URL(path, storeUrl)
  return page.origin === new URL(storeUrl).origin ? page.href : undefined
}

/** Orders contain thumbnails of 55 pixels. The same address with another size is a larger one. */
function pictureOf(address: string): string | undefined {
  if (!address) return undefined
  return address.replace(/^http:/, 'https:').replace(/\/ids\/(\d+)-\d+-\d+\//, '/ids/$1-500-500/')
}

const optional = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value }
