import { widgets as languages, rightToLeft } from 'texts:languages'
import { load } from 'texts:widgets/elements'
import type { Catalogues, Languages } from '../build/texts/catalogues.ts'
import type { Direction } from '../texts/direction.ts'
import { type Formats, formatsOf } from '../texts/formats.ts'
import { languageFinder, readTag } from '../texts/match.ts'

/** The texts of all elements, without those of the dialogs. */
export type Texts = Catalogues['widgets']['elements']

export type MakeTexts = (formats: Formats) => Texts

/** The language tag of an element: its own `lang`, that of an ancestor (across shadow trees), or the page's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang) return lang
  }
  return navigator.language || 'en'
}

const nearest = languageFinder(languages)

/** Our language that is nearest to a tag, which may be any text. */
export const localeOf = (language: string): Languages['widgets'] => nearest(language) ?? 'en'

/** How texts and numbers are written. */
export type Conventions = {
  /** The language of the texts. */
  locale: Languages['widgets']
  /** Their direction, which may be another one than the page's. */
  dir: Direction
  /** The locales of numbers and dates, the second for browsers without the first. */
  locales: string[]
  formats: Formats
  /** With one decimal. */
  average: (value: number) => string
}

/**
 * The conventions for a language tag, which may be any text: the supported language nearest to it, and the page's
 * numbers and dates, with its region, if the texts are in its language. So a page in Swahili has English texts with the
 * numbers of English, and one in `ar-EG` has Arabic digits.
 */
export function conventionsOf(language: string): Conventions {
  const locale = localeOf(language)
  const page = readTag(language)
  // Chromium has no Icelandic. Its readers write numbers and dates as German ones do.
  const locales = [page && locale.startsWith(page.language) ? String(page) : locale, 'de']
  const averages = new Intl.NumberFormat(locales, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return {
    locale,
    dir: rightToLeft.includes(locale) ? 'rtl' : 'ltr',
    locales,
    formats: formatsOf(locales),
    average: value => averages.format(value),
  }
}

/** Loads the maker of a language's texts. Each language is a chunk of its own, so a page loads one. */
export async function loadTexts(language: string): Promise<MakeTexts> {
  return (await load(localeOf(language))).texts
}

/** The element around an element, across shadow trees. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
