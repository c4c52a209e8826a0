import { likely } from '../../../../texts/match.ts'

// The stemmers that PostgreSQL 15 has, each with the tags of its languages. Malay shares its affixes with Indonesian, and
// the Serbian stemmer knows the forms of Bosnian and Croatian.
const tags = {
  arabic: ['ar'],
  armenian: ['hy'],
  basque: ['eu'],
  catalan: ['ca'],
  danish: ['da'],
  dutch: ['nl'],
  english: ['en'],
  finnish: ['fi'],
  french: ['fr'],
  german: ['de'],
  greek: ['el'],
  hindi: ['hi'],
  hungarian: ['hu'],
  indonesian: ['id', 'ms'],
  irish: ['ga'],
  italian: ['it'],
  lithuanian: ['lt'],
  nepali: ['ne'],
  norwegian: ['nb', 'nn', 'no'],
  portuguese: ['pt'],
  romanian: ['ro'],
  russian: ['ru'],
  serbian: ['sr', 'hr', 'bs'],
  spanish: ['es'],
  swedish: ['sv'],
  tamil: ['ta'],
  turkish: ['tr'],
  yiddish: ['yi'],
  simple: [],
} as const

/** The language by which words of a text are stemmed; `simple`: PostgreSQL 15 has no stemmer. */
export type SearchLanguage = keyof typeof tags

export const searchLanguages = Object.keys(tags) as SearchLanguage[]

/** Whether the name is one of these languages. */
export function isSearchLanguage(name: unknown): name is SearchLanguage {
  return typeof name === 'string' && Object.hasOwn(tags, name)
}

/**
 * The dictionary that stems a language, made by the migrations 0005 and 0097; null: words stay as they are. Arabic has light
 * stems of our own: PostgreSQL's stemmer keeps the article after "and", "with" and "for".
 */
export function stemmerOf(language: SearchLanguage): string | null {
  return language === 'simple' || language === 'arabic' ? null : `rw_${language}_stem`
}

/** The search language for texts of a locale such as `pt-BR`. */
export function searchLanguage(locale: string): SearchLanguage {
  return byTag.get(likely(locale)?.language ?? '') ?? 'simple'
}

const byTag = new Map(searchLanguages.flatMap(name => tags[name].map(tag => [tag as string, name] as const)))

/**
 * The search language of a text that is said to be in a locale. A text in another script is in another language: a
 * Russian review in a German shop is stemmed as Russian.
 */
export function searchLanguageOf(text: string, locale: string): SearchLanguage {
  const named = searchLanguage(locale)
  const start = text.slice(0, longestStart)
  if (!foreign.test(start) && !scriptsOfTheirOwn.has(named)) return named
  const counts = scripts.map(({ letters }) => start.match(letters)?.length ?? 0)
  const most = Math.max(...counts)
  const { languages } = scripts[counts.indexOf(most)] as Script
  if (most === 0 || languages.includes(named)) return named
  return languageByLetters.find(([letters]) => letters.test(start))?.[1] ?? languages[0]
}

const longestStart = 1_000 // characters
const foreign = /[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u

type Script = { letters: RegExp; languages: readonly [SearchLanguage, ...SearchLanguage[]] }

const otherScripts: readonly Script[] = [
  { letters: /\p{sc=Cyrillic}/gu, languages: ['russian', 'serbian', 'simple'] },
  { letters: /\p{sc=Greek}/gu, languages: ['greek'] },
  { letters: /\p{sc=Arabic}/gu, languages: ['arabic', 'simple'] },
  { letters: /\p{sc=Devanagari}/gu, languages: ['hindi', 'nepali'] },
  { letters: /\p{sc=Armenian}/gu, languages: ['armenian'] },
  { letters: /\p{sc=Tamil}/gu, languages: ['tamil'] },
  {
    letters:
      /[\p{sc=Hebrew}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Bengali}]/gu,
    languages: ['simple', 'yiddish'],
  },
]

const scriptsOfTheirOwn: ReadonlySet<SearchLanguage> = new Set(
  otherScripts.flatMap(({ languages }) => languages).filter(name => name !== 'simple' && name !== 'serbian'),
)

const scripts: readonly Script[] = [
  {
    letters: /\p{sc=Latin}/gu,
    languages: ['english', ...searchLanguages.filter(name => !scriptsOfTheirOwn.has(name))],
  },
  ...otherScripts,
]

// Letters that only some languages of a script have.
const languageByLetters: readonly (readonly [RegExp, SearchLanguage])[] = [
  [/[іїєґ]/i, 'simple'], // Ukrainian
  [/[јљњћђџ]/i, 'serbian'],
  [/[پچژگ]/, 'simple'], // Persian, Urdu
]
