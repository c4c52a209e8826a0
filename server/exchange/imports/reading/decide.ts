import { FileError } from '../../../foundation/errors/file-errors.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Field, Format } from '../formats/format.ts'
import type { DateOrder } from './cells/dates.ts'
import type { Scale } from './cells/scales.ts'
import { type Note, note } from './notes.ts'
import { quoted } from './refusals/refused.ts'
import type { Cell, ColumnFacts, Survey } from './survey.ts'

/** What was chosen for a file, where its rows are not enough. */
export type Choices = {
  /** The order of day, month and year. */
  dates?: DateOrder | undefined
  /** The most that a rating can be. */
  scale?: Scale | undefined
}

/** What is decided for a file as a whole, and the sentences that say so. */
export type Decisions = {
  dates: DateOrder | undefined
  /** Fields whose cells are all days as spreadsheets count them. */
  spreadsheetDays: ReadonlySet<Field>
  scale: Scale
  notes: Note[]
}

/** The columns that a field is read from. */
type FactsOf = (fields: readonly Field[]) => ColumnFacts[]

/**
 * Decides what rows alone do not know. Throws FileError for a question that only a choice answers: dates that contradict
 * each other or may all be two days, and ratings above 5.
 */
export function decide(
  survey: Survey,
  factsOf: FactsOf,
  format: Format,
  store: Store,
  now: number,
  choices: Choices,
): Decisions {
  const notes = notesOfDialect(survey)
  const add = (...given: Parameters<typeof note>) => void notes.push(note(...given))
  return {
    dates: decideDates(factsOf(dateFields), format, store, now, choices, add),
    spreadsheetDays: findSpreadsheetDays(factsOf, add),
    scale: decideScale(factsOf(['rating']), choices, add),
    notes,
  }
}

const dateFields: readonly Field[] = ['created_at', 'reply_created_at', 'order_date', 'delivery_date']

type AddNote = (...given: Parameters<typeof note>) => void

function notesOfDialect({ dialect, otherEncoding, twiceEncoded, lostLetters }: Survey): Note[] {
  const separators: Record<string, Parameters<typeof note>[0]> = {
    ';': 'semicolons',
    '\t': 'tabs',
    '|': 'bars',
  }
  const separated = separators[dialect.separator ?? '']
  return [
    ...(separated ? [note(separated)] : []),
    ...(dialect.escape === 'backslash' ? [note('backslashes')] : []),
    ...(otherEncoding && dialect.encoding !== 'utf-8' ? [note('windows1252')] : []),
    ...(twiceEncoded > 0 ? [note('twiceEncoded', { count: twiceEncoded })] : []),
    ...(lostLetters > 0 ? [note('lostLetters', { count: lostLetters })] : []),
  ]
}

/** The chosen order, else the one that a date of the file proves, else the format's, else that of the store. */
function decideDates(
  columns: ColumnFacts[],
  format: Format,
  store: Store,
  now: number,
  { dates }: Choices,
  add: AddNote,
): DateOrder | undefined {
  const [dayFirst, monthFirst] = [firstOf(columns, 'dayFirst'), firstOf(columns, 'monthFirst')]
  if (dates) return dates
  const yearFirst = columns.flatMap(column => findYearFirst(column, now))[0]
  if (yearFirst) throw new FileError('dates_ambiguous', [yearFirst.text, yearFirst.row])
  if (dayFirst && monthFirst) {
    const [day, month] = [dayFirst, monthFirst]
    throw new FileError('dates_contradict', [day.text, day.row, month.text, month.row])
  }
  const proof = dayFirst ?? monthFirst
  if (proof) {
    add(dayFirst ? 'dayFirstProven' : 'monthFirstProven', { row: proof.row, value: quoted(proof.text) })
    return dayFirst ? 'dmy' : 'mdy'
  }
  const ambiguous = firstOf(columns, 'ambiguousDate')
  return ambiguous ? defaultOrder(ambiguous, format, store, add) : format.dates
}

/** A cell that may begin with a year of two digits: 24-11-09, or one such as 24/11/28 that would end in the future. */
function findYearFirst({ dashedDate, largestYear }: ColumnFacts, now: number): Cell[] {
  const mostYear = (new Date(now).getUTCFullYear() % 100) + 1
  const isLater = largestYear !== undefined && largestYear.value > mostYear
  return dashedDate ? [dashedDate] : isLater ? [largestYear] : []
}

function defaultOrder({ row, text }: Cell, format: Format, store: Store, add: AddNote): DateOrder {
  if (format.dates === 'dmy' || format.dates === 'mdy') {
    add(format.dates === 'dmy' ? 'dayFirstFormat' : 'monthFirstFormat', { system: format.name })
    return format.dates
  }
  const order = orderOfStore(store)
  if (!order) throw new FileError('dates_ambiguous', [text, row])
  add(order === 'dmy' ? 'dayFirstStore' : 'monthFirstStore', { value: quoted(text) })
  return order
}

function firstOf(columns: ColumnFacts[], fact: 'dayFirst' | 'monthFirst' | 'ambiguousDate') {
  const found = columns.flatMap(column => column[fact] ?? [])
  return found.reduce<Cell | undefined>(
    (first, one) => (first && first.row <= one.row ? first : one),
    undefined,
  )
}

/** The order that is usual both in the store's language and in its country; undefined if they differ. */
function orderOfStore({ locale, country }: Store): DateOrder | undefined {
  // The country's own language: of English in Brazil, Intl knows no order.
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const orders = new Set([orderIn(locale), orderIn(`${language}-${country}`)])
  const [order] = orders
  return orders.size === 1 ? order : undefined
}

function orderIn(locale: string): DateOrder | undefined {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  const [day, month, year] = (['day', 'month', 'year'] as const).map(part => parts.indexOf(part)) as [
    number,
    number,
    number,
  ]
  if (year < day || year < month) return undefined
  return day < month ? 'dmy' : 'mdy'
}

/** Numbers such as 45231 are days only in a column that has nothing else. */
function findSpreadsheetDays(factsOf: FactsOf, add: AddNote): Set<Field> {
  const found = dateFields.filter(field => {
    const columns = factsOf([field])
    return columns.some(({ filled }) => filled > 0) && columns.every(one => one.serialDays === one.filled)
  })
  if (found.length > 0) add('spreadsheetDays', { value: quoted(factsOf(found)[0]?.largest?.text ?? '') })
  return new Set(found)
}

function decideScale(columns: ColumnFacts[], { scale }: Choices, add: AddNote): Scale {
  if (scale && scale > 5) add('scale', { scale })
  if (scale) return scale
  const above = columns.flatMap(({ largest }) => (largest && largest.value > 5 ? [largest] : []))[0]
  if (above) throw new FileError('scale_unknown', [above.text, above.row])
  return 5
}
