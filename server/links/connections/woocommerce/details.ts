import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { chunksOf } from '../../../foundation/lib/chunks-of.ts'
import { ShopProblem } from '../platform.ts'
import { type Sentence, sentence } from '../sentences.ts'
import { readShopJson, shopId, shopText } from '../shop/shop-json.ts'
import type { WooApi } from './api.ts'
import { isCalledOff, type WooOrder } from './order.ts'
import { translations, withTranslations } from './translations.ts'

export type ProductDetails = {
  url?: string
  picture?: string
  gtin?: string
  type?: string
  translations?: string[]
}
export type Returned = { quantity: number; total: number }

/** What an order does not contain. Ids are those of products and variations; `returned` is by order and line. */
export type Details = {
  products: ReadonlyMap<string, ProductDetails>
  returned: ReadonlyMap<string, ReadonlyMap<string, Returned>>
  /** What could not be learned, for the log. */
  unknown: Sentence[][]
}

export type FindDetails = (orders: readonly WooOrder[]) => Promise<Details>

/** Reads details from the shop's API, each product once. Temporary problems are thrown. */
export function detailsFrom(api: WooApi | undefined): FindDetails {
  const known = new LRUCache<string, ProductDetails>({ max: 20_000 })
  return async orders => {
    const unknown: Sentence[][] = []
    // An order without its pictures is worth more than none.
    const attempt = async <T>(work: Promise<T>, otherwise: T) => {
      try {
        return await work
      } catch (error) {
        if (!(error instanceof ShopProblem) || error.isTemporary) throw error
        unknown.push([error.what, error.mend])
        return otherwise
      }
    }
    const returned = new Map<string, Map<string, Returned>>()
    for (const order of orders.filter(order => order.refunds.length > 0 && !isCalledOff(order))) {
      if (api) returned.set(order.id, await attempt(readReturned(api, order.id), new Map()))
      else unknown.push([withoutKey(order.id)])
    }
    const products = api ? await attempt(readProducts(api, orders, known), new Map()) : new Map()
    return { products, returned, unknown }
  }
}

const withoutKey = (orderId: string) => sentence('wooPart', { id: orderId })

const refunds = z.array(
  z.object({
    line_items: z.array(
      z.object({
        quantity: z.coerce.number().catch(0),
        total: z.coerce.number().catch(0),
        meta_data: z.array(z.object({ key: z.string(), value: z.unknown().optional() })).catch([]),
      }),
    ),
  }),
)

/** By line of the order. Quantities and totals of refunds are negative, and name their line in `_refunded_item_id`. */
async function readReturned(api: WooApi, orderId: string): Promise<Map<string, Returned>> {
  const { json } = await api.get(`orders/${orderId}/refunds`, { per_page: 100 })
  const returned = new Map<string, Returned>()
  for (const line of readShopJson(refunds, json, sentence('refundsOf', { id: orderId })).flatMap(
    refund => refund.line_items,
  )) {
    const id = String(line.meta_data.find(({ key }) => key === '_refunded_item_id')?.value)
    const { quantity = 0, total = 0 } = returned.get(id) ?? {}
    returned.set(id, { quantity: quantity - line.quantity, total: total - line.total })
  }
  return returned
}

const image = z.object({ src: shopText })
const product = z.object({
  id: shopId,
  type: shopText,
  permalink: shopText,
  global_unique_id: shopText,
  images: z.array(image).nullish().catch([]),
  image: image.nullish().catch(undefined),
  translations,
})
const products = z.array(product)
const fields = 'id,type,permalink,global_unique_id,images,image,translations'

type Known = LRUCache<string, ProductDetails>

async function readProducts(
  api: WooApi,
  orders: readonly WooOrder[],
  known: Known,
): Promise<Map<string, ProductDetails>> {
  const lines = orders.flatMap(order => order.line_items).filter(line => line.product_id !== '0')
  await learn(
    api,
    'products',
    lines.map(line => line.product_id),
    known,
  )
  const variations = Map.groupBy(
    lines.filter(line => line.variation_id && line.variation_id !== '0'),
    line => line.product_id,
  )
  for (const [parent, of] of variations)
    await learn(
      api,
      `products/${parent}/variations`,
      of.map(line => line.variation_id ?? ''),
      known,
    )
  const ids = lines.flatMap(line => [line.product_id, line.variation_id ?? ''])
  return new Map(ids.flatMap(id => (known.has(id) ? [[id, known.get(id) ?? {}] as const] : [])))
}

/** Products that the shop does not name are deleted or hidden: they are not asked for again. */
async function learn(api: WooApi, path: string, ids: string[], known: Known): Promise<void> {
  const missing = [...new Set(ids)].filter(id => !known.has(id))
  for (const some of chunksOf(missing, 100)) {
    const { json } = await api.get(path, { include: some.join(','), per_page: 100, _fields: fields })
    for (const id of some) known.set(id, {})
    for (const one of readShopJson(products, json, sentence('listOfProducts')))
      known.set(one.id, detailsOf(one))
  }
}

function detailsOf(found: z.output<typeof product>): ProductDetails {
  const { type, permalink, global_unique_id: gtin, images, image } = found
  const picture = image?.src || images?.[0]?.src
  return {
    ...(type && { type }),
    ...(permalink && { url: permalink }),
    ...(gtin && { gtin }),
    ...(picture && { picture }),
    ...withTranslations(found),
  }
}
