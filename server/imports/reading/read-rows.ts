import { withoutEscape } from '../../lib/text/csv-escapes.ts'
import { boundsOf } from '../../lib/time/days.ts'
import type { Store } from '../../stores/stores.ts'
import type { Format } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import type { NamedProduct } from '../products-of-rows.ts'
import { ownStates, type Rules } from './cells.ts'
import { findColumns, type Mapped } from './columns.ts'
import type { CsvRow } from './csv.ts'
import type { DateOrder } from './dates.ts'
import { recognise } from './formats.ts'
import type { Kind } from './kind.ts'
import { Refused } from './refused.ts'
import { isReport, withoutReport } from './report.ts'
import { createKeys } from './row-keys.ts'

/** How to read a file, where its header is not enough. */
export type Reading = {
  columns?: Mapped
  /** The order of day, month and year. */
  dates?: DateOrder | undefined
  /** The date of rows without one, in the time zone of the store. Without it they are of the time of the import. */
  undated?: string | undefined
}

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

/** A row that was not imported. `column` is named as in the file; null means the whole row. */
export type RefusedRow = { row: number; column: string | null; problem: string }

export type RowReader<Values> = {
  /** The system the file comes from. */
  format: string
  /** Columns that are not read. Empty for the file of a known system. */
  unread: string[]
  /** Undefined for an empty row. Rows must be read in order. */
  read: (row: CsvRow) => Draft<Values> | RefusedRow | undefined
}

/** Throws FileError if a file with this header cannot contain rows of `kind`. */
export function createRowReader<Values>(
  kind: Kind<Values>,
  header: string[],
  store: Store,
  now: number,
  reading: Reading,
): RowReader<Values> {
  const format = kind.name === 'review' ? recognise(header) : realword
  const isOurs = isOwnExport(withoutReport(header), kind)
  const clean = isOurs ? withoutEscape : undefined
  const columns = findColumns(header, format, kind.fields, reading.columns ?? {}, kind.needed, clean)
  const keyOf = createKeys(format.name, kind.id, kind.written)
  const rules = rulesOf(format, store, now, reading)
  const isMended = isReport(header)
  const readDraft = (cells: CsvRow['cells']): Draft<Values> => {
    const texts = columns.read(isMended ? cells.map(cell => cell && withoutEscape(cell)) : cells)
    const product = { productId: texts.product_id, sku: texts.product_sku, name: texts.product_name ?? '' }
    if (product.productId === '' && product.sku === '') throw new Refused('product_id', noProduct)
    const values = kind.read(texts, rules)
    const sourceId = texts[kind.id]
    const ownId = isOurs && isOwnId(sourceId) ? sourceId : undefined
    return { key: keyOf(texts), sourceId, ownId, product, isUndated: texts.created_at === '', values }
  }
  return {
    format: format.name,
    unread: format === realword ? columns.unread : [],
    read: ({ number, cells }) => {
      if (cells.every(cell => cell?.trim() === '')) return undefined
      try {
        return readDraft(cells)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        const column = error.field && columns.nameOf(error.field)
        return { row: number, column, problem: error.message }
      }
    },
  }
}

function rulesOf(format: Format, store: Store, now: number, { dates, undated }: Reading): Rules {
  return {
    dates: dates ?? format.dates,
    states: { ...ownStates, ...format.states },
    betweenPictures: format.betweenPictures ?? /\s+/,
    timeZone: store.time_zone,
    language: store.locale,
    now,
    undatedAt: undated ? Math.min(boundsOf(undated, store).begins.getTime(), now) : now,
  }
}

/** Whether a file is a Realword export: it has exactly these columns, in this order. */
function isOwnExport(header: string[], { fields }: { fields: readonly string[] }): boolean {
  return header.length === fields.length && fields.every((field, place) => header[place] === field)
}

// Realword's ids are UUID v7. Ids of other systems may have any form.
function isOwnId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
}

const noProduct =
  'The row names no product, and reviews of the store itself are not yet supported. Give its product id or SKU.'
