import type { SentForm } from '../../foundation/http/input/uploads.ts'
import type { Language } from '../../foundation/http/language.ts'
import { formatNumber } from '../../foundation/lib/time/formatters.ts'
import type { Attribute } from '../../tenants/stores/settings/attribute-rules.ts'
import type { Store } from '../../tenants/stores/stores.ts'
import {
  type Answers,
  answerTo,
  longestText,
  readAnswer,
  sentOf,
  tidyAnswers,
} from '../reviews/attributes/answers.ts'
import { inLanguage, labelOf, valuesIn } from '../reviews/attributes/present.ts'
import { sayIn } from './pages/say.ts'

/** What is typed and chosen in the fields of a store's own questions, by the questions' ids. */
export type AnswerValues = Record<string, string[]>

/** Whose form it is, and the language of its page. */
export type Speaking = { store: Store; language: Language }

/** The name of a question's fields, without the number of its card. */
const answerField = (id: string) => `answer_${id}`

/** Reads the fields of the questions. Questions without an answer have no values. */
export function readAnswerFields(form: SentForm, questions: Attribute[], index: number): AnswerValues {
  return Object.fromEntries(
    questions.flatMap(({ id, type }): [string, string[]][] => {
      const name = `${answerField(id)}-${index}`
      const values = type === 'choices' ? form.list(name) : [form.text(name)]
      const given = values.filter(value => value !== '')
      return given.length > 0 ? [[id, given]] : []
    }),
  )
}

/** The problems of the fields, by the names of fields. */
export function wrongAnswerFields(
  questions: Attribute[],
  values: AnswerValues,
  { store, language }: Speaking,
): Record<string, string> {
  const say = sayIn(language)
  return Object.fromEntries(
    questions.flatMap((question): [string, string][] => {
      const given = values[question.id]
      const name = answerField(question.id)
      if (given ? answerIn(question, given) !== undefined : !question.required) return []
      const label = inLanguage(question.label, store, language)
      const isLong = given && question.type === 'text'
      return [[name, isLong ? say('answer_long') : say('answer_missing', { question: label })]]
    }),
  )
}

/** The answers in fields without problems; null without any. */
export function answersIn(questions: Attribute[], values: AnswerValues): Answers | null {
  const answers = questions.flatMap(question => {
    const answer = answerIn(question, values[question.id] ?? [])
    return answer === undefined ? [] : [[question.id, answer] as const]
  })
  return tidyAnswers(Object.fromEntries(answers))
}

/** The values of the questions' fields that show these answers. */
export function valuesOfAnswers(questions: Attribute[], answers: Answers | null | undefined): AnswerValues {
  return Object.fromEntries(
    questions.flatMap((question): [string, string[]][] => {
      const stored = answers?.[question.id]
      const answer = stored === undefined ? undefined : answerTo(question, stored)
      return answer === undefined ? [] : [[question.id, [sentOf(answer)].flat().map(String)]]
    }),
  )
}

/** The questions as the template renders them. Numbers and labels are in the language of the page. */
export function shownQuestions(questions: Attribute[], { store, language }: Speaking) {
  return questions.map(question => ({
    ...question,
    name: answerField(question.id),
    label: inLanguage(question.label, store, language),
    most: longestText,
    choices: valuesIn(question).map(({ value }) => {
      const label = labelOf(question, value, store, language)
      return {
        value: String(value),
        label: label === String(value) ? '' : label,
        number: typeof value === 'number' ? formatNumber(value, language) : '',
      }
    }),
  }))
}

function answerIn(question: Attribute, values: string[]) {
  const { type } = question
  const given =
    type === 'choices' ? values : type === 'scale' || type === 'rating' ? Number(values[0]) : values[0]
  return readAnswer(question, given)
}
