import { setImmediate } from 'node:timers/promises'
import { type Csv, type CsvRow, type Dialect, openCsv, standardDialect } from './csv.ts'
import { type EncodingCounts, isUtf8File } from './encoding.ts'
import { readDialect } from './escapes.ts'

/** What one pass over all rows of a file finds, in bounded memory. What is decided for a file is decided from it. */
export type Survey = {
  header: string[]
  /** The number of the last row. 0 if the rows were not read, as for a table that another system sends. */
  rows: number
  /** In the order of the header. */
  columns: ColumnFacts[]
  /** The product id of each handle, of rows that have both; see `handlePair`. Null: rows contradict each other. */
  handles: ReadonlyMap<string, string | null>
  dialect: Dialect
}

export type ColumnFacts = {
  name: string
  /** Rows in which it is not empty. */
  filled: number
  /** How often it has each value, in lower case; undefined if there are too many values, or long ones. */
  values: Map<string, number> | undefined
  /** The first cell that begins with a day above 12, as 13/03/2024 does, and the first that has it in second place. */
  dayFirst: Cell | undefined
  monthFirst: Cell | undefined
  /** Cells such as 05/03/2024, that may be two days. */
  ambiguousDates: number
  /** Cells that are numbers, the largest of them, and whether all of them can be days of a spreadsheet. */
  numbers: number
  largest: number
  serialDays: number
  /** The first number in scientific notation. */
  shortened: Cell | undefined
  /** Ids that begin with zeros, without them. */
  zeroed: Set<string>
}

/** A cell as a sentence names it. */
export type Cell = { row: number; text: string }

const mostValues = 40
const longestValue = 60 // characters
const mostZeroed = 10_000
const mostHandles = 100_000
const rowsAtOnce = 100

/** Surveys a file. `read` returns its bytes from the start, at each call. Throws FileError if it is not a table. */
export async function surveyFile(read: () => AsyncIterable<Uint8Array>): Promise<Survey> {
  const dialect = await readDialect(read)
  const counts: EncodingCounts = { utf8: 0, other: 0 }
  const { header, rows } = await openCsv(read(), dialect, counts)
  const survey = await surveyRows(header, rows)
  return { ...survey, dialect: { ...dialect, isUtf8: isUtf8File(counts) } }
}

/** Knows only the header. */
export function unsurveyed(header: string[]): Survey {
  return { header, rows: 0, columns: header.map(startColumn), handles: new Map(), dialect: standardDialect }
}

/** Surveys the first rows of a file. */
export async function surveyRows(header: string[], rows: Csv['rows']): Promise<Survey> {
  const survey = unsurveyed(header)
  const handles = new Map<string, string | null>()
  const pair = handlePair(header)
  for await (const row of rows) {
    if (row.number % rowsAtOnce === 0) await setImmediate()
    survey.rows = row.number
    if (row.cells.length !== header.length) continue // refused
    for (let index = 0; index < header.length; index++) {
      const text = row.cells[index]?.trim() ?? ''
      if (text !== '') addCell(survey.columns[index] as ColumnFacts, row.number, text)
    }
    if (pair) addHandle(handles, pair, row)
  }
  return { ...survey, handles }
}

function startColumn(name: string): ColumnFacts {
  return {
    ...{ name, filled: 0, values: new Map(), dayFirst: undefined, monthFirst: undefined, ambiguousDates: 0 },
    ...{
      numbers: 0,
      largest: Number.NEGATIVE_INFINITY,
      serialDays: 0,
      shortened: undefined,
      zeroed: new Set(),
    },
  }
}

function addCell(column: ColumnFacts, row: number, text: string): void {
  column.filled++
  if (column.values) countValue(column, text)
  // Only numbers and dates are looked at more closely: most cells are texts.
  const first = text.charCodeAt(0)
  if (first > 57 || text.length > 40) return
  const number = numberPattern.exec(text)
  if (number) addNumber(column, row, text, number)
  else addDate(column, row, text)
}

function countValue(column: ColumnFacts, text: string): void {
  const values = column.values as Map<string, number>
  if (text.length > longestValue) column.values = undefined
  else {
    const value = text.toLowerCase()
    const count = values.get(value)
    if (count === undefined && values.size === mostValues) column.values = undefined
    else values.set(value, (count ?? 0) + 1)
  }
}

const numberPattern = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i

/** A number that a spreadsheet has shortened: 8.60595E+12. An id such as 1E5 is none: no program writes numbers so. */
export const shortenedPattern = /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+$/i

function addNumber(column: ColumnFacts, row: number, text: string, _match: RegExpExecArray): void {
  if (!column.shortened && shortenedPattern.test(text)) column.shortened = { row, text }
  if (text.startsWith('0') && text.length > 1 && column.zeroed.size < mostZeroed && /^\d+$/.test(text))
    column.zeroed.add(text.replace(/^0+/, ''))
  const value = Number(text.replace(',', '.'))
  column.numbers++
  if (value > column.largest) column.largest = value
  if (value >= 20_000 && value < 80_000) column.serialDays++
}

const datePattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](?:\d{4}|\d{2})(?!\d)/

function addDate(column: ColumnFacts, row: number, text: string): void {
  const match = datePattern.exec(text)
  if (!match) return
  const [first, second] = [Number(match[1]), Number(match[2])]
  if (first > 12 && second > 12) return
  if (first > 12) column.dayFirst ??= { row, text }
  else if (second > 12) column.monthFirst ??= { row, text }
  else if (first !== second) column.ambiguousDates++
}

/** The places of the columns with the product's handle and its id, if a file has both. */
export function handlePair(header: string[]): { handle: number; id: number } | undefined {
  const place = (pattern: RegExp) => header.findIndex(name => pattern.test(name.trim()))
  const handle = place(/^(?:shopify[ _])?(?:product[ _-]?)?handle$/i)
  const id = place(/^(?:shopify[ _])?product[ _-]?id$/i)
  return handle >= 0 && id >= 0 ? { handle, id } : undefined
}

function addHandle(
  handles: Map<string, string | null>,
  pair: { handle: number; id: number },
  { cells }: CsvRow,
): void {
  const [handle, id] = [cells[pair.handle]?.trim() ?? '', cells[pair.id]?.trim() ?? '']
  if (handle === '' || id === '') return
  const known = handles.get(handle)
  if (known === undefined) {
    if (handles.size < mostHandles) handles.set(handle, id)
  } else if (known !== null && known !== id) handles.set(handle, null)
}
