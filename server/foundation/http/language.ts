import type { Languages } from '../../../build/texts/catalogues.ts'
import { findLanguage } from '../../../texts/match.ts'
import { languagesIn } from '../texts/texts.ts'

export type Language = Languages['forms']

/** The languages of our pages. */
export const languages: readonly Language[] = languagesIn('forms')

/** Whether one of our languages matches the tag. */
export function isSpoken(tag: string): boolean {
  return findLanguage(tag, languages) !== undefined
}

/** The first of the tags that we have; English if there is none. */
export function chooseLanguage(...tags: (string | undefined)[]): Language {
  for (const tag of tags) {
    const language = tag && findLanguage(tag, languages)
    if (language) return language
  }
  return 'en'
}

/** The tags of an Accept-Language header, by preference. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [tag = '', weight] = part.split(';q=')
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag }) => tag !== '')
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
