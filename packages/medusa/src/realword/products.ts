import type { Container } from './medusa.ts'
import { optionsOf } from './options.ts'
import { addressOf } from './orders.ts'
import { send } from './send.ts'

const fields = [
  'id',
  'title',
  'handle',
  'thumbnail',
  'is_giftcard',
  'images.url',
  'variants.sku',
  'variants.ean',
  'variants.upc',
  'variants.barcode',
  'variants.prices.amount',
  'variants.prices.currency_code',
]

type StoredProduct = {
  id: string
  title: string
  handle?: string | null
  thumbnail?: string | null
  is_giftcard?: boolean | null
  images?: { url: string }[]
  variants?: {
    sku?: string | null
    ean?: string | null
    upc?: string | null
    barcode?: string | null
    prices?: { amount?: number | null; currency_code?: string | null }[]
  }[]
}

/** Sends these products as they are now. */
export async function sendProducts(container: Container, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const options = optionsOf(container)
  const { data } = await container.resolve('query').graph({ entity: 'product', fields, filters: { id: ids } })
  for (const product of data as StoredProduct[])
    await send(
      'product.updated',
      { product: productBody(product, options.productUrl) },
      options,
      container.resolve('logger'),
    )
}

/** The body that Realword reads. SKU, GTIN and price are the first variant's. */
function productBody(
  { id, title, handle, thumbnail, is_giftcard, images = [], variants = [] }: StoredProduct,
  productUrl?: string,
) {
  const [variant] = variants
  const price = variant?.prices?.[0]
  return {
    id,
    title,
    is_giftcard: is_giftcard ?? false,
    sku: variant?.sku ?? null,
    gtin: variant?.ean || variant?.upc || variant?.barcode || null,
    price: price?.amount ?? null,
    currency: price?.currency_code ?? null,
    url: addressOf(productUrl, handle),
    pictures: [...new Set([thumbnail, ...images.map(({ url }) => url)])].filter(Boolean),
  }
}
