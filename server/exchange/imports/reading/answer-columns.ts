import {
  type Answer,
  type Answers,
  longestText,
  readAnswer,
  tidyAnswers,
} from '../../../answers/reviews/attributes/answers.ts'
import { FileError } from '../../../foundation/errors/file-errors.ts'
import type { Attribute, Label } from '../../../tenants/stores/settings/attribute-rules.ts'
import type { Mapped } from './columns.ts'
import type { Refusal } from './refusals/refusals.ts'
import { quoted, Refused } from './refusals/refused.ts'

/** The columns with answers to the store's own questions. Columns without such a question stay unread. */
export type AnswerColumns = {
  /** By field, such as `attribute.fit`. */
  named: Record<string, string>
  /** Throws Refused for a cell that answers nothing. */
  read: (cells: (string | null)[]) => Answers | null
}

/** Before the id of a question, in the names of its field and column. */
export const answerPrefix = 'attribute.'

/** Whether a column or field is that of an answer. */
export const isAnswerField = (name: string) => name.startsWith(answerPrefix)

/** The same without the fields of answers. */
export const withoutAnswerFields = (mapped: Mapped): Mapped =>
  Object.fromEntries(Object.entries(mapped).filter(([field]) => !isAnswerField(field)))

/**
 * Finds the column of each question: the chosen one, else `attribute.<id>`, else, of a file of another system, the one
 * named after the question. Throws FileError for a choice that names an unknown question or column.
 */
export function findAnswerColumns(
  header: string[],
  attributes: Attribute[],
  mapped: Mapped,
  isOfSystem: boolean,
): AnswerColumns {
  checkChosen(attributes, mapped)
  const found = attributes.flatMap(attribute => {
    const index = placeOf(header, attribute, mapped[answerPrefix + attribute.id], isOfSystem)
    return index < 0 ? [] : [{ attribute, index, answerOf: readerOf(attribute) }]
  })
  return {
    named: Object.fromEntries(
      found.map(({ attribute, index }) => [answerPrefix + attribute.id, header[index] ?? '']),
    ),
    read: cells => {
      const answers = found.flatMap(({ attribute, index, answerOf }): [string, Answer][] => {
        const text = cells[index]?.trim() ?? ''
        if (text === '') return []
        const answer = answerOf(text)
        if (answer !== undefined) return [[attribute.id, answer]]
        const values = { value: quoted(text), question: attribute.id }
        throw new RefusedAnswer(header[index] ?? '', { name: 'badAnswer', values })
      })
      return tidyAnswers(Object.fromEntries(answers))
    },
  }
}

/** Refused because of a column that is no field. */
export class RefusedAnswer extends Refused {
  readonly column: string

  constructor(column: string, { name, values }: Refusal) {
    super(null, name, values)
    this.column = column
  }
}

function checkChosen(attributes: Attribute[], mapped: Mapped): void {
  const known = attributes.map(({ id }) => answerPrefix + id)
  const unknown = Object.keys(mapped).find(field => isAnswerField(field) && !known.includes(field))
  if (unknown !== undefined) throw new FileError('field_unknown', [unknown, known.join(', ')])
}

function placeOf(
  header: string[],
  attribute: Attribute,
  chosen: string | null | undefined,
  isOfSystem: boolean,
): number {
  if (chosen === null) return -1
  const field = answerPrefix + attribute.id
  const exact = (name: string) =>
    header.findIndex(one => one.trim().toLowerCase() === name.trim().toLowerCase())
  if (chosen !== undefined) {
    const place = exact(chosen)
    if (place < 0) throw new FileError('column_missing', [field, chosen, header.join(', ')])
    return place
  }
  const own = exact(field)
  if (own >= 0 || !isOfSystem) return own
  const names = [attribute.id, ...Object.values(attribute.label)].map(plain)
  return header.findIndex(column => names.includes(plain(column.replace(ofCustomFields, ''))))
}

// How other systems name the columns of custom fields: `CF_Fit`, `Custom field: Fit`, `Attribute - Fit`.
const ofCustomFields =
  /^(?:cf[_ ]|custom[ _]?(?:field|question|form)s?[ :_-]+|(?:product|review|reviewer|customer)?[ _]?attributes?[ :_-]+)/i

// A text of signs alone, such as an emoji, is itself.
function plain(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase()
  return folded.replace(/[^\p{L}\p{N}]+/gu, '') || folded.trim()
}

/**
 * Returns a reader of the question's cells: of a number, also as 4/5, an option by its id or by its label in any
 * language, several of them, or a text. Labels are folded once, because a cell may have a million parts.
 */
function readerOf(attribute: Attribute): (text: string) => Answer | undefined {
  const { type, options = [], low, mid, high } = attribute
  if (type === 'text') return text => readAnswer(attribute, [...text].slice(0, longestText).join(''))
  if (type === 'scale' || type === 'rating') {
    const ends = [low, undefined, mid, undefined, high].map(namesOf)
    return text => {
      const [, number] = /^([1-5])(?:[.,]0+)?(?: ?\/ ?5)?$/.exec(text) ?? []
      const name = plain(text)
      return readAnswer(attribute, number ? Number(number) : ends.findIndex(names => names.has(name)) + 1)
    }
  }
  const named = options.map(({ id, label }) => ({ id, names: namesOf(label) }))
  const idOf = (text: string) => {
    const [given, name] = [text.trim().toLowerCase(), plain(text)]
    return named.find(({ id, names }) => id === given || names.has(name))?.id
  }
  if (type === 'choice') return text => readAnswer(attribute, idOf(text))
  return text => {
    const parts = text.split(/[;|,]/).filter(one => one.trim() !== '')
    return readAnswer(attribute, parts.map(idOf))
  }
}

const namesOf = (label: Label = {}) => new Set(Object.values(label).map(plain))
