import { withoutEscape } from '../../lib/text/csv-escapes.ts'
import { boundsOf } from '../../lib/time/days.ts'
import type { Store } from '../../stores/stores.ts'
import type { Cell, Field, Format, Texts } from '../formats/format.ts'
import { realword } from '../formats/realword/realword.ts'
import { ownStates, type Rules } from './cells.ts'
import { type Columns, findColumns, type Mapped } from './columns.ts'
import type { CsvRow } from './csv.ts'
import { type Choices, type Decisions, decide } from './decide.ts'
import { recognise } from './formats.ts'
import { checkHealed, healed } from './heal.ts'
import type { Table } from './kind.ts'
import { mappedBy, planColumns } from './plan-columns.ts'
import { Refused, Skipped } from './refused.ts'
import { findParents } from './replies.ts'
import { isReport, withoutReport } from './report.ts'
import {
  findReplyStateColumns,
  findStateColumns,
  isReplyPublic,
  readStates,
  requireStates,
  type StateAnswers,
  type StateColumn,
  surveyStates,
} from './states/read-states.ts'
import { handlePair, type Survey } from './survey.ts'

/** How to read a file, where the file is not enough. */
export type Reading = Choices & {
  columns?: Mapped
  /** The date of rows without one, in the time zone of the store. Without it they are of the time of the import. */
  undated?: string | undefined
  /** What the words of its columns of states mean. */
  states?: StateAnswers | undefined
}

/** A row that was not imported. `column` is named as in the file; null means the whole row. */
export type RefusedRow = { row: number; column: string | null; problem: string }

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
  notes: string[]
}

/** A row that a table can read: its texts, and what only the file's own columns say. */
export type TableRow = {
  texts: Texts
  /** The texts as earlier releases read them: as the file spells them, with the columns that were not guessed. */
  spelled: () => Texts[]
  cell: Cell
  /** The handle of its product; '' unless the file has both handles and ids. */
  handle: string
  /** The word for its state; '' if it has none. */
  stateWord: string
}

export type TableReader<Value> = {
  plan: FilePlan
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
  reading: Reading,
  interpret: (texts: Texts, rules: Rules, row: TableRow) => Value,
): TableReader<Value> {
  const { header } = survey
  const format = formatOf(table, header)
  const isOwn = isOwnExport(header, table)
  const cleaning = isOwn ? { clean: withoutEscape, check: () => {} } : { clean: healed, check: checkHealed }
  const mapped = mappedBy(planColumns(table, format, survey, reading.columns), reading.columns)
  const columns = findColumns(header, format, table.fields, mapped, table.needed, cleaning)
  const factsOf = (fields: readonly Field[]) =>
    fields.flatMap(columns.indexesOf).flatMap(index => survey.columns[index] ?? [])
  const decisions = decide(survey, factsOf, format, store, reading)
  const rules = rulesOf(format, store, now, reading, decisions)
  const states = statesOf(table, survey, columns, reading)
  requireStates(surveyStates([...states.own, ...states.ofReplies], survey))
  const productOf = createHandles(survey)
  const former = formerColumns(table, survey, format, mapped, reading, isOwn)
  const isMended = isReport(header)
  const mend = (cells: CsvRow['cells']) => (isMended ? cells.map(cell => cell && withoutEscape(cell)) : cells)
  return {
    plan: {
      format: format.name,
      columns: namedWith(columns, states.own, table),
      unread: unreadOf(header, format, table.fields, columns, [...states.own, ...states.ofReplies]),
      notes: decisions.notes,
    },
    nameOf: columns.nameOf,
    peek: ({ cells }, field) => columns.peek(field, mend(cells)),
    read: ({ number, cells }) => {
      if (cells.every(cell => cell?.trim() === '')) return undefined
      try {
        const mended = mend(cells)
        const read = columns.read(mended)
        const cell = columns.cellsOf(mended)
        const { state, word } = readStates(states.own, mended, format.leftOut?.(cell))
        const { id: product_id = read.product_id, handle } = productOf(cells)
        const texts = { ...read, product_id, ...(table.name !== 'order' && { state }) }
        if (texts.reply && !isReplyPublic(states.ofReplies, mended)) texts.reply = ''
        const spelled = () => former.map(({ read: readFormer }) => readFormer(mended))
        return interpret(texts, rules, { texts, spelled, cell, handle, stateWord: word })
      } catch (error) {
        if (error instanceof Skipped) return { row: number, skippedState: error.state }
        if (!(error instanceof Refused)) throw error
        const column = error.field && columns.nameOf(error.field)
        return { row: number, column, problem: error.message }
      }
    },
  }
}

