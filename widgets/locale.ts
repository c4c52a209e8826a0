import type { Texts } from './locales/en.ts'

/** The language tag that holds for an element: its own `lang`, an ancestor's (out of shadow trees), the page's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang) return lang
  }
  return navigator.language || 'en'
}

/** Which of our languages a language tag gets. */
export function localeOf(language: string): 'en' | 'pt-BR' | 'es' {
  const base = language.slice(0, 2).toLowerCase()
  return base === 'pt' ? 'pt-BR' : base === 'es' ? 'es' : 'en'
}

/** The texts in a language: a chunk of its own, so a page loads one. */
export async function loadTexts(language: string): Promise<Texts> {
  const load = {
    en: () => import('./locales/en.ts'),
    'pt-BR': () => import('./locales/pt-BR.ts'),
    es: () => import('./locales/es.ts'),
  }
  return (await load[localeOf(language)]()).texts
}

function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}
