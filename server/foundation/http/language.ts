import { LRUCache } from 'lru-cache'
import type { Languages } from '../../../build/texts/catalogues.ts'
import { canonicalTag } from '../../../texts/canonical-tag.ts'
import { languageFinder } from '../../../texts/match.ts'
import { languagesIn } from '../texts/texts.ts'

export type Language = Languages['forms']

/** The languages of our pages. */
export const languages: readonly Language[] = languagesIn('forms')

const nearest = languageFinder(languages)

// A lookup takes about 20 µs. Visitors choose the tags, so the number of cached ones needs a limit.
const known = new LRUCache<string, Language | 'none'>({ max: 200 })

/** Our language that is nearest to a tag such as `pt` or `en-GB`, also as other systems write it; undefined if we do not have it. */
export function findLanguage(tag: string): Language | undefined {
  const found = known.get(tag) ?? nearest(canonicalTag(tag) ?? '') ?? 'none'
  known.set(tag, found)
  return found === 'none' ? undefined : found
}

/** The language of the first tag that matches one of ours; English if none does. */
export function chooseLanguage(...tags: (string | undefined)[]): Language {
  for (const tag of tags) {
    const language = tag && findLanguage(tag)
    if (language) return language
  }
  return 'en'
}

/** The settings of a store that choose a language. */
type Speaker = { locale: string; languages_off: string[] }

/**
 * The language of the first tag that matches one of ours, and that the store has not switched off. Without one, the
 * store's own language, which is never off.
 */
export function languageFor(store: Speaker, ...tags: (string | undefined)[]): Language {
  for (const tag of tags) {
    const language = tag && findLanguage(tag)
    if (language && !store.languages_off.includes(language)) return language
  }
  return chooseLanguage(store.locale)
}

/** The tags of an Accept-Language header, by preference. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map(part => {
      const [tag = '', weight] = part.split(/\s*;\s*q=/i)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
