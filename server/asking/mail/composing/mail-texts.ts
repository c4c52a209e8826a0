import type { Catalogues, Languages } from '../../../../build/texts/catalogues.ts'
import { type Direction, directionOf } from '../../../../texts/direction.ts'
import { chooseLanguage } from '../../../foundation/http/language.ts'
import { formatLongDate } from '../../../foundation/lib/time/formatters.ts'
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

/** A date `YYYY-MM-DD` in words. */
export function dateIn(date: string, { language }: Pick<MailTexts, 'language'>): string {
  return formatLongDate(new Date(`${date}T12:00:00Z`), language, 'UTC')
}

/** A text of a kind of mail as stores write theirs, with the placeholders that fill.ts fills in. */
export function templateOf(text: string | ((values: typeof placeholders) => string)): string {
  return typeof text === 'string' ? text : text(placeholders)
}

const placeholders = { name: '{name}', store: '{store}', product: '{product}' }
