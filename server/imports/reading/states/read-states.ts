import { FileError } from '../../../errors/file-errors.ts'
import { type ContentState, contentStates } from '../../../moderation/states.ts'
import type { Format } from '../../formats/format.ts'
import { quoted, Refused, Skipped } from '../refused.ts'
import type { Survey } from '../survey.ts'
import { type StateName, stateNameOf } from './state-columns.ts'
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
  if (file.answers['*'] === null) return []
  return file.header.flatMap((name, index) => {
    const isChosen = file.chosen.includes(index)
    const kind = stateNameOf(name) ?? (isChosen ? stateByWords : undefined)
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
 * What becomes of a row, by the strictest of its columns, and the word that says so. Throws Skipped for a row that is left
 * out, and Refused for a word that is not understood.
 */
export function readStates(
  columns: StateColumn[],
  cells: (string | null)[],
  leftOut?: string,
): { state: ContentState; word: string } {
  if (leftOut) throw new Skipped(leftOut)
  let [decided, by]: [Meaning, string] = ['published', '']
  for (const column of columns) {
    const text = cells[column.index]?.trim() ?? ''
    const meaning = understand(column, foldWord(text))
    if (meaning === undefined)
      throw new Refused(
        'state',
        `${quoted(text)} is no state we know. Write one of ${contentStates.join(', ')}.`,
      )
    if (stricter(decided, meaning) === decided) continue
    decided = meaning
    // A row that is marked, such as by an instant in `deleted_at`, is counted by the name of its column.
    by = isException(column.kind.sense) && !isWord(foldWord(text)) ? column.name : text
  }
  if (decided === 'skip') throw new Skipped(by)
  return { state: decided, word: by }
}

function isWord(word: string): boolean {
  return meaningOf(word, { ...stateByWords, sense: 'words' }) !== undefined
}

/** Undefined if it is not certain what the word means. */
function understand({ kind, isOpen, known }: StateColumn, word: string): Meaning | undefined {
  const answered = known.get(word)
  if (answered !== undefined) return answered
  if (isBlank(word)) return isOpen || isException(kind.sense) || kind.isWeak ? 'published' : 'pending'
  return meaningOf(word, kind) ?? (kind.isWeak ? 'published' : undefined)
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
    return { word, count, means: means ?? null }
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

// Whether each of many words is understood, such as the instants of `deleted_at`.
function isCertain({ kind }: StateColumn): boolean {
  return kind.isWeak || kind.isDated
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
