import { speak } from '../api.ts'

export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const chosen = 'realword-language'

let spoken = firstLanguage()

/** The dashboard's language: the one chosen here, else the browser's, else English. */
export const spokenLanguage = (): Language => spoken

/** From now on the dashboard speaks the language, in this browser. */
export function speakFromNowOn(language: Language): void {
  spoken = language
  document.documentElement.lang = language
  speak(language)
  keepChoice(language)
}

function firstLanguage(): Language {
  const known = Object.keys(languages) as Language[]
  for (const tag of [readChoice(), ...navigator.languages]) {
    const found = known.find(one => tag && one.slice(0, 2) === tag.slice(0, 2).toLowerCase())
    if (found) return found
  }
  return 'en'
}

// Where the browser's own store is full or forbidden, the choice is as old as the page.
function keepChoice(language: Language): void {
  try {
    localStorage.setItem(chosen, language)
  } catch {}
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(chosen)
  } catch {
    return null
  }
}