/** The columns that say whether a row is public, and whether its reply is. Orders have none. */
export function statesOf(
  table: Table,
  { header }: Survey,
  columns: Columns,
  { columns: chosen, states = {} }: Reading,
): { own: StateColumn[]; ofReplies: StateColumn[] } {
  const { name, fields } = table
  if (name === 'order') return { own: [], ofReplies: [] }
  const file = {
    ...{ header, format: formatOf(table, header), answers: states },
    chosen: columns.indexesOf('state'),
    isMapped: typeof chosen?.state === 'string',
    taken: new Set(fields.filter(field => field !== 'state').flatMap(columns.indexesOf)),
  }
  return { own: findStateColumns(file), ofReplies: findReplyStateColumns(file) }
}

/** The columns as earlier releases read them: without healing, and by commands without guesses. */
function formerColumns(
  { fields }: Table,
  { header }: Survey,
  format: Format,
  mapped: Mapped,
  { columns = {} }: Reading,
  isOwn: boolean,
): Columns[] {
  const cleaning = { clean: isOwn ? withoutEscape : (text: string) => text, check: () => {} }
  const maps = Object.keys(mapped).length > Object.keys(columns).length ? [mapped, columns] : [mapped]
  return maps.map(map => findColumns(header, format, fields, map, [], cleaning))
}

function namedWith({ named }: Columns, [first]: StateColumn[], { name }: Table): Record<string, string> {
  if (name === 'order') return named
  const { state: _state, ...others } = named
  return first ? { ...others, state: first.name } : others
}

function unreadOf(
  header: string[],
  format: Format,
  fields: readonly Field[],
  columns: Columns,
  states: StateColumn[],
): string[] {
  // A column of states that is chosen, and said to be about something else, is not read.
  const others = fields.filter(field => field !== 'state').flatMap(columns.indexesOf)
  const read = new Set([...others, ...states.map(({ index }) => index)])
  const named = [...(format.reads ?? []), ...(findParents(header, format)?.columns ?? [])]
  const isNamed = new Set(named.map(name => name.toLowerCase()))
  return header.filter((name, index) => name !== '' && !read.has(index) && !isNamed.has(name.toLowerCase()))
}

/** The handle of a row's product; and its id, if the row has none and other rows of the file have both. */
function createHandles({ header, handles }: Survey) {
  const pair = handlePair(header)
  return (cells: CsvRow['cells']): { id?: string; handle: string } => {
    const handle = (pair && cells[pair.handle]?.trim()) ?? ''
    const id = pair && !cells[pair.id]?.trim() ? handles.get(handle) : undefined
    return { handle, ...(id && { id }) }
  }
}

/** The format of a file: only those of reviews are known of other systems. */
export function formatOf(table: Table, header: string[]): Format {
  return table.name === 'review' ? recognise(header) : realword
}

/** Whether a file is a Realword export: it has exactly these columns, in this order. Orders are not exported as CSV. */
export function isOwnExport(header: string[], { name, fields }: Table): boolean {
  const own = withoutReport(header)
  return (
    name !== 'order' &&
    (own.length === fields.length || fields[own.length] === addedLater) &&
    fields.slice(0, own.length).every((field, place) => own[place] === field)
  )
}

// Earlier releases exported no such column.
const addedLater = 'incentivized'

function rulesOf(
  format: Format,
  store: Store,
  now: number,
  { undated }: Reading,
  { dates, spreadsheetDays, scale }: Decisions,
): Rules {
  return {
    ...{ dates, spreadsheetDays, scale },
    states: ownStates,
    betweenPictures: format.betweenPictures ?? /\s+/,
    timeZone: store.time_zone,
    language: store.locale,
    now,
    undatedAt: undated ? Math.min(boundsOf(undated, store).begins.getTime(), now) : now,
  }
}
