import { ApiError } from '../../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { inOneLine } from '../../../foundation/lib/text/in-one-line.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import type { Attribute } from '../../../tenants/stores/settings/attribute-rules.ts'

/**
 * What a review answers to the questions of its store, by their ids. The form of an answer says what it is, without the
 * question, which the store may have removed: a number of a scale or of stars, the id of an option, the ids of several,
 * or a text.
 */
export type Answers = Record<string, Answer>

export type Answer = number | string | string[] | { text: string }

export const longestText = 200 // characters

/** An answer as programs and forms send it: a text of its own is a string. Undefined: no answer to this question. */
export function readAnswer({ type, options = [] }: Attribute, given: unknown): Answer | undefined {
  if (type === 'scale' || type === 'rating') return [1, 2, 3, 4, 5].find(value => value === given)
  if (type === 'text') return typeof given === 'string' ? readText(given) : undefined
  const ids = options.map(option => option.id)
  if (type === 'choice') return ids.find(id => id === given)
  if (!Array.isArray(given) || given.length === 0 || !given.every(one => ids.includes(one))) return undefined
  return ids.filter(id => given.includes(id))
}

/** All answers that a program sent. Throws `body_invalid` for an unknown question, and for what is no answer to it. */
export function readAnswers(attributes: Attribute[], given: Record<string, unknown>): Answers | null {
  const problems: FieldProblem[] = []
  const read = Object.entries(given).flatMap(([id, value]): [string, Answer][] => {
    const attribute = attributes.find(one => one.id === id)
    const answer = attribute && readAnswer(attribute, value)
    if (answer !== undefined) return [[id, answer]]
    const path = `attributes.${id}`
    problems.push(attribute ? { path, ...expected(attribute) } : { path, problem: 'unknown_key' })
    return []
  })
  if (problems.length > 0) throw new ApiError('body_invalid', { problems })
  return tidyAnswers(Object.fromEntries(read))
}

/**
 * What a stored answer says to the question as it is now. Undefined if it was given to a question of another type:
 * `"red"` is an option, and no text. Options that the question no longer has are left out.
 */
export function answerTo(attribute: Attribute, answer: Answer): Answer | undefined {
  if (isText(answer) !== (attribute.type === 'text')) return undefined
  const isKnown = (id: string) => attribute.options?.some(option => option.id === id)
  return readAnswer(attribute, Array.isArray(answer) ? answer.filter(isKnown) : sentOf(answer))
}

/** The answer as programs send it. */
export function sentOf(answer: Answer): number | string | string[] {
  return isText(answer) ? answer.text : answer
}

/** The cell of an answer in our own files, which an import reads again. */
export function cellOf(answer: Answer | undefined): string {
  if (answer === undefined) return ''
  if (Array.isArray(answer)) return answer.join('; ')
  return typeof answer === 'object' ? answer.text : String(answer)
}

/** All answers as programs read and send them. */
export function sentAnswers(answers: Answers | null | undefined): Record<string, number | string | string[]> {
  return Object.fromEntries(Object.entries(answers ?? {}).map(([id, answer]) => [id, sentOf(answer)]))
}

/** In the order in which PostgreSQL keeps them, so that equal answers are equal texts; null without any. */
export function tidyAnswers(answers: Answers): Answers | null {
  const entries = Object.entries(answers).sort(
    ([one], [other]) => one.length - other.length || (one < other ? -1 : 1),
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * What is counted and found of the answers, as pairs of a question and a value: `3`, `"red"`, `["camping"]` for each of
 * several options and `[]` once for all of them, and `{}` for a text. PostgreSQL writes the same values as JSON.
 */
export function valuesOf(answers: Answers | null | undefined): [id: string, value: string][] {
  return Object.entries(answers ?? {}).flatMap(([id, answer]): [string, string][] => {
    if (Array.isArray(answer)) return ['[]', ...answer.map(one => `["${one}"]`)].map(value => [id, value])
    if (typeof answer === 'object') return [[id, '{}']]
    return [[id, JSON.stringify(answer)]]
  })
}

/** The words of the search index that find reviews with these answers. No text has such words: they have signs. */
export function wordsOf(answers: Answers | null | undefined): string[] {
  return valuesOf(answers).map(([id, value]) => wordOf(id, value))
}

export const wordOf = (id: string, value: string) => `${id}=${value}`

/** The texts among the answers. */
export function textsOf(answers: Answers | null | undefined): string[] {
  return Object.values(answers ?? {}).flatMap(answer => (isText(answer) ? [answer.text] : []))
}

/** The same answers with other texts. A text of which nothing is left is no answer. */
export function withTexts(
  answers: Answers | null | undefined,
  change: (text: string) => string,
): Answers | null | undefined {
  if (!answers || textsOf(answers).length === 0) return answers
  const entries = Object.entries(answers).flatMap(([id, answer]): [string, Answer][] => {
    if (!isText(answer)) return [[id, answer]]
    const text = change(answer.text)
    return text === '' ? [] : [[id, { text }]]
  })
  return tidyAnswers(Object.fromEntries(entries))
}

function isText(answer: Answer): answer is { text: string } {
  return typeof answer === 'object' && !Array.isArray(answer)
}

function expected({ type, options = [] }: Attribute): Pick<FieldProblem, 'problem' | 'values'> {
  if (type === 'scale' || type === 'rating') return { problem: 'whole', values: [1, 5] }
  if (type === 'text') return { problem: 'length', values: [1, longestText] }
  return { problem: 'one_of', values: [options.map(({ id }) => id).join(', ')] }
}

function readText(given: string): Answer | undefined {
  if (!isStorable(given)) return undefined
  const text = inOneLine(given)
  return text !== '' && [...text].length <= longestText ? { text } : undefined
}
