import { createContext, type ReactNode, use, useContext, useRef, useState } from 'react'
import { useTimeZone } from '../store.tsx'
import { type Area, loadedTexts, loadOnce, loadRequestedTexts, type Texts } from './catalogues.ts'
import { applyLanguage, currentLanguage, type Language } from './languages.ts'

type LanguageContextValue = {
  words: Texts<'common'>
  language: Language
  /** Changes the language once its texts are loaded, so that no screen suspends. */
  setLanguage: (language: Language) => Promise<void>
}

const LanguageContext = createContext<Omit<LanguageContextValue, 'words'> | undefined>(undefined)

/** Provides the language. The `common` texts must be loaded before it is rendered. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const requested = useRef(language)
  const change = async (next: Language) => {
    requested.current = next
    await loadRequestedTexts(next)
    if (requested.current !== next) return
    applyLanguage(next)
    setLanguage(next)
  }
  return (
    <LanguageContext.Provider value={{ language, setLanguage: change }}>{children}</LanguageContext.Provider>
  )
}

export function useLanguage(): LanguageContextValue {
  const context = useContext(LanguageContext)
  if (!context) throw new Error('LanguageProvider is missing')
  return { ...context, words: useTextsIn('common', context.language) }
}

export const useCommonTexts = (): Texts<'common'> => useTexts('common')

/** The texts of an area in the reader's language. */
export function useTexts<Name extends Area>(area: Name): Texts<Name> {
  const context = useContext(LanguageContext)
  if (!context) throw new Error('LanguageProvider is missing')
  return useTextsIn(area, context.language)
}

// A screen's chunk loads its texts with it. A text that is not loaded yet suspends the screen.
function useTextsIn<Name extends Area>(area: Name, language: Language): Texts<Name> {
  if (!loadedTexts(area, language)) use(loadOnce(area, language))
  return loadedTexts(area, language) as Texts<Name>
}

/** Formats dates, numbers and parts of sentences in the reader's language. Dates and times are in the store's time zone. */
export function useFormats() {
  const { language, words } = useLanguage()
  const timeZone = useTimeZone()
  return {
    date: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(new Date(iso)),
    /** Formats a date without a time, `YYYY-MM-DD`. */
    day: (date: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date)),
    instant: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
        new Date(iso),
      ),
    number: (value: number, options?: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(language, options).format(value),
    /** A value after its label. French has a space before the colon. */
    labelled: (label: string, value: string) => words.labelled({ label, value }),
    quoted: (text: string) => words.quoted({ text }),
  }
}
