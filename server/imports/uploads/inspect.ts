import { storable } from '../../lib/text/storable.ts'
import type { Field, Format } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { orderTable } from '../orders/order-rows.ts'
import { questionRows } from '../question-rows.ts'
import { findColumns, type Mapped } from '../reading/columns.ts'
import { openCsv } from '../reading/csv.ts'
import { guessColumn } from '../reading/guess.ts'
import type { Table } from '../reading/kind.ts'
import { formatOf } from '../reading/read-table.ts'
import { reviewRows } from '../review-rows.ts'

export const kinds = { review: reviewRows, question: questionRows } as const

const tables: Record<TableKind, Table> = { ...kinds, order: orderTable }

export type TableKind = keyof typeof kinds | 'order'

/** A preview of a file's first rows, before any choices are made. */
export type TableInspection = {
  /** The system the file comes from. */
  format: string
  header: string[]
  /** The first rows, with shortened cells; null is a cell that is not UTF-8. */
  samples: (string | null)[][]
  /** The proposed column of each field, from the system's format or guessed from column names. */
  fields: { field: Field; column: string | null; by: 'format' | 'guess' | null; needed: boolean }[]
}

/** Throws FileError if a file with this header cannot be read with these columns. */
export function checkColumns(name: TableKind, header: string[], columns: Mapped): void {
  const table = tables[name]
  findColumns(header, formatOf(table, header), table.fields, columns, table.needed)
}

const samples = 5
const longestCell = 160

/** Throws FileError if the file is not a table. */
export async function inspectTable(
  bytes: AsyncIterable<Uint8Array>,
  name: TableKind,
): Promise<TableInspection> {
  const { header, rows } = await openCsv(bytes)
  const shown: (string | null)[][] = []
  for await (const { cells } of rows) {
    shown.push(cells.map(cell => (cell === null ? null : storable(cell.slice(0, longestCell)))))
    if (shown.length === samples) break
  }
  const table = tables[name]
  const format = formatOf(table, header)
  return {
    format: format.name,
    header: header.map(storable),
    samples: shown,
    fields: guessFields(header, format, table),
  }
}

function guessFields(header: string[], format: Format, table: Table): TableInspection['fields'] {
  const known = table.fields.map(field => ({ field, column: columnOf(header, format, field) }))
  const taken = new Set(known.map(({ column }) => column))
  return known.map(({ field, column }) => {
    const needed = table.needed.some(some => some.length === 1 && some[0] === field)
    if (column !== null) return { field, column: storable(column), by: 'format', needed }
    // Only guess in unknown files. In a known system's file, columns without a field mean something else.
    const free = header.filter(name => !taken.has(name))
    const guess = format === realword ? guessColumn(field, free) : undefined
    if (guess === undefined) return { field, column: null, by: null, needed }
    taken.add(guess)
    return { field, column: storable(guess), by: 'guess', needed }
  })
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
