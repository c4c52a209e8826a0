import { inLanguage } from '../../../answers/reviews/attributes/present.ts'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import { storable } from '../../../foundation/lib/text/storable.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Field, Format } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { withItemColumns } from '../orders/line-items.ts'
import { orderTable } from '../orders/order-rows.ts'
import { questionRows } from '../question-rows.ts'
import { answerPrefix, findAnswerColumns, withoutAnswerFields } from '../reading/answer-columns.ts'
import { type CsvRow, openFile } from '../reading/bytes/csv.ts'
import {
  type ChosenDialect,
  type Dialect,
  type Encoding,
  type Escape,
  nameOfSeparator,
} from '../reading/bytes/dialect.ts'
import { type EncodingCounts, isUtf8File } from '../reading/bytes/encoding.ts'
import { type Columns, findColumns, type Mapped } from '../reading/columns.ts'
import type { Table } from '../reading/kind.ts'
import { mappedBy, planColumns } from '../reading/plan-columns.ts'
import { formatOf } from '../reading/read-table.ts'
import { carriedBy } from '../reading/refusals/report-choices.ts'
import { type StateQuestion, surveyStates } from '../reading/states/read-states.ts'
import { type Survey, surveyRows, unsurveyed } from '../reading/survey.ts'
import { statesOf } from '../reading/table-columns.ts'
import { reviewRows } from '../review-rows.ts'

export const kinds = { review: reviewRows, question: questionRows } as const

const tables: Record<TableKind, Table> = { ...kinds, order: orderTable }

export type TableKind = keyof typeof kinds | 'order'

/** A preview of a file's first rows, before its columns are chosen. */
export type TableInspection = {
  /** The system the file comes from. */
  format: string
  /** How the file is written. `encoding` is null if the first rows do not show it. */
  dialect: { separator: string; quotes: Escape; encoding: Encoding | null }
  header: string[]
  /** The first rows, with shortened cells; null is a cell that is not UTF-8. */
  samples: (string | null)[][]
  /** The proposed column of each field, from the system's format or guessed from column names. */
  fields: { field: Field; column: string | null; by: 'format' | 'guess' | null; needed: boolean }[]
  /** The proposed column of each of the store's own questions, with its text in the store's language. */
  answers: { field: string; label: string; column: string | null }[]
  /** The columns that say whether a review is public, and what their words mean. */
  states: { column: string; words: StateQuestion['words']; is_long: boolean }[]
}

/** Throws FileError if a file with this header cannot be read with these columns. */
export function checkColumns(name: TableKind, header: string[], columns: Mapped): void {
  const table = tables[name]
  const format = formatOf(table, header)
  const chosen = withoutAnswerFields({ ...carriedBy(header).columns, ...columns })
  const mapped = mappedBy(planColumns(table, format, unsurveyed(header), chosen), chosen)
  findColumns(header, format, table.fields, mapped, table.needed)
}

const samples = 5
const longestCell = 160
const mostSurveyed = 2_000 // rows: of a file that has just arrived, while its upload waits for the answer

/** `read` returns the bytes of the file from the start, at each call. Throws FileError if the file is not a table. */
export async function inspectTable(
  read: () => AsyncIterable<Uint8Array>,
  name: TableKind,
  store: Pick<Store, 'attributes' | 'locale'>,
  chosen: ChosenDialect = {},
): Promise<TableInspection> {
  const counts = { utf8: 0, other: 0 }
  const { header, rows, dialect } = await openFile(read, chosen, counts)
  const shown: (string | null)[][] = []
  const table = tables[name]
  const surveyed = await surveyRows(header, firstOf(rows, shown))
  const survey = name === 'order' ? withItemColumns(surveyed) : surveyed
  const format = formatOf(table, header)
  const { columns: carried } = carriedBy(header)
  const planned = planColumns(table, format, survey, carried)
  return {
    format: format.name,
    dialect: foundDialect(dialect, counts),
    header: survey.header.map(storable),
    samples: shown,
    fields: planned.map(({ field, column, by }) => ({
      field,
      column: column && storable(column),
      by: by === 'choice' ? null : by,
      needed: table.needed.some(some => some.length === 1 && some[0] === field),
    })),
    answers: name === 'review' ? answersIn(header, store, carried, format) : [],
    states: statesIn(survey, table, mappedBy(planned)),
  }
}

function answersIn(
  header: string[],
  store: Pick<Store, 'attributes' | 'locale'>,
  carried: Mapped | undefined,
  format: Format,
): TableInspection['answers'] {
  const { attributes } = store
  const known = new Set(attributes.map(({ id }) => `${answerPrefix}${id}`))
  const chosen = Object.fromEntries(Object.entries(carried ?? {}).filter(([field]) => known.has(field)))
  const { named } = findAnswerColumns(header, attributes, chosen, format !== realword)
  return attributes.map(({ id, label }) => {
    const field = `${answerPrefix}${id}`
    return { field, label: inLanguage(label, store), column: storable(named[field] ?? '') || null }
  })
}

function foundDialect(
  { separator = '', escape: quotes, encoding }: Dialect,
  counts: EncodingCounts,
): TableInspection['dialect'] {
  const found = isUtf8File(counts) ? 'utf-8' : counts.other > 0 ? 'windows-1252' : null
  return { separator: nameOfSeparator(separator), quotes, encoding: encoding ?? found }
}

function statesIn(survey: Survey, table: Table, mapped: Mapped): TableInspection['states'] {
  const columns = columnsOf(survey.header, table, mapped)
  if (!columns) return []
  const { own, ofReplies } = statesOf(table, survey, formatOf(table, survey.header), columns, {})
  return surveyStates([...own, ...ofReplies], survey).map(({ column, words, isLong }) => ({
    column: storable(column),
    words: words.map(one => ({ ...one, word: storable(one.word) })),
    is_long: isLong,
  }))
}

/** Undefined if two columns have one name: the trial says so. */
function columnsOf(header: string[], table: Table, mapped: Mapped): Columns | undefined {
  try {
    return findColumns(header, formatOf(table, header), table.fields, mapped, [])
  } catch (error) {
    if (error instanceof FileError) return undefined
    throw error
  }
}

/** The first rows, of which a few are kept to be shown. */
async function* firstOf(rows: AsyncIterable<CsvRow>, shown: TableInspection['samples']) {
  for await (const row of rows) {
    if (shown.length < samples)
      shown.push(row.cells.map(cell => (cell === null ? null : storable(cell.slice(0, longestCell)))))
    yield row
    if (row.number >= mostSurveyed) return
  }
}
