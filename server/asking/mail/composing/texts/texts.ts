import type { MailKind } from '../../../../foundation/mailings/kinds.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { portuguese } from './pt-br.ts'

/** The texts of one kind of mail. fill.ts fills in {name}, {store} and {product}. */
export type KindTexts = {
  subject: string
  /** Lists of mails display it after the subject. */
  preheader: string
  heading: string
  words: readonly string[]
  /** The text below the quotes. */
  after?: string
  button: string
  /** Why the recipient gets this mail. */
  why: string
}

/** Every sentence of our mails in one language. */
export type MailTexts = {
  /** A language tag. */
  language: string
  kinds: Record<MailKind, KindTexts>
  /** {product} in a mail about several products. */
  andMore: (product: string, others: number) => string
  moreOnThePage: (count: number) => string
  stars: (count: number) => string
  /** Above the stars of each product. */
  hint: string
  scale: { low: string; high: string }
  quotes: { yourReview: string; reason: string; answer: string; yourQuestion: string; asks: string }
  /** Why a review or question was rejected or removed, by its reason: answers/moderation/reasons.ts. */
  reasons: Record<
    | 'spam'
    | 'offensive'
    | 'private_data'
    | 'not_about_product'
    | 'conflict_of_interest'
    | 'not_genuine'
    | 'unlawful'
    | 'unreadable',
    string
  >
  footer: { holder: string; privacy: string; contact: string; unsubscribe: string }
}

const spoken = [portuguese, english, spanish]

/** The languages of our mails. */
export const spokenLanguages = spoken.map(({ language }) => language)

/** The texts nearest to a language tag. pt-PT uses Brazilian Portuguese; unsupported languages use English. */
export function textsFor(language: string): MailTexts {
  const primary = language.split('-')[0]?.toLowerCase()
  return [portuguese, spanish].find(texts => texts.language.split('-')[0] === primary) ?? english
}
