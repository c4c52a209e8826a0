import type { MailWords } from '../stores/stores.ts'
import { type MailKind, wordedKinds } from './kinds.ts'

export const mostSubject = 150 // characters
export const mostWords = 2_000 // characters
const mostLanguages = 20

/**
 * What the store itself says in mails of this kind: in just this language, else in one with the same
 * beginning (pt for pt-BR); nothing where it has none.
 */
export function ownWords(
  words: MailWords,
  kind: MailKind,
  language: string,
): { subject?: string; words?: string } {
  const byLanguage = Object.entries(words[kind] ?? {})
  const wanted = language.toLowerCase()
  const same = (tag: string) => tag.toLowerCase() === wanted
  const near = (tag: string) => primary(tag) === primary(wanted)
  return (byLanguage.find(([tag]) => same(tag)) ?? byLanguage.find(([tag]) => near(tag)))?.[1] ?? {}
}

const primary = (tag: string) => tag.split('-')[0]?.toLowerCase()

/** One line for each thing that is wrong with a store's own words. */
export function wrongMailWords(words: MailWords): string[] {
  return Object.entries(words).flatMap(([kind, byLanguage]) => [
    ...(wordedKinds.includes(kind as MailKind)
      ? []
      : [`own words for ${kind}: the kinds are ${wordedKinds.join(', ')}`]),
    ...(Object.keys(byLanguage).length > mostLanguages
      ? [`own words for ${kind}: take at most ${mostLanguages} languages`]
      : []),
    ...Object.entries(byLanguage).flatMap(([language, own]) => wrongIn(kind, language, own)),
  ])
}

function wrongIn(kind: string, language: string, own: { subject?: string; words?: string }): string[] {
  const called = `own words for ${kind} in ${language}`
  return [
    !/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language) && `${called}: take a language tag such as pt-BR or en`,
    !isText(own.subject, mostSubject) && `${called}: the subject takes 1 to ${mostSubject} characters`,
    own.subject?.match(/[\r\n]/) && `${called}: the subject takes one line`,
    !isText(own.words, mostWords) && `${called}: the words take 1 to ${mostWords} characters`,
    ...unknownPlaceholders(own).map(each => `${called}: ${each} is none of {name}, {store} and {product}`),
  ].filter(line => typeof line === 'string')
}

function isText(text: string | undefined, most: number): boolean {
  return text === undefined || (text.trim() !== '' && [...text].length <= most && !text.includes('\0'))
}

function unknownPlaceholders({ subject = '', words = '' }: { subject?: string; words?: string }): string[] {
  const used = `${subject} ${words}`.match(/\{\w+\}/g) ?? []
  return [...new Set(used)].filter(each => !['{name}', '{store}', '{product}'].includes(each))
}
