import { languageFinder } from '../../../../texts/match.ts'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { isLanguageTag } from '../../../foundation/http/input/fields.ts'
import { isStorable } from '../../../foundation/lib/text/storable.ts'
import { type WordedKind, wordedKinds } from '../../../foundation/mailings/kinds.ts'
import type { MailWords } from '../stores.ts'

export const mostSubject = 150 // characters
export const mostWords = 2_000 // characters
// All of ours, and some by country, such as es-MX.
export const mostLanguages = 60

type OwnWords = MailWords[string][string]

type WrongWords = FieldProblem & { path: keyof OwnWords }

/**
 * The store's own texts in emails of this kind: in exactly this language, else in the nearest one with the same base,
 * such as pt for pt-BR. Empty if it has none.
 */
export function ownWords(words: MailWords, kind: string, language: string): OwnWords {
  return inLanguage(words[kind], language) ?? {}
}

/** What a store has in exactly this language, else in the nearest one with the same base. */
export function inLanguage<Own>(byLanguage: Record<string, Own> = {}, language: string): Own | undefined {
  const tags = Object.keys(byLanguage)
  if (tags.length === 0) return undefined
  const same = tags.find(tag => tag.toLowerCase() === language.toLowerCase())
  return byLanguage[same ?? languageFinder(tags)(language) ?? '']
}

/** The errors of a store's own texts, by field: `mail_words.request.pt-BR.subject`. */
export function wrongMailWords(words: MailWords): FieldProblem[] {
  return Object.entries(words).flatMap(([kind, byLanguage]): FieldProblem[] => {
    const path = `mail_words.${kind}`
    const isKnown = wordedKinds.includes(kind as WordedKind)
    const isTooMany = Object.keys(byLanguage).length > mostLanguages
    return [
      ...(isKnown ? [] : [{ path, problem: 'one_of' as const, values: [wordedKinds.join(', ')] }]),
      ...(isTooMany ? [{ path, problem: 'array_max' as const, values: [mostLanguages] }] : []),
      ...Object.entries(byLanguage).flatMap(([language, own]) =>
        wrongIn(`${path}.${language}`, language, own),
      ),
    ]
  })
}

function wrongIn(path: string, language: string, own: OwnWords): FieldProblem[] {
  return [
    ...(isLanguageTag(language) ? [] : [{ path, problem: 'language_tag' as const }]),
    ...wrongOwnWords(own).map(wrong => ({ ...wrong, path: `${path}.${wrong.path}` })),
  ]
}

/** The errors of the subject and the text of one email, by field. */
export function wrongOwnWords({ subject, words }: OwnWords): WrongWords[] {
  const severalLines: WrongWords = { path: 'subject', problem: 'one_line', values: [] }
  return [
    ...wrongText('subject', subject, mostSubject),
    ...(subject?.match(/[\r\n]/) ? [severalLines] : []),
    ...wrongText('words', words, mostWords),
  ]
}

function wrongText(path: keyof OwnWords, text: string | undefined, most: number): WrongWords[] {
  if (text === undefined) return []
  const isRight = text.trim() !== '' && [...text].length <= most && isStorable(text)
  const unknown = unknownPlaceholders(text).map(each => ({
    path,
    problem: 'placeholder' as const,
    values: [each],
  }))
  return isRight ? unknown : [{ path, problem: 'length', values: [1, most] }, ...unknown]
}

/** The placeholders of a text that nothing fills. */
export function unknownPlaceholders(text: string): string[] {
  const used = text.match(/\{\w+\}/g) ?? []
  return [...new Set(used)].filter(each => !['{name}', '{store}', '{product}'].includes(each))
}
