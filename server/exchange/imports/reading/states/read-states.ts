import { type ContentState, contentStates } from '../../../../answers/moderation/states.ts'
import { FileError } from '../../../../foundation/errors/file-errors.ts'
import type { Format } from '../../formats/format.ts'
import { healed } from '../cells/heal.ts'
import { quoted, Refused, Skipped } from '../refusals/refused.ts'
import type { Survey } from '../survey.ts'
import { replyStateNameOf, type StateName, stateNameOf } from './state-columns.ts'
import { foldWord, isBlank, isException, type Meaning, meaningOf, stricter } from './state-words.ts'

/**
 * What the words of a file's columns of states mean, by column and word. `null` for a column: it says nothing of whether
 * a review is public. The column `*` stands for all of them.
 */
export type StateAnswers = Record<string, Record<string, Meaning> | null>

export type StateColumn = {
  index: number
  /** As the file spells it. */
  name: string
  kind: StateName
  /** Whether an empty cell means "published": Realword's own `state`, and columns that are empty in all rows. */
  isOpen: boolean
  /** By folded word: what its system says, and what the merchant has answered. */
  known: Map<string, Meaning>
}

type File = {
  header: string[]
  format: Format
  /** The places of the columns that the field `state` is read from. */
  chosen: number[]
  /** Whether the merchant has chosen that column. */
  isMapped: boolean
  /** The places of the columns that other fields are read from. */
  taken: ReadonlySet<number>
  answers: StateAnswers
}

/**
 * The columns that say whether a review is public: those of the field `state`, and all others with such a name. A
 * column of another field is one only if it is an instant, such as `published_at`.
 */
export function findStateColumns(file: File): StateColumn[] {
  return namedColumns(file, stateNameOf)
}

/** The columns that say whether the store's reply is public. */
export function findReplyStateColumns(file: File): StateColumn[] {
  return namedColumns({ ...file, chosen: [] }, replyStateNameOf)
}

/** Whether the reply of a row is public. Throws Refused for a word that is not understood. */
export function isReplyPublic(columns: StateColumn[], cells: (string | null)[]): boolean {
  try {
    return readStates(columns, cells).state === 'published'
  } catch (error) {
    if (error instanceof Skipped) return false
    throw error
  }
}

function namedColumns(file: File, nameOf: typeof stateNameOf): StateColumn[] {
  if (file.answers['*'] === null) return []
  return file.header.flatMap((name, index) => {
    const isChosen = file.chosen.includes(index)
    const kind = nameOf(name) ?? (isChosen ? stateByWords : undefined)
    if (!kind || answersOf(file.answers, name) === null) return []
    if (file.taken.has(index) && !isChosen && !kind.isDated) return []
    const isOpen = isChosen && name.trim().toLowerCase() === 'state'
    const isWeak = kind.isWeak && !file.isMapped
    return [{ index, name, kind: { ...kind, isWeak }, isOpen, known: knownWords(file, name, isChosen) }]
  })
}

function knownWords({ format, answers }: File, column: string, isChosen: boolean): Map<string, Meaning> {
  const answered = { ...answers['*'], ...answersOf(answers, column) }
  const all = [...Object.entries((isChosen && format.states) || {}), ...Object.entries(answered)]
  return new Map(all.map(([word, meaning]) => [foldWord(word), meaning]))
}

const stateByWords: StateName = { sense: 'state', isDated: false, isWeak: false }

function answersOf(answers: StateAnswers, column: string): Record<string, Meaning> | null | undefined {
  return Object.hasOwn(answers, column) ? answers[column] : undefined
}

/**
 * What becomes of a row, by the strictest of its columns, and the word that says so. A row without a word in any column
 * that approves is pending. Throws Skipped for a row that is left out, and Refused for a word that is not understood.
 */
