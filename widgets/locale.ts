import type { Texts } from './locales/en.ts'

/** The language tag of an element: its own `lang`, that of an ancestor (across shadow trees), or the page's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang) return lang
  }
  return navigator.language || 'en'
}

/** The supported language for a language tag. */
export function localeOf(language: string): 'en' | 'pt-BR' | 'es' {
  const base = language.slice(0, 2).toLowerCase()
  return base === 'pt' ? 'pt-BR' : base === 'es' ? 'es' : 'en'
}

/**
 * The locale of numbers and dates: the page's, with its region, if it is valid and the texts are in its language; else
 * that of the texts. So a page in Arabic has English texts with the digits of English.
 */
export function formatLocale(language: string): string {
  const ours = localeOf(language)
  try {
    // Throws for invalid tags such as pt_BR: `lang` can be any text of the page.
    if (new Intl.Locale(language).language === ours.slice(0, 2)) return language
  } catch {}
  return ours
}

/** Loads the texts of a language. Each is a chunk of its own, so a page loads one. */
export async function loadTexts(language: string): Promise<Texts> {
  const load = {
    en: () => import('./locales/en.ts'),
    'pt-BR': () => import('./locales/pt-BR.ts'),
    es: () => import('./locales/es.ts'),
  }
  return (await load[localeOf(language)]()).texts
}

/** The element around an element, across shadow trees. */
export function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
