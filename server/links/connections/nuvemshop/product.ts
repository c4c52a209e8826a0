import { z } from 'zod'
import type { ShopProduct } from '../platform.ts'
import { sentence } from '../sentences.ts'
import { readShopJson, shopId, shopPrice, shopText } from '../shop/shop-json.ts'

/** A text in several languages, by `pt`, `es`, `en`, or in the only one. */
const texts = z.union([z.string(), z.record(z.string(), z.string().nullish())]).nullish()
export type Texts = z.infer<typeof texts>

const product = z.object({
  id: shopId,
  name: texts,
  canonical_url: shopText,
  images: z.array(z.object({ src: shopText })).nullish(),
  variants: z.array(z.object({ sku: shopText, barcode: shopText, price: shopPrice })).nullish(),
})
export type NuvemshopProduct = z.infer<typeof product>

/** The shop's settings, because products name neither language nor currency. */
type NuvemshopStore = { main_language: string; main_currency: string | undefined }

export const readProduct = (json: unknown, id: string): NuvemshopProduct =>
  readShopJson(product, json, sentence('productNamed', { id }))

/** A product with its name in the shop's language, and its price in the shop's currency. */
export function toShopProduct(
  { id, name, canonical_url, images, variants }: NuvemshopProduct,
  { main_language, main_currency }: NuvemshopStore,
): ShopProduct {
  const [first, second] = variants ?? []
  return {
    productId: id,
    sku: first?.sku || id,
    name: textIn(name, main_language),
    price: first?.price ?? 0,
    currency: main_currency,
    url: canonical_url,
    pictures: (images ?? []).map(({ src }) => src).filter(Boolean),
    // Each variant has its own.
    ...(first?.barcode && !second && { gtin: first.barcode }),
  }
}

/** The text in the shop's language, else in Portuguese, Spanish or English, else in any. */
export function textIn(all: Texts, language: string): string {
  if (!all || typeof all === 'string') return all ?? ''
  const wanted = [language.slice(0, 2), 'pt', 'es', 'en']
  for (const short of wanted) {
    const found = Object.entries(all).find(([name, text]) => text && name.slice(0, 2) === short)
    if (short && found?.[1]) return found[1]
  }
  return Object.values(all).find(Boolean) ?? ''
}
