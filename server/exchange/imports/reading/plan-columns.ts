import type { Field, Format } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { guessOrderColumn, withProductColumn, withProductName } from '../orders/guess-columns.ts'
import { findColumns, type Mapped } from './columns.ts'
import { guessColumn, plainName } from './guess.ts'
import type { Table } from './kind.ts'
import type { Survey } from './survey.ts'

/** The column that a field is read from, and whether a system's format or a guess names it; null: none. */
export type PlannedColumn = { field: Field; column: string | null; by: 'format' | 'guess' | 'choice' | null }

/**
 * Plans which column each field is read from: the chosen one, else the format's, else the one whose name suggests it. No
 * column is guessed twice, nor for a field whose choice is null.
 */
export function planColumns(
  table: Table,
  format: Format,
  survey: Survey,
  chosen: Mapped = {},
): PlannedColumn[] {
  const { header } = survey
  const known = table.fields.map((field): PlannedColumn => {
    const choice = chosen[field]
    if (choice !== undefined) return { field, column: choice, by: 'choice' }
    // Elsewhere a column "subject" is the title of a review.
    if (field === 'subject' && !isOfSubjects(header, format)) return { field, column: null, by: 'guess' }
    const column = columnOf(header, format, field)
    return { field, column, by: column === null ? null : 'format' }
  })
  const taken = new Set(known.map(({ column }) => column?.trim().toLowerCase()))
  const isOrder = table.name === 'order'
  const planned = known.map(one => {
    // Only guess in unknown files. In a known system's file, columns without a field mean something else.
    if (one.by !== null || format !== realword) return one
    // The date of an order is often chosen for its delivery too.
    const shared = one.field === 'order_date' ? chosen.delivery_date?.trim().toLowerCase() : undefined
    const isFree = (name: string) => !taken.has(name) || name === shared
    const free = header.filter(name => isFree(name.toLowerCase()))
    const guess = isOrder ? guessOrderColumn(one.field, free, survey) : guessColumn(one.field, free)
    if (guess === undefined) return one
    taken.add(guess.toLowerCase())
    return { ...one, column: guess, by: 'guess' as const }
  })
  return isOrder ? withProductColumn(withProductName(planned, survey), survey) : withNamedProduct(planned)
}

function isOfSubjects(header: string[], format: Format): boolean {
  return format === realword && header.some(name => plainName(name) === 'title')
}

/** Without a column for its id or SKU, a product is known by a column such as "Product". */
function withNamedProduct(planned: PlannedColumn[]): PlannedColumn[] {
  const named = planned.find(({ field, by }) => field === 'product_name' && by === 'guess')
  const isKnown = planned.some(({ field, column, by }) => isOfProduct(field) && (column ?? by) !== null)
  if (isKnown || !/^produc?to?$/.test(plainName(named?.column ?? ''))) return planned
  return planned.map(one => {
    if (one.field === 'product_id') return { ...one, column: named?.column ?? null, by: 'guess' }
    return one === named ? { ...one, column: null, by: null } : one
  })
}

const isOfProduct = (field: Field) => field === 'product_id' || field === 'product_sku'

/** What was chosen and guessed, as `findColumns` takes it. */
export function mappedBy(planned: PlannedColumn[], chosen: Mapped = {}): Mapped {
  const guessed = planned.filter(({ by }) => by === 'guess').map(({ field, column }) => [field, column])
  return { ...Object.fromEntries(guessed), ...chosen }
}

function columnOf(header: string[], format: Format, field: Field): string | null {
  try {
    const name = findColumns(header, format, [field], {}, []).nameOf(field)
    return header.includes(name) ? name : null
  } catch {
    // Two columns have this name, so the user must choose one.
    return null
  }
}
