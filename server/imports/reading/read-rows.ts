import type { Store } from '../../stores/stores.ts'
import type { Texts } from '../formats/format.ts'
import type { NamedProduct } from '../products-of-rows.ts'
import type { Rules } from './cells.ts'
import type { Kind } from './kind.ts'
import { createTableReader, formatOf, isOwnExport, type Reading, type TableReader } from './read-table.ts'
import { Refused } from './refused.ts'
import { createKeys } from './row-keys.ts'
import type { Survey } from './survey.ts'

/**
 * A row that can be imported. `sourceId` is the file's own id, or ''. `ownId` is the same if Realword created it and it
 * is kept.
 */
export type Draft<Values> = {
  key: string
  sourceId: string
  ownId: string | undefined
  product: NamedProduct
  /** Whether the file gives it no date. */
  isUndated: boolean
  values: Values
}

/** Throws FileError if the file cannot contain rows of `kind`. */
export function createRowReader<Values>(
  kind: Kind<Values>,
  survey: Survey,
  store: Store,
  now: number,
  reading: Reading,
): TableReader<Draft<Values>> {
  const isOurs = isOwnExport(survey.header, kind)
  const keyOf = createKeys(formatOf(kind, survey.header).name, kind.id, kind.written)
  const readDraft = (texts: Texts, rules: Rules): Draft<Values> => {
    const product = { productId: texts.product_id, sku: texts.product_sku, name: texts.product_name ?? '' }
    if (product.productId === '' && product.sku === '') throw new Refused('product_id', noProduct)
    const values = kind.read(texts, rules)
    const sourceId = texts[kind.id]
    const ownId = isOurs && isOwnId(sourceId) ? sourceId : undefined
    return { key: keyOf(texts), sourceId, ownId, product, isUndated: texts.created_at === '', values }
  }
  return createTableReader(kind, survey, store, now, reading, readDraft)
}

// Realword's ids are UUID v7. Ids of other systems may have any form.
function isOwnId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
}

const noProduct =
  'The row names no product, and reviews of the store itself are not yet supported. Give its product id or SKU.'
