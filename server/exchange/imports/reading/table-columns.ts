import { withoutEscape } from '../../../foundation/lib/text/csv-escapes.ts'
import type { Field, Format } from '../formats/format.ts'
import type { CsvRow } from './bytes/csv.ts'
import { type Columns, findColumns, type Mapped } from './columns.ts'
import type { Table } from './kind.ts'
import { type Note, note } from './notes.ts'
import { findParents } from './replies.ts'
import {
  findReplyStateColumns,
  findStateColumns,
  type StateAnswers,
  type StateColumn,
} from './states/read-states.ts'
import { handlePair, type Survey } from './survey.ts'

/** The columns that say whether a row is public, and whether its reply is. Orders have none. */
export function statesOf(
  { name, fields }: Table,
  { header }: Survey,
  format: Format,
  columns: Columns,
  { columns: chosen, states = {} }: { columns?: Mapped; states?: StateAnswers | undefined },
): { own: StateColumn[]; ofReplies: StateColumn[] } {
  if (name === 'order') return { own: [], ofReplies: [] }
  const file = {
    ...{ header, format, answers: states },
    chosen: columns.indexesOf('state'),
    isMapped: typeof chosen?.state === 'string',
    taken: new Set(fields.filter(field => field !== 'state').flatMap(columns.indexesOf)),
  }
  return { own: findStateColumns(file), ofReplies: findReplyStateColumns(file) }
}

/** The columns as earlier releases read them: without healing, and by commands without guesses. */
export function formerColumns(
  { fields }: Table,
  { header }: Survey,
  format: Format,
  mapped: Mapped,
  columns: Mapped,
  isOwn: boolean,
): Columns[] {
  const cleaning = { clean: isOwn ? withoutEscape : (text: string) => text, check: () => {} }
  const maps = Object.keys(mapped).length > Object.keys(columns).length ? [mapped, columns] : [mapped]
  return maps.map(map => findColumns(header, format, fields, map, [], cleaning))
}

export function namedWith(
  { named }: Columns,
  [first]: StateColumn[],
  { name }: Table,
): Record<string, string> {
  if (name === 'order') return named
  const { state: _state, ...others } = named
  return first ? { ...others, state: first.name } : others
}

export function unreadOf(
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

/** What a file of reviews does not say, or says where nothing reads it. Nothing is known of rows that were not surveyed. */
export function notesOfContent(
  { name }: Table,
  { rows, columns: all }: Survey,
  { indexesOf }: Columns,
  unread: string[],
): Note[] {
  if (name !== 'review' || rows === 0) return []
  const texts = all.find(column => column.hasTexts && unread.includes(column.name))
  return [
    ...(texts && indexesOf('body').length === 0 ? [note('unreadTexts', { column: texts.name })] : []),
    ...(indexesOf('verified_purchase').length === 0 ? [note('nothingVerified')] : []),
  ]
}

/**
 * The handle of a row's product, if the file has handles; and its id, if the row has none and other rows of the file have
 * both.
 */
export function createHandles({ header, handles }: Survey) {
  const pair = handlePair(header)
  const place =
    pair?.handle ?? header.findIndex(name => /^(?:shopify[ _])?product[ _]?handle\*?$/i.test(name))
  return (cells: CsvRow['cells']): { id?: string; handle: string } => {
    const handle = cells[place]?.trim() ?? ''
    const id = pair && !cells[pair.id]?.trim() ? handles.get(handle) : undefined
    return { handle, ...(id && { id }) }
  }
}
