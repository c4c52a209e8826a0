import { LRUCache } from 'lru-cache'
import type { Catalogues, Languages } from '../../../../build/texts/catalogues.ts'
import { chooseLanguage } from '../../../foundation/http/language.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'

/** Every sentence of our mails in one language. */
export type MailTexts = Catalogues['mails'] & { language: Languages['mails'] }

/** The texts nearest to a language tag; those in English for unsupported languages. */
export function textsFor(language: string): MailTexts {
  return texts.memo(language)
}

// By tag: finding the nearest language took longer than filling in a mail's words.
const texts = new LRUCache<string, MailTexts>({
  max: 500,
  memoMethod: tag => {
    const language = chooseLanguage(tag)
    return { ...textsIn('mails', language), language }
  },
})

/** A text of a kind of mail as stores write theirs, with the placeholders that fill.ts fills in. */
export function templateOf(text: string | ((values: typeof placeholders) => string)): string {
  return typeof text === 'string' ? text : text(placeholders)
}

const placeholders = { name: '{name}', store: '{store}', product: '{product}' }
