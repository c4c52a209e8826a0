import type { Catalogues, Languages } from '../../../build/texts/catalogues.ts'
import { type NamedText, wordTexts } from '../../../texts/sentences.ts'
import { storable } from '../../foundation/lib/text/storable.ts'
import type { SuppressionReason } from '../../foundation/mailings/suppressions.ts'
import { languagesIn, textsIn } from '../../foundation/texts/texts.ts'

type Texts = Catalogues['shops']['sentences']

export type SentenceName = keyof Texts

/** What is said about a shop, as rows store it. The texts are in `locales/shops/`. */
export type Sentence = NamedText<SentenceName>

type ValuesOf<Name extends SentenceName> = Texts[Name] extends (values: infer Given) => string
  ? [values: { [Key in keyof Given]: string | number | Sentence[] }]
  : []

const longest = 500 // characters of a value

/** A sentence with the values that its text has. Values of more than 500 characters are cut. */
export function sentence<Name extends SentenceName>(name: Name, ...[values]: ValuesOf<Name>): Sentence {
  if (!values) return { name }
  const entries = Object.entries<string | number | Sentence[]>(values)
  return {
    name,
    values: Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        typeof value === 'string' ? storable(value.slice(0, longest)) : value,
      ]),
    ),
  }
}

const suppressions = {
  bounced: 'whyBounced',
  blocked: 'whyBlocked',
  unsubscribed: 'whyUnsubscribed',
  complained: 'whyComplained',
  erased: 'whyErased',
} as const satisfies Record<SuppressionReason, SentenceName>

export const whySuppressed = (reason: SuppressionReason): Sentence => sentence(suppressions[reason])

/** Words of others, which have no text of ours. */
export const quote = (text: string): Sentence => sentence('other', { text })

/** The sentences in English, as commands print them, or in another language. */
export function wordSentences(sentences: readonly Sentence[], language: Languages['shops'] = 'en'): string {
  return wordTexts(sentences, textsIn('shops', language).sentences).slice(0, 1000)
}

/** For a problem of a field, which readers of each language see. */
export function inEveryLanguage(...sentences: Sentence[]): Record<Languages['errors'], string> {
  const worded = languagesIn('shops').map(language => [language, wordSentences(sentences, language)])
  return Object.fromEntries(worded)
}

/** Each sentence once. A log line has at most 20. */
export function uniqueSentences(sentences: readonly Sentence[]): Sentence[] {
  return [...new Map(sentences.map(one => [JSON.stringify(one), one])).values()].slice(0, 20)
}
