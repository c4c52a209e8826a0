import sql from 'sql-template-tag'
import type { ContentState } from '../../../answers/moderation/states.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import type { NamedProduct } from '../products-of-rows.ts'
import type { Draft } from '../reading/read-rows.ts'
import { createPicker, type Picker, shortened } from './pick.ts'

/** A review or question as it will be in the store. */
export type PreviewedRow = {
  row: number
  /** The product's name, in the store or in the file; null if neither has one. */
  product_name: string | null
  product_id: string
  /** Null for a question. */
  rating: number | null
  title: string
  body: string
  display_name: string
  /** Null: the file gives no date. */
  created_at: string | null
  state: ContentState
  verified_purchase: boolean
  pictures: string[]
  /** How many pictures it has beside these. */
  more_pictures: number
  reply: string | null
}

/** The values of reviews and questions that a preview shows. The optional ones are those of reviews. */
export type ContentValues = {
  body: string
  display_name: string
  created_at: Date
  state: ContentState
  reply: string | null
  rating?: number
  title?: string
  verified_purchase?: boolean
  pictures?: string[]
}

export type ContentPicker = Picker<Draft<ContentValues>>

export function createContentPicker(): ContentPicker {
  return createPicker(({ isUndated, values }) => [
    ...((values.pictures ?? []).length > 0 ? ['pictures'] : []),
    ...(values.reply ? ['reply'] : []),
    values.state,
    ...(isUndated ? ['undated'] : []),
    ...(values.rating === undefined ? [] : [String(values.rating)]),
  ])
}

const [longestText, longestName] = [600, 200] // characters
const mostPictures = 4

/** The picked rows, with the names that their products have in the store. */
export async function previewContents(
  db: Connection,
  storeId: string,
  picker: ContentPicker,
): Promise<PreviewedRow[]> {
  const rows = picker.picked()
  const products = rows.map(({ product }) => product)
  const names = await namesOf(db, storeId, products)
  return rows.map(({ row, product, isUndated, values }) => {
    const { pictures = [] } = values
    const product_id = product.productId || product.sku
    const name = product.isStore ? null : names.get(product_id) || product.name
    return {
      ...{ row, product_id, product_name: name ? shortened(name, longestName) : null },
      rating: values.rating ?? null,
      title: shortened(values.title ?? '', longestName),
      body: shortened(values.body, longestText),
      display_name: shortened(values.display_name, longestName),
      created_at: isUndated ? null : values.created_at.toISOString(),
      state: values.state,
      verified_purchase: values.verified_purchase ?? false,
      pictures: pictures.slice(0, mostPictures),
      more_pictures: Math.max(0, pictures.length - mostPictures),
      reply: values.reply && shortened(values.reply, longestText),
    }
  })
}

/** By the id of the product, or by its SKU if the row has no id. */
async function namesOf(
  db: Connection,
  storeId: string,
  products: NamedProduct[],
): Promise<Map<string, string>> {
  if (products.length === 0) return new Map()
  const ids = products.flatMap(({ productId }) => (productId ? [productId] : []))
  const skus = products.flatMap(({ productId, sku, isStore }) => (productId || isStore ? [] : [sku]))
  const known = await db.query<{ product_id: string; sku: string; name: string }>(sql`
    select product_id, sku, name
    from products
    where store_id = ${storeId} and name <> product_id and (product_id = any(${ids}::text[]) or sku = any(${skus}::text[]))
    order by product_id desc`)
  return new Map([
    ...known.map(({ sku, name }) => [sku, name] as const),
    ...known.map(({ product_id, name }) => [product_id, name] as const),
  ])
}