export function readStates(
  columns: StateColumn[],
  cells: (string | null)[],
  leftOut?: string,
): { state: ContentState; word: string } {
  if (leftOut) throw new Skipped(leftOut)
  let [decided, by]: [Meaning, string] = ['published', '']
  let isSaid = columns.every(isSilent)
  for (const column of columns) {
    const text = textOf(column, cells)
    const meaning = understand(column, foldWord(text))
    if (meaning === undefined)
      throw new Refused('state', 'unknownState', {
        value: quoted(text),
        states: contentStates.join(', '),
      })
    if (!isSilent(column) && !isUnsaid(column, foldWord(text))) isSaid = true
    if (stricter(decided, meaning) === decided) continue
    decided = meaning
    // A row that is marked, such as by an instant in `deleted_at`, is counted by the name of its column.
    by = isException(column.kind.sense) && !isWord(foldWord(text)) ? column.name : text
  }
  if (decided === 'skip') throw new Skipped(by)
  return decided === 'published' && !isSaid ? { state: 'pending', word: '' } : { state: decided, word: by }
}

function textOf({ index }: StateColumn, cells: (string | null)[]): string {
  const cell = cells[index]
  if (cell === null) throw new Refused('state', 'textNotUtf8')
  return healed(cell?.trim() ?? '')
}

/** Whether a row without a word in this column may be public. */
function isSilent({ kind, isOpen }: StateColumn): boolean {
  return isOpen || isException(kind.sense) || kind.isWeak
}

function isUnsaid({ known }: StateColumn, word: string): boolean {
  return isBlank(word) && !known.has(word)
}

function isWord(word: string): boolean {
  return meaningOf(word, { ...stateByWords, sense: 'words' }) !== undefined
}

/** Undefined if it is not certain what the word means. */
function understand({ kind, known }: StateColumn, word: string): Meaning | undefined {
  if (known.has(word)) return known.get(word)
  return isBlank(word) ? 'published' : (meaningOf(word, kind) ?? (kind.isWeak ? 'published' : undefined))
}

/** A column of states, with what each of its words means; null where it is not certain. For the dashboard's question. */
export type StateQuestion = {
  column: string
  words: { word: string; count: number; means: Meaning | null }[]
  /** There are too many different words to list. */
  isLong: boolean
}

/**
 * What is known of the words of each column, and opens the columns that are empty in all rows: they say nothing. Of a
 * table that was not surveyed nothing is known.
 */
export function surveyStates(columns: StateColumn[], survey: Survey): StateQuestion[] {
  if (survey.rows === 0) return []
  return columns.flatMap((column): StateQuestion[] => {
    const facts = survey.columns[column.index]
    if (!facts?.filled) column.isOpen = true
    if (!facts?.filled) return []
    if (!facts.values) return isCertain(column) ? [] : [{ column: column.name, words: [], isLong: true }]
    return [{ column: column.name, words: wordsOf(column, facts.values), isLong: false }]
  })
}

function wordsOf(column: StateColumn, values: ReadonlyMap<string, number>): StateQuestion['words'] {
  const isDoubted = hasOtherNumbers(column, values)
  return [...values].map(([word, count]) => {
    const folded = foldWord(word)
    const isNumber = isDoubted && number.test(folded)
    // The numbers of a column such as `display` are an order.
    if (isNumber && column.kind.isWeak) column.known.set(folded, 'published')
    const means = isNumber ? column.known.get(folded) : understand(column, folded)
    const isPending = isUnsaid(column, folded) && !isSilent(column)
    return { word, count, means: isPending ? 'pending' : (means ?? null) }
  })
}

/** Throws `states_unknown` for the first column with words that are not understood. */
export function requireStates(questions: StateQuestion[]): void {
  for (const { column, words, isLong } of questions) {
    const unknown = words.filter(({ means }) => means === null).map(({ word }) => word)
    if (unknown.length > 0) throw new FileError('states_unknown', [column, unknown])
    if (isLong) throw new FileError('states_many', [column])
  }
}

// Whether many words are no reason to ask: instants such as those of `deleted_at`. Rows with others are refused.
function isCertain({ kind }: StateColumn): boolean {
  return kind.isWeak || kind.isDated || !['state', 'words'].includes(kind.sense)
}

// In a column with a 2 or a 3, nobody knows what 1 and 0 mean.
function hasOtherNumbers({ kind, known }: StateColumn, values: ReadonlyMap<string, number>): boolean {
  if (isException(kind.sense) || kind.isDated) return false
  return [...values.keys()].some(value => {
    const word = foldWord(value)
    return number.test(word) && !known.has(word) && meaningOf(word, kind) === undefined
  })
}

const number = /^[+-]?\d+([.,]\d+)?$/
