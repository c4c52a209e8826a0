import type { MailKind } from '../../../mailings/kinds.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { portuguese } from './pt-br.ts'

/** What one kind of mail says. {name}, {store} and {product} are filled in (fill.ts). */
export type KindTexts = {
  subject: string
  /** What a list of mails shows after the subject. */
  preheader: string
  heading: string
  words: readonly string[]
  /** Below what is quoted. */
  after?: string
  button: string
  /** Why the reader gets it. */
  why: string
}

/** Every sentence of our mails in one language. */
export type MailTexts = {
  /** A language tag. */
  language: string
  kinds: Record<MailKind, KindTexts>
  /** {product} of a mail about several. */
  andMore: (product: string, others: number) => string
  moreOnThePage: (count: number) => string
  stars: (count: number) => string
  /** Above the stars of each product. */
  hint: string
  scale: { low: string; high: string }
  quotes: { yourReview: string; reason: string; answer: string; yourQuestion: string; asks: string }
  footer: { holder: string; privacy: string; contact: string; unsubscribe: string }
}

const spoken = [portuguese, english, spanish]

/** The languages our mails speak. */
export const spokenLanguages = spoken.map(({ language }) => language)

/** The texts nearest to a language tag: pt-PT reads Brazilian Portuguese, what we do not speak is English. */
export function textsFor(language: string): MailTexts {
  const primary = language.split('-')[0]?.toLowerCase()
  return [portuguese, spanish].find(texts => texts.language.split('-')[0] === primary) ?? english
}
