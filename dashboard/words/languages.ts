import { dashboard as tags } from 'texts:languages'
import type { Languages } from '../../build/texts/catalogues.ts'
import { languageFinder } from '../../texts/match.ts'
import { nativeNames } from '../../texts/names.ts'
import { setErrorLanguage } from '../api.ts'

export type Language = Languages['dashboard']

/** The languages of the dashboard, each with its own name for itself. */
export const languages = nativeNames(tags)

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
  const find = languageFinder(tags)
  for (const tag of [readChoice(), ...navigator.languages]) {
    const found = tag && find(tag)
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
