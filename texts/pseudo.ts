import { type Catalogue, type Part, partsOf } from './messages.ts'

/**
 * Languages that nobody speaks, made of English for tests of the look: longer with accents, and from right to left. A
 * sentence that stays plain in them is in no catalogue.
 */
export const pseudoLanguages = ['en-XA', 'ar-XB'] as const

export type PseudoLanguage = (typeof pseudoLanguages)[number]

/** The English catalogue in a pseudo-language, as ICU. Arguments stay. */
export function pseudoCatalogue(english: Catalogue, language: PseudoLanguage): Catalogue {
  const entries = Object.entries(english).map(([key, entry]): [string, Catalogue[string]] => [
    key,
    typeof entry === 'string' ? pseudoMessage(entry, language) : pseudoCatalogue(entry, language),
  ])
  return Object.fromEntries(entries)
}

function pseudoMessage(message: string, language: PseudoLanguage): string {
  const change = language === 'en-XA' ? accented : turned
  const text = partsOf(message)
    .map(part => icuOf(part, change))
    .join('')
  return language === 'en-XA' ? `⟦${text}⟧` : text
}

function icuOf(part: Part, change: (text: string) => string): string {
  if (typeof part === 'string') return quoted(change(part))
  if (part.kind === 'string') return `{${part.name}}`
  if (part.kind === 'number') return `{${part.name}, number}`
  const options = Object.entries(part.options).map(
    ([option, inner]) => `${option} {${inner.map(each => icuOf(each, change)).join('')}}`,
  )
  return `{${part.name}, ${part.kind}, ${options.join(' ')}}`
}

const quoted = (text: string) => text.replace(/'/g, "''").replace(/[{}#]/g, "'$&'")

// One letter of three is doubled: translations are up to a third longer than English.
function accented(text: string): string {
  let count = 0
  return text.replace(/[a-z]/gi, letter => {
    const other = letters[letter.toLowerCase()] ?? letter
    const written = letter === letter.toLowerCase() ? other : other.toUpperCase()
    return ++count % 3 === 0 ? written + written : written
  })
}

const letters: Record<string, string> = Object.fromEntries(
  Array.from('åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž', (other, at) => [String.fromCharCode(97 + at), other]),
)

// Each word between marks that write it from right to left, as one in Arabic letters is.
function turned(text: string): string {
  return text.replace(/[a-z]+/gi, word => `\u202e${word}\u202c`)
}
