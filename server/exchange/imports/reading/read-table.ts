import type { Answers } from '../../../answers/reviews/attributes/answers.ts'
import { currencyOf } from '../../../foundation/lib/currencies.ts'
import { withoutEscape } from '../../../foundation/lib/text/csv-escapes.ts'
import { fromHtml } from '../../../foundation/lib/text/from-html.ts'
import { boundsOf } from '../../../foundation/lib/time/days.ts'
import type { Store } from '../../../tenants/stores/stores.ts'
import type { Cell, Field, Format, Texts } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { findAnswerColumns, isAnswerField, RefusedAnswer, withoutAnswerFields } from './answer-columns.ts'
import type { CsvRow } from './bytes/csv.ts'
import type { ChosenDialect } from './bytes/dialect.ts'
import { ownStates, type Rules } from './cells/cells.ts'
import { checkHealed, healed } from './cells/heal.ts'
import { type Columns, findColumns, type Mapped } from './columns.ts'
import { type Choices, type Decisions, decide } from './decide.ts'
import { recognise } from './formats.ts'
import type { Table } from './kind.ts'
import type { Note } from './notes.ts'
import { mappedBy, planColumns } from './plan-columns.ts'
import type { RefusedRow } from './refusals/refusals.ts'
import { Refused, Skipped } from './refusals/refused.ts'
import { isReport, withoutReport } from './refusals/report.ts'
import { withCarried } from './refusals/report-choices.ts'
import {
  isReplyPublic,
  readStates,
  requireStates,
  type StateAnswers,
  surveyStates,
} from './states/read-states.ts'
import type { ColumnFacts, Survey } from './survey.ts'
import {
  createHandles,
  formerColumns,
  namedWith,
  notesOfContent,
  statesOf,
  unreadOf,
} from './table-columns.ts'

/** How to read a file, where the file is not enough. */
export type Reading = Choices &
  ChosenDialect & {
    columns?: Mapped
    /** The date of rows without one, in the time zone of the store. Without it they are of the time of the import. */
    undated?: string | undefined
    /** What the words of its columns of states mean. */
    states?: StateAnswers | undefined
  }

/** A row that was not imported. `column` is named as in the file; null means the whole row. */

/** A row that was left out because of its state, in the file's own word. */
export type SkippedRow = { row: number; skippedState: string }

/** How a file is read as a whole. */
export type FilePlan = {
  /** The system the file comes from. */
  format: string
  /** The column of each field that has one. */
  columns: Record<string, string>
  /** Columns that are not read. */
  unread: string[]
  /** Sentences of what was decided for the file. */
  notes: Note[]
}

/** A row that a table can read: its texts, and what only the file's own columns say. */
export type TableRow = {
  number: number
  texts: Texts
  /** The texts as earlier releases read them: as the file spells them, with the columns that were not guessed. */
  spelled: () => Texts[]
  cell: Cell
  /** The handle of its product; '' in a file without handles. */
  handle: string
  /** The word for its state; '' if it has none. */
  stateWord: string
  /** Its answers to the store's own questions. Throws Refused. */
  answers: () => Answers | null
}

export type TableReader<Value> = {
  plan: FilePlan
  /** What the survey found in the columns of some fields. */
  factsOf: (fields: readonly Field[]) => ColumnFacts[]
  /** Undefined for an empty row. Rows must be read in order. */
  read: (row: CsvRow) => Value | RefusedRow | SkippedRow | undefined
  /** What a row says in a field, even if it cannot be read as a whole; '' if it says nothing. */
  peek: (row: CsvRow, field: Field) => string
  /** The first column that a field is read from, as named in the file. */
  nameOf: (field: Field) => string
}

/**
 * Reads each row by `interpret`, whose Refused becomes a RefusedRow and whose Skipped a SkippedRow. Throws FileError if
 * the file cannot be such a table.
 */
