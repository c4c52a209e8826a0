import { setImmediate } from 'node:timers/promises'
import type { Field, Texts } from '../formats/format.ts'
import { type Csv, type CsvRow, openFile } from './bytes/csv.ts'
import { type ChosenDialect, type Dialect, standardDialect } from './bytes/dialect.ts'
import { type EncodingCounts, isUtf8File } from './bytes/encoding.ts'
import { healed, isShortened } from './cells/heal.ts'
import type { Mapped } from './columns.ts'
import { recognise } from './formats.ts'

/** What one pass over all rows of a file finds, in bounded memory. What is decided for a file is decided from it. */
export type Survey = {
  header: string[]
  /** The number of the last row. 0 if the rows were not read, as for a table that another system sends. */
  rows: number
  /** In the order of the header. */
  columns: ColumnFacts[]
  /** The product id of each handle, of rows that have both; see `handlePair`. Null: rows contradict each other. */
  handles: ReadonlyMap<string, string | null>
  /**
   * How many rows its system writes for reviews of the store itself, see `isOfStore` of formats, and name no product in
   * the columns that were chosen for it either.
   */
  rowsOfStore: number
  dialect: Dialect
  /** Whether cells are in another encoding than UTF-8. */
  otherEncoding: boolean
  /** How many cells were encoded twice. */
  twiceEncoded: number
  /** How many cells have U+FFFD, which programs write for letters that they cannot read. */
  lostLetters: number
}

export type ColumnFacts = {
  name: string
  /** Rows in which it is not empty. */
  filled: number
  /** How often it has each value, in lower case; undefined if there are too many values, or long ones. */
  values: Map<string, number> | undefined
  /** Whether a cell has several words. */
  hasTexts: boolean
  /** The first cell that begins with a day above 12, as 13/03/2024 does, and the first that has it in second place. */
  dayFirst?: Cell
  monthFirst?: Cell
  /** The first cell such as 05/03/2024, that may be two days. */
  ambiguousDate?: Cell
  /** The first cell such as 24-11-09, which may begin or end with the year. */
  dashedDate?: Cell
  /** The largest year of two digits below 69 at the end of a date. */
  largestYear?: Cell & { value: number }
  /** The largest number. */
  largest?: Cell & { value: number }
  /** How many cells are numbers that can be days of a spreadsheet: of the years 1954 to 2118. */
  serialDays: number
  /** The first number in scientific notation. */
  shortened?: Cell
  /** Numbers with zeros before them, by the number without those; and numbers without zeros. Not all of a long file. */
  zeroed: Map<string, string>
  plainNumbers: Set<string>
}

/** A cell as a sentence names it. */
export type Cell = { row: number; text: string }

const mostValues = 40
const longestValue = 60 // characters
const longestNumber = 40 // characters
const mostNumbers = 2_000 // per column
const mostHandles = 100_000
const rowsAtOnce = 100

/** Surveys a file. `read` returns its bytes from the start, at each call. Throws FileError if it is not a table. */
export async function surveyFile(
  read: () => AsyncIterable<Uint8Array>,
  chosen: ChosenDialect & { columns?: Mapped } = {},
): Promise<Survey> {
  const counts: EncodingCounts = { utf8: 0, other: 0 }
  const { header, rows, dialect } = await openFile(read, chosen, counts)
  const survey = await surveyRows(header, rows, chosen.columns)
  const encoding = dialect.encoding ?? (isUtf8File(counts) ? 'utf-8' : undefined)
  return { ...survey, dialect: { ...dialect, encoding }, otherEncoding: counts.other > 0 }
}

/** Knows only the header. */
export function unsurveyed(header: string[]): Survey {
  const columns = header.map(name => ({
    ...{ name, filled: 0, values: new Map(), hasTexts: false, serialDays: 0 },
    ...{ zeroed: new Map<string, string>(), plainNumbers: new Set<string>() },
  }))
  const standard = {
    dialect: standardDialect,
    otherEncoding: false,
    twiceEncoded: 0,
    lostLetters: 0,
    rowsOfStore: 0,
  }
  return { header, rows: 0, columns, handles: new Map(), ...standard }
}

