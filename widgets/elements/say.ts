import { formatLocale, localeOf } from '../locale.ts'
import type { Texts } from '../locales/en.ts'

/** Texts, and formats of numbers and dates, in the shopper's language. */
export type Say = {
  texts: Texts
  /** The language of the texts. */
  locale: 'en' | 'pt-BR' | 'es'
  number: (value: number) => string
  /** With one decimal. */
  average: (value: number) => string
  percent: (whole: number) => string
  date: (iso: string) => string
  /** Whether a number takes the singular. */
  isOne: (value: number) => boolean
}

/** Texts and formats for `language`, which may be any text. Dates are of `timeZone`, by default the shopper's. */
export function sayIn(language: string, texts: Texts, timeZone?: string): Say {
  const locale = formatLocale(language)
  const whole = new Intl.NumberFormat(locale)
  const average = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const plural = new Intl.PluralRules(locale)
  return {
    texts,
    locale: localeOf(language),
    number: value => whole.format(value),
    average: value => average.format(value),
    percent: value => percent.format(value / 100),
    date: iso => date.format(new Date(iso)),
    isOne: value => plural.select(value) === 'one',
  }
}
