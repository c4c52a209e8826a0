import { foldText } from '../text/fold.ts'
import { restoreEnding } from './endings.ts'
import { lightStem } from './light-stems.ts'
import type { SearchLanguage } from './search-languages.ts'
import { segmentsOf, segmentTerms, type Term } from './segments.ts'

/**
 * The different words of a text as they are stored, before PostgreSQL stems them: folded, of letters, digits and marks
 * alone.
 */
export function searchWords(text: string, language: SearchLanguage): string[] {
  return [
    ...new Set(
      runsOf(text)
        .flatMap(segmentsOf)
        .flatMap(word => storedForms(shortened(word), language)),
    ),
  ]
}

/** The words of a query: a text is found if it has all of them. */
export function searchTerms(text: string, language: SearchLanguage): Term[] {
  return runsOf(text).flatMap(run => segmentTerms(run) ?? [termOf(shortened(run), language)])
}

/** The numbers and words that a text has, each as it is written but for accents and case; whole sentences in some scripts. */
export function runsOf(text: string): string[] {
  return foldText(text.slice(0, longestText)).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []
}

const longestText = 50_000 // characters; PostgreSQL accepts up to 1 MB of stems
const longestWord = 60

// By characters: PostgreSQL refuses half of one.
const shortened = (word: string) =>
  word.length > longestWord ? Array.from(word).slice(0, longestWord).join('') : word

function storedForms(word: string, language: SearchLanguage): string[] {
  if (isHebrew.test(word)) return [word, ...withoutHebrewPrefixes(word)]
  return [stemmed(word, language)]
}

function termOf(word: string, language: SearchLanguage): Term {
  if (isHebrew.test(word))
    return { forms: [word, ...withoutHebrewPrefixes(word).slice(0, 1)], isStart: word.length > 2 }
  const isStart = withStarts.has(language) && word.length >= shortestStart
  const ending = language === 'simple' && isStart ? word.replace(vowels, '') : word
  return { forms: [stemmed(ending.length > 3 ? ending : word, language)], isStart }
}

function stemmed(word: string, language: SearchLanguage): string {
  return language === 'arabic' ? lightStem(word) : restoreEnding(word, language)
}

// In these languages, a query of so many letters also finds longer words: compounds, and inflected words where no stemmer
// knows them.
const shortestStart = 4
const withStarts: ReadonlySet<SearchLanguage> = new Set([
  ...(['danish', 'dutch', 'finnish', 'german', 'hungarian'] as const),
  ...(['norwegian', 'swedish', 'turkish', 'simple'] as const),
])

// Czech "kvalita" and "kvality", Polish "szklanka" and "szklanki", Ukrainian "якість" and "якості".
const vowels = /(?<=\p{L}{4})[aeiouyаеиоуыюяіїє]{1,2}$/u

const isHebrew = /^\p{sc=Hebrew}/u

// "And", "that", "the", "in", "to", "from", "as" are written together with the next word.
function withoutHebrewPrefixes(word: string): string[] {
  const found = []
  let rest = word
  for (const prefix of [/^ו(?=..)/, /^(?:כש|מש|ש)(?=..)/, /^[הבלמכ](?=..)/]) {
    const shorter = rest.replace(prefix, '')
    if (shorter !== rest) found.push(shorter)
    rest = shorter
  }
  return found.toReversed()
}
