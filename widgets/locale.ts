import { widgets as languages } from 'texts:languages'
import { load } from 'texts:widgets/elements'
import type { Catalogues, Languages } from '../build/texts/catalogues.ts'
import type { Formats } from '../texts/formats.ts'
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

/** The supported language nearest to a language tag. */
export function localeOf(language: string): Languages['widgets'] {
  return nearest(language) ?? 'en'
}

/**
 * The locales of numbers and dates, the second for browsers without the first: the page's, with its region, if the texts are in its language; else that of the
 * texts. So a page in Swahili has English texts with the numbers of English, and one in `ar-EG` has Arabic digits.
 */
export function formatLocales(language: string): string[] {
  const ours = localeOf(language)
  const page = readTag(language)
  // Chromium has no Icelandic. Its readers write numbers and dates as German ones do.
  return [page && ours.startsWith(page.language) ? String(page) : ours, 'de']
}

/** The direction of the texts in a language of ours. */
export function directionOf(locale: Languages['widgets']): 'ltr' | 'rtl' {
  return /ar|fa|he/.test(locale) ? 'rtl' : 'ltr'
}

/** Formats of averages, with one decimal. */
export function averagesIn(locales: string[]): Intl.NumberFormat {
  return new Intl.NumberFormat(locales, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
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
