import { use } from 'react'
import { loadedTexts, loadOnce, type Texts } from '../words/catalogues.ts'
import { textFor } from '../words/entries.ts'
import { useFormats, useLanguage, useTexts } from '../words/words.tsx'
import { type Pattern, patternsOf, translateMessage } from './messages.ts'

let english: Promise<Pattern[]> | undefined

// Readers of other languages alone load what the server's sentences are found by.
function loadPatterns(): Promise<Pattern[]> {
  english ??= loadOnce('shop-messages', 'en').then(
    () => patternsOf(loadedTexts('shop-messages', 'en') as Texts<'shop-messages'>),
    error => {
      english = undefined
      throw error
    },
  )
  return english
}

// The fields of a mapping are called as on the screen: at the beginning of a message, and those of several words within.
const fieldNames = /^[a-z]+(?=: )|\b[a-z]+(?:_[a-z]+)+\b/g

/** Turns what the server says about a shop into the reader's language. */
export function useMessages(): (message: string) => string {
  const { language } = useLanguage()
  const texts = useTexts('shop-messages')
  const { fields } = useTexts('connections').mapping
  const { day } = useFormats()
  const patterns = language === 'en' ? [] : use(loadPatterns())
  return message => {
    const translated = translateMessage(message, patterns, texts)
    return translated
      .replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, date => (Date.parse(date) ? day(date) : date))
      .replace(fieldNames, name => textFor(fields, name) ?? name)
  }
}

/** The problem of each field after a refusal, in the reader's language. */
export function useFieldMessages(): (problems: Record<string, string>) => Record<string, string> {
  const messageOf = useMessages()
  return problems =>
    Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => {
        // "Not accepted: " in the reader's language, then the server's sentence.
        const [, prefix = '', sentence = problem] = /^([^:]+: )(.+)$/s.exec(problem) ?? []
        return [name, prefix ? messageOf(sentence) : problem]
      }),
    )
}

/** Text whose parts between double asterisks are names on a screen of the shop. */
export function Clicks({ text }: { text: string }) {
  return text.split('**').map((part, index) => (index % 2 ? <strong key={index}>{part}</strong> : part))
}
