import { setErrorLanguage } from '../api.ts'

export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const storageKey = 'realword-language'

let current = firstLanguage()

/** The dashboard's language: the stored choice, else the browser's, else English. */
export const currentLanguage = (): Language => current

/** Sets the dashboard's language and stores it in this browser. */
export function applyLanguage(language: Language): void {
  current = language
  document.documentElement.lang = language
  setErrorLanguage(language)
  storeChoice(language)
}

function firstLanguage(): Language {
  const known = Object.keys(languages) as Language[]
  for (const tag of [readChoice(), ...navigator.languages]) {
    const found = known.find(language => tag && language.slice(0, 2) === tag.slice(0, 2).toLowerCase())
    if (found) return found
  }
  return 'en'
}

// Where localStorage is full or forbidden, the choice lives only as long as the page.
function storeChoice(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {}
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}
