import { z } from 'zod'
import { nothing, type ShopChange } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopId, shopPrice, shopText } from '../shop/shop-json.ts'
import type { Query } from './api.ts'
import { productQuery } from './queries.ts'

/** A product as webhooks send it. */
export const webhookProduct = z.object({
  id: shopId,
  title: shopText,
  handle: shopText,
  status: shopText,
  images: z
    .array(z.object({ src: shopText }))
    .nullish()
    .catch([]),
  variants: z
    .array(z.object({ sku: shopText, barcode: shopText, price: shopPrice }))
    .nullish()
    .catch([]),
})

const page = z.object({
  product: z
    .object({
      onlineStoreUrl: shopText,
      featuredMedia: z
        .object({ preview: z.object({ image: z.object({ url: shopText }).nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
})

/** A product with its address in the online store. `shop`: the shop's address, which redirects to the store's. */
export async function readProduct(
  product: z.output<typeof webhookProduct>,
  shop: string | undefined,
  query: Query | undefined,
): Promise<ShopChange> {
  if (product.status !== 'active') return nothing(sentence('productInactive'))
  const known =
    query &&
    readShopJson(
      page,
      await query(productQuery, { id: `gid://shopify/Product/${product.id}` }),
      sentence('theProduct'),
    ).product
  const url = known ? known.onlineStoreUrl : shop && `${shop}/products/${product.handle}`
  if (!url) return nothing(known ? sentence('productOffline') : sentence('productNoAddress'))
  const picture = known?.featuredMedia?.preview?.image?.url
  const pictures = (product.images ?? []).map(({ src }) => src).filter(Boolean)
  const [variant, ...others] = product.variants ?? []
  return {
    kind: 'product',
    product: {
      productId: product.id,
      sku: variant?.sku ?? '',
      name: product.title,
      price: variant?.price ?? 0,
      url,
      pictures: pictures.length > 0 ? pictures : picture ? [picture] : [],
      // Each variant has its own barcode: none is that of the product.
      ...(variant?.barcode && others.length === 0 && { gtin: variant.barcode }),
    },
  }
}
