/** Languages whose words PostgreSQL can bring to their stem for us; any other is searched as it is written. */
export type SearchLanguage = keyof typeof endings

/** Whether the name is one of these languages. */
export function isSearchLanguage(name: unknown): name is SearchLanguage {
  return typeof name === 'string' && Object.hasOwn(endings, name)
}

/** The text search configuration of a language, made by migrations/0005-reads.sql. */
export function searchConfiguration(language: SearchLanguage): string {
  return `rw_${language}`
}

/** The language in which texts of a locale such as `pt-BR` are searched. */
export function searchLanguage(locale: string): SearchLanguage {
  return byTag[locale.slice(0, 2).toLowerCase()] ?? 'simple'
}

/**
 * The words of a text as they are stored and asked for: small letters without accents, everything else a
 * space. PostgreSQL's own parser reads `produto.Enfim` as the name of a host.
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

const longestText = 50_000 // characters: PostgreSQL takes up to 1 MB of stems
const longestWord = 60

const byTag: Record<string, SearchLanguage> = {
  pt: 'portuguese',
  es: 'spanish',
  en: 'english',
  fr: 'french',
  de: 'german',
  it: 'italian',
}

// The stemmers know some endings by their accents: written without, `avaliacoes` would not meet `avaliação`.
// So endings get their accents back, in what is stored and in what is asked for alike.
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
