import type { Languages } from '../../build/texts/catalogues.ts'
import { type Formats, formatsOf } from '../../texts/formats.ts'
import { averagesIn, directionOf, formatLocales, localeOf, type MakeTexts, type Texts } from '../locale.ts'

/** Texts, and formats of numbers and dates, in the shopper's language. */
export type Say = {
  texts: Texts
  /** The language of the texts. */
  locale: Languages['widgets']
  /** Their direction, which may be another one than the page's. */
  dir: 'ltr' | 'rtl'
  formats: Formats
  number: (value: number) => string
  /** The title of a store's answer. */
  replyOf: (store: string | undefined) => string
  /** With one decimal. */
  average: (value: number) => string
  percent: (whole: number) => string
  date: (iso: string) => string
}

/** Texts and formats for `language`, which may be any text. Dates are of `timeZone`, by default the shopper's. */
export function sayIn(language: string, make: MakeTexts, timeZone?: string): Say {
  const ours = localeOf(language)
  const locales = formatLocales(language)
  const formats = formatsOf(locales)
  const average = averagesIn(locales)
  const percent = new Intl.NumberFormat(locales, { style: 'percent' })
  const date = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone })
  const texts = make(formats)
  return {
    texts,
    locale: ours,
    dir: directionOf(ours),
    formats,
    number: formats.n,
    replyOf: store => (store ? texts.replyOf({ store }) : texts.reply),
    average: value => average.format(value),
    percent: value => percent.format(value / 100),
    date: iso => date.format(new Date(iso)),
  }
}