export function createTableReader<Value extends object>(
  table: Table,
  survey: Survey,
  store: Store,
  now: number,
  chosen: Reading,
  interpret: (texts: Texts, rules: Rules, row: TableRow) => Value,
): TableReader<Value> {
  const { header } = survey
  const reading = withCarried(header, chosen)
  const format = formatOf(table, header)
  const isOwn = isOwnExport(header, table)
  const cleaning = isOwn ? { clean: withoutEscape, check: () => {} } : { clean: healed, check: checkHealed }
  const chosenFields = withoutAnswerFields(reading.columns ?? {})
  const answers = findAnswerColumns(
    withoutReport(header),
    table.name === 'review' ? store.attributes : [],
    reading.columns ?? {},
    format !== realword,
  )
  const mapped = mappedBy(planColumns(table, format, survey, chosenFields), chosenFields)
  const columns = findColumns(header, format, table.fields, mapped, table.needed, cleaning)
  const factsOf = (fields: readonly Field[]) =>
    fields.flatMap(columns.indexesOf).flatMap(index => survey.columns[index] ?? [])
  const decisions = decide(survey, factsOf, format, store, now, reading)
  const rules = { ...rulesOf(format, store, now, reading, decisions), isOwn }
  const states = statesOf(table, survey, format, columns, reading)
  requireStates(surveyStates([...states.own, ...states.ofReplies], survey))
  const own = withoutReport(header)
  const readAnswers = new Set(Object.values(answers.named))
  const unread = unreadOf(own, format, table.fields, columns, [...states.own, ...states.ofReplies]).filter(
    name => !readAnswers.has(name),
  )
  const productOf = createHandles(survey)
  const former = formerColumns(table, survey, format, mapped, chosenFields, isOwn)
  const plain = isOwn ? (texts: Texts) => texts : withoutHtml
  const isMended = isReport(header)
  const mend = (cells: CsvRow['cells']) => (isMended ? cells.map(cell => cell && withoutEscape(cell)) : cells)
  return {
    plan: {
      format: format.name,
      columns: { ...namedWith(columns, states.own, table), ...answers.named },
      unread,
      notes: [...decisions.notes, ...notesOfContent(table, survey, columns, unread)],
    },
    factsOf,
    nameOf: columns.nameOf,
    peek: ({ cells }, field) => columns.peek(field, mend(cells)),
    read: ({ number, cells }) => {
      if (cells.every(cell => cell?.trim() === '')) return undefined
      try {
        const mended = mend(cells)
        const read = plain(columns.read(mended))
        const cell = columns.cellsOf(mended)
        const { state, word } = readStates(states.own, mended, format.leftOut?.(cell))
        const { id: product_id = read.product_id, handle } = productOf(cells)
        const texts = { ...read, product_id, ...(table.name !== 'order' && { state }) }
        if (texts.reply && !isReplyPublic(states.ofReplies, mended)) texts.reply = ''
        const spelled = () => former.map(({ read: readFormer }) => readFormer(mended))
        return interpret(texts, rules, {
          ...{ number, texts, spelled, cell, handle, stateWord: word },
          answers: () => answers.read(mended.map(one => one && cleaning.clean(one.trim()))),
        })
      } catch (error) {
        return leftOut(error, number, columns)
      }
    },
  }
}

/** Why a row is not read. Throws other errors than Refused and Skipped. */
function leftOut(error: unknown, row: number, { nameOf }: Columns): RefusedRow | SkippedRow {
  if (error instanceof Skipped) return { row, skippedState: error.state }
  if (!(error instanceof Refused)) throw error
  const column = error instanceof RefusedAnswer ? error.column : error.field && nameOf(error.field)
  return { row, column, refusal: error.refusal }
}

const written: readonly Field[] = ['title', 'body', 'display_name', 'reply', 'product_name', 'customer_name']

/** Shops keep texts and names as HTML. */
function withoutHtml(texts: Texts): Texts {
  const plain = { ...texts }
  for (const field of written) if (texts[field]) plain[field] = fromHtml(texts[field])
  return plain
}

/** The format of a file: only those of reviews are known of other systems. */
export function formatOf(table: Table, header: string[]): Format {
  return table.name === 'review' ? recognise(header) : realword
}

/** Whether a file is a Realword export: it has exactly these columns, in this order. Orders are not exported as CSV. */
export function isOwnExport(header: string[], { name, fields }: Table): boolean {
  const own = withoutReport(header).filter(column => !isAnswerField(column))
  return (
    name !== 'order' &&
    (own.length === fields.length || addedLater.includes(fields[own.length] ?? '')) &&
    fields.slice(0, own.length).every((field, place) => own[place] === field)
  )
}

// The first columns that some earlier release did not export.
const addedLater: readonly string[] = ['incentivized', 'subject', 'origin', 'insider']

function rulesOf(
  format: Format,
  store: Store,
  now: number,
  { dates: chosen, undated }: Reading,
  { dates, spreadsheetDays, scale }: Decisions,
): Omit<Rules, 'isOwn'> {
  return {
    ...{ dates, isOrderChosen: chosen !== undefined, spreadsheetDays, scale },
    states: ownStates,
    betweenPictures: format.betweenPictures ?? /\s+/,
    timeZone: store.time_zone,
    currency: currencyOf(store.country),
    service: format === realword ? undefined : format.name,
    language: store.locale,
    now,
    undatedAt: undated ? Math.min(boundsOf(undated, store).begins.getTime(), now) : now,
  }
}
