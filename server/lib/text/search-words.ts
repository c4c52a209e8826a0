/** The languages that PostgreSQL stems for us. Texts in other languages are searched unstemmed. */
export type SearchLanguage = keyof typeof endings

/** Whether the name is one of these languages. */
export function isSearchLanguage(name: unknown): name is SearchLanguage {
  return typeof name === 'string' && Object.hasOwn(endings, name)
}

/** The text search configuration of a language, created by migrations/0005-reads.sql. */
export function searchConfiguration(language: SearchLanguage): string {
  return `rw_${language}`
}

/** The search language for texts of a locale such as `pt-BR`. */
export function searchLanguage(locale: string): SearchLanguage {
  return byTag[locale.slice(0, 2).toLowerCase()] ?? 'simple'
}

/**
 * The words of a text, normalised for storage and for queries: lower case without accents, with a space for every
 * other character. PostgreSQL's own parser reads `produto.Enfim` as a host name.
 */
export function searchWords(text: string, language: SearchLanguage): string {
  const plain = text
    .slice(0, longestText)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(word => restoreEnding(word.slice(0, longestWord), language)).join(' ')
}

const longestText = 50_000 // characters; PostgreSQL accepts up to 1 MB of stems
const longestWord = 60

const byTag: Record<string, SearchLanguage> = {
  pt: 'portuguese',
  es: 'spanish',
  en: 'english',
  fr: 'french',
  de: 'german',
  it: 'italian',
}

// The stemmers recognise some endings by their accents: without them, `avaliacoes` would not match `avaliação`. So
// these endings get their accents back, in stored texts and in queries.
const endings = {
  portuguese: [
    [/cao$/, 'ção'],
    [/coes$/, 'ções'],
    [/ao$/, 'ão'],
    [/oes$/, 'ões'],
    [/avel$/, 'ável'],
    [/aveis$/, 'ável'],
    [/ivel$/, 'ível'],
    [/iveis$/, 'ível'],
    [/ancia(s?)$/, 'ância$1'],
    [/encia(s?)$/, 'ência$1'],
  ],
  spanish: [
    [/cion$/, 'ción'],
    [/sion$/, 'sión'],
  ],
  english: [],
  french: [],
  german: [],
  italian: [],
  simple: [],
} as const satisfies Record<string, [RegExp, string][]>

function restoreEnding(word: string, language: SearchLanguage): string {
  for (const [ending, restored] of endings[language]) {
    if (word.length > 3 && ending.test(word)) return word.replace(ending, restored)
  }
  return word
}
