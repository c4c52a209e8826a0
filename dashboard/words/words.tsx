import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { speak } from '../api.ts'
import { useTimeZone } from '../store.tsx'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { ptBR } from './pt-BR.ts'

export const languages = { 'pt-BR': 'Português', en: 'English', es: 'Español' } as const

export type Language = keyof typeof languages

const all: Record<Language, Words> = { 'pt-BR': ptBR, en, es }

const chosen = 'realword-language'

/** The words of one screen in every language. */
export type Texts<Text> = Record<Language, Text>

type Speech = { words: Words; language: Language; setLanguage: (language: Language) => void }

const SpeechContext = createContext<Speech | undefined>(undefined)

/** The dashboard's language: the one chosen here, else the browser's, else English. */
export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    speak(language)
    keepChoice(language)
  }, [language])
  return (
    <SpeechContext.Provider value={{ words: all[language], language, setLanguage }}>
      {children}
    </SpeechContext.Provider>
  )
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('no SpeechProvider around this')
  return speech
}

export const useWords = (): Words => useSpeech().words

/** The words of one screen in the reader's language. */
export function useTexts<Text>(texts: Texts<Text>): Text {
  return texts[useSpeech().language]
}

/** Dates and numbers as the reader's language writes them; days and times are the store's. */
export function useFormats() {
  const { language } = useSpeech()
  const timeZone = useTimeZone()
  return {
    date: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(new Date(iso)),
    /** Of a plain date, `YYYY-MM-DD`. */
    day: (date: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date)),
    instant: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(iso),
      ),
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, options).format(value),
  }
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
