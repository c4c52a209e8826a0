import { type Conventions, conventionsOf, type MakeTexts, type Texts } from '../locale.ts'

/** Texts, and formats of numbers and dates, in the shopper's language. */
export type Say = Conventions & {
  texts: Texts
  number: (value: number) => string
  /** The title of a store's answer. */
  replyOf: (store: string | undefined) => string
  percent: (whole: number) => string
  date: (iso: string) => string
}

/** Texts and formats for `language`, which may be any text. Dates are of `timeZone`, by default the shopper's. */
export function sayIn(language: string, make: MakeTexts, timeZone?: string): Say {
  const conventions = conventionsOf(language)
  const { locales, formats } = conventions
  const percent = new Intl.NumberFormat(locales, { style: 'percent' })
  const date = new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeZone })
  const texts = make(formats)
  return {
    ...conventions,
    texts,
    number: formats.n,
    replyOf: store => (store ? texts.replyOf({ store }) : texts.reply),
    percent: value => percent.format(value / 100),
    date: iso => date.format(new Date(iso)),
  }
}

/** The author's name, or a word for an author without one. */
export function nameOf({ display_name }: { display_name: string }, { texts }: Pick<Say, 'texts'>): string {
  return display_name.trim() || texts.anonymous
}

/**
 * The next text of a live region, to be read also if it is the one of `before`: 21 reviews in another order are 21 reviews. With
 * Orca, a node that gets a space is silent in Firefox, and so is a new node with the text of the last.
 */
export function spoken(text = '', before: Text | ''): Text {
  return new Text(before && before.data === text ? `${text}\xa0` : text)
}
