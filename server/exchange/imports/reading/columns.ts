import { FileError } from '../../../foundation/errors/file-errors.ts'
import type { Cell, Field, Format, Texts } from '../formats/format.ts'
import { checkText } from './cells/cells.ts'
import { Refused } from './refusals/refused.ts'

/** Maps a file's columns to fields, and fields back to columns for reports. */
export type Columns = {
  /** Throws Refused if the row has more or fewer cells than the header, or is not valid UTF-8. */
  read: (cells: (string | null)[]) => Texts
  /** A field of a row that may be unreadable otherwise; '' if it says nothing. */
  peek: (field: Field, cells: (string | null)[]) => string
  /** The first column that a field is read from, as named in the file. */
  nameOf: (field: Field) => string
  /** The columns of a field, by their places. The first that is not empty in a row counts. */
  indexesOf: (field: Field) => number[]
  /** The first column of each field that has one. */
  named: Record<string, string>
  /** The cells of a row by the names of their columns; '' for a column that the file lacks. */
  cellsOf: (cells: (string | null)[]) => Cell
}

/** `clean` is applied to each trimmed cell that is not empty. `check` throws Refused for what it returns. */
export type Cleaning = { clean: (cell: string) => string; check: (field: Field, text: string) => void }

/** The chosen column of each field; null ignores the field, whatever the file contains. */
export type Mapped = Partial<Record<string, string | null>>

/**
 * Finds the column of each field: the one that `mapped` names, else the format's, else the column named after the
 * field. `needed` lists groups of fields, each with at least one required column. Throws FileError if a mapped column is
 * missing, a required column is duplicated, or a required field has no column.
 */
export function findColumns(
  header: string[],
  format: Format,
  fields: readonly Field[],
  mapped: Mapped,
  needed: Field[][],
  cleaning: Cleaning = { clean: cell => cell, check: () => {} },
): Columns {
  checkMapped(fields, mapped)
  const columnIndexes = new Map(fields.map(field => [field, indexesOf(field, header, format, mapped[field])]))
  for (const some of needed) {
    if (some.some(field => columnIndexes.get(field)?.length)) continue
    throw new FileError('column_needed', [some, header.join(', '), some[0] ?? ''])
  }
  const cellsOf = createCells(header)
  return {
    nameOf: field => header[columnIndexes.get(field)?.[0] ?? -1] ?? field,
    peek: (field, cells) => {
      const where = columnIndexes.get(field) ?? []
      return where.map(index => cleaning.clean(cells[index]?.trim() ?? '')).find(text => text !== '') ?? ''
    },
    indexesOf: field => columnIndexes.get(field) ?? [],
    named: Object.fromEntries(
      [...columnIndexes].flatMap(([field, [first]]) =>
        first === undefined ? [] : [[field, header[first] ?? '']],
      ),
    ),
    cellsOf,
    read: createReader(header, format, columnIndexes, cleaning, cellsOf),
  }
}

function checkMapped(fields: readonly Field[], mapped: Mapped): void {
  const unknown = Object.keys(mapped).find(name => !fields.includes(name as Field))
  if (unknown === undefined) return
  throw new FileError('field_unknown', [unknown, fields.join(', ')])
}

function indexesOf(
  field: Field,
  header: string[],
  format: Format,
  mapped: string | null | undefined,
): number[] {
  if (mapped === null) return []
  if (mapped !== undefined) {
    const index = indexOf(header, mapped)
    if (index !== undefined) return [index]
    throw new FileError('column_missing', [field, mapped, header.join(', ')])
  }
  const names = [...(format.columns[field] ?? []), field]
  return [...new Set(names.map(name => indexOf(header, name)).filter(index => index !== undefined))]
}

/** Undefined if there is none. Prefers an exact match over one that ignores case. */
function indexOf(header: string[], name: string): number | undefined {
  const same = (test: (one: string) => boolean) => header.flatMap((one, index) => (test(one) ? [index] : []))
  const exact = same(one => one === name.trim())
  const found = exact.length > 0 ? exact : same(one => one.toLowerCase() === name.trim().toLowerCase())
  if (found.length > 1) throw new FileError('columns_same', [found.length, name])
  return found[0]
}

function createReader(
  header: string[],
  format: Format,
  columnIndexes: Map<Field, number[]>,
  cleaning: Cleaning,
  cellsOf: Columns['cellsOf'],
): Columns['read'] {
  return cells => {
    if (cells.length !== header.length)
      throw new Refused(null, 'cells', { cells: cells.length, header: header.length })
    const texts = Object.fromEntries(
      [...columnIndexes].map(([field, where]) => [field, readText(field, cells, where, cleaning)]),
    ) as Texts
    return { ...texts, ...format.adjust?.(texts, cellsOf(cells)) }
  }
}

function createCells(header: string[]): Columns['cellsOf'] {
  const indexByName = new Map(header.map((name, index) => [name.toLowerCase(), index]))
  return cells => column => cells[indexByName.get(column.toLowerCase()) ?? -1]?.trim() ?? ''
}

function readText(
  field: Field,
  cells: (string | null)[],
  columnIndexes: number[],
  { clean, check }: Cleaning,
): string {
  for (const index of columnIndexes) {
    const cell = cells[index]
    if (cell === null) throw new Refused(field, 'textNotUtf8')
    const text = clean(cell?.trim() ?? '')
    if (text === '') continue
    checkText(field, text)
    check(field, text)
    return text
  }
  return ''
}