/** Surveys rows of a file. */
export async function surveyRows(header: string[], rows: Csv['rows'], chosen: Mapped = {}): Promise<Survey> {
  const survey = unsurveyed(header)
  const handles = new Map<string, string | null>()
  const pair = handlePair(header)
  const counts = { twiceEncoded: 0, lostLetters: 0, rowsOfStore: 0 }
  const isOfStore = rowOfStore(header, chosen)
  for await (const row of rows) {
    if (row.number % rowsAtOnce === 0) await setImmediate()
    survey.rows = row.number
    if (row.cells.length !== header.length) continue // refused
    for (const [index, column] of survey.columns.entries()) {
      const text = healed(row.cells[index]?.trim() ?? '', counts)
      if (text !== '') addCell(column, row.number, text, counts)
    }
    if (pair) addHandle(handles, pair, row)
    if (isOfStore?.(row)) counts.rowsOfStore++
  }
  return { ...survey, ...counts, handles }
}

function addCell(column: ColumnFacts, row: number, text: string, counts: { lostLetters: number }): void {
  column.filled++
  if (text.includes('\uFFFD')) counts.lostLetters++
  countValue(column, text)
  column.hasTexts ||= text.length >= shortestText && severalWords.test(text)
  // Only numbers and dates are looked at more closely: most cells are texts.
  if (text.length > longestNumber) return
  if (text.charCodeAt(0) > 57) {
    if (weekdayFirst.test(text)) addDate(column, row, text)
  } else if (numberPattern.test(text)) addNumber(column, row, text)
  else addDate(column, row, text)
}

const shortestText = 15 // characters
const severalWords = /\S\s+\S+\s+\S/

function countValue(column: ColumnFacts, text: string): void {
  const { values } = column
  if (!values) return
  const value = text.toLowerCase()
  const count = values.get(value) ?? 0
  if (text.length > longestValue || (count === 0 && values.size === mostValues)) column.values = undefined
  else values.set(value, count + 1)
}

const numberPattern = /^[+-]?\d+(?:[.,]\d+)?(?:E[+-]?\d+)?$/i

const wholePattern = /^(0*)([1-9]\d*)$/

function addNumber(column: ColumnFacts, row: number, text: string): void {
  if (!column.shortened && isShortened(text)) column.shortened = { row, text }
  const { zeroed, plainNumbers } = column
  const [, zeros, rest = ''] = wholePattern.exec(text) ?? []
  if (zeros && zeroed.size < mostNumbers) zeroed.set(rest, text)
  else if (zeros === '' && plainNumbers.size < mostNumbers) plainNumbers.add(text)
  const value = Number(text.replace(',', '.'))
  if (value > (column.largest?.value ?? Number.NEGATIVE_INFINITY)) column.largest = { row, text, value }
  if (value >= 20_000 && value < 80_000) column.serialDays++
}

// As `readDate` takes them: with spaces, behind the day of the week, with a mark that spreadsheets write before texts.
const datePattern = /^(?:\D{3,17} |')?(\d{1,2}) ?([/.-]) ?(\d{1,2}) ?\2 ?(\d{4}|\d\d)(?!\d)/
const weekdayFirst = /^\p{L}{2,10}(?:-feira)?[.,]{0,2} \d{1,2} ?[/.-]/u

function addDate(column: ColumnFacts, row: number, text: string): void {
  const match = datePattern.exec(text)
  if (!match) return
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])]
  const cell = { row, text }
  if (match[4]?.length === 2) {
    if (match[2] === '-') {
      column.dashedDate ??= cell
      return
    }
    if (year < 69 && year > (column.largestYear?.value ?? 0)) column.largestYear = { ...cell, value: year }
  }
  if (first > 12 && second <= 12) column.dayFirst ??= cell
  else if (first <= 12 && second > 12) column.monthFirst ??= cell
  else if (first <= 12 && first !== second) column.ambiguousDate ??= cell
}

function rowOfStore(header: string[], chosen: Mapped): ((row: CsvRow) => boolean) | undefined {
  const { isOfStore, adjust } = recognise(header)
  if (!isOfStore) return undefined
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]))
  return ({ cells }) => {
    const cell = (column: string) => cells[places.get(column.trim().toLowerCase()) ?? -1]?.trim() ?? ''
    if (!cells.some(one => one?.trim()) || !isOfStore(cell)) return false
    const chosenOf = (field: Field) => (chosen[field] ? cell(chosen[field]) : '')
    const texts = { product_id: chosenOf('product_id'), product_sku: chosenOf('product_sku') } as Texts
    const { product_id, product_sku } = { ...texts, ...adjust?.(texts, cell) }
    return product_id === '' && product_sku === ''
  }
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
  const handle = healed(cells[pair.handle]?.trim() ?? '')
  const id = healed(cells[pair.id]?.trim() ?? '')
  if (handle === '' || id === '' || isShortened(id)) return
  const known = handles.get(handle)
  if (known === undefined) {
    if (handles.size < mostHandles) handles.set(handle, id)
  } else if (known !== null && known !== id) handles.set(handle, null)
}
