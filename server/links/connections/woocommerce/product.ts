import { z } from 'zod'
import { nothing, type ShopChange } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { shopId, shopPrice, shopText } from '../shop/shop-json.ts'
import { isGiftCard } from './bundles.ts'
import { decodeSpecialCharacters } from './special-characters.ts'
import { translations, withTranslations } from './translations.ts'

/** A product of the REST API v3, which is also what the webhooks send. */
export const wooProduct = z.object({
  id: shopId,
  type: shopText,
  status: shopText,
  name: shopText.transform(decodeSpecialCharacters),
  sku: shopText,
  price: shopPrice,
  permalink: shopText,
  global_unique_id: shopText,
  translations,
  images: z
    .array(z.object({ src: shopText }))
    .nullish()
    .catch([]),
})

export function readProduct(product: z.output<typeof wooProduct>): ShopChange {
  // Its page is the one of its parent, which sends an event of its own.
  if (product.type === 'variation') return nothing(sentence('wooVariation'))
  if (product.status !== 'publish') return nothing(sentence('wooUnpublished'))
  return {
    kind: 'product',
    product: {
      productId: product.id,
      sku: product.sku,
      name: product.name,
      price: product.price,
      url: product.permalink,
      pictures: (product.images ?? []).map(({ src }) => src).filter(Boolean),
      ...(product.global_unique_id && { gtin: product.global_unique_id }),
      ...withTranslations(product),
      ...(isGiftCard({}, product.type) && { noProduct: 'gift_card' }),
    },
  }
}
