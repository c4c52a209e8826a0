import type { Catalogues, Languages } from '../../../../build/texts/catalogues.ts'
import { type Direction, directionOf } from '../../../../texts/direction.ts'
import { chooseLanguage } from '../../../foundation/http/language.ts'
import { textsIn } from '../../../foundation/texts/texts.ts'

/** Every sentence of our mails in one language, and in which direction they are written. */
export type MailTexts = Catalogues['mails'] & { language: Languages['mails']; direction: Direction }

/** The texts nearest to a language tag; those in English for unsupported languages. */
export function textsFor(tag: string): MailTexts {
  const language = chooseLanguage(tag)
  texts[language] ??= { ...textsIn('mails', language), language, direction: directionOf(language) }
  return texts[language]
}

const texts: { [Language in Languages['mails']]?: MailTexts } = {}

/** A text of a kind of mail as stores write theirs, with the placeholders that fill.ts fills in. */
export function templateOf(text: string | ((values: typeof placeholders) => string)): string {
  return typeof text === 'string' ? text : text(placeholders)
}

const placeholders = { name: '{name}', store: '{store}', product: '{product}' }
