import { createContext, type ReactNode, use, useContext, useRef, useState } from 'react'
import { useTimeZone } from '../store.tsx'
import { type Area, loadOnce, loadWanted, type Texts, textsOf } from './catalogues.ts'
import { type Language, speakFromNowOn, spokenLanguage } from './languages.ts'

type Speech = {
  words: Texts<'common'>
  language: Language
  /** Changes the language once its texts are there, so that nothing on the screen is drawn anew without them. */
  setLanguage: (language: Language) => Promise<void>
}

const SpeechContext = createContext<Omit<Speech, 'words'> | undefined>(undefined)

/** The language around everything; the texts of `common` are loaded before it is drawn. */
export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(spokenLanguage)
  const asked = useRef(language)
  const change = async (wanted: Language) => {
    asked.current = wanted
    await loadWanted(wanted)
    if (asked.current !== wanted) return
    speakFromNowOn(wanted)
    setLanguage(wanted)
  }
  return <SpeechContext.Provider value={{ language, setLanguage: change }}>{children}</SpeechContext.Provider>
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('no SpeechProvider around this')
  return { ...speech, words: useTextsIn('common', speech.language) }
}

export const useWords = (): Texts<'common'> => useTexts('common')

/** The texts of an area in the reader's language. */
export function useTexts<Name extends Area>(area: Name): Texts<Name> {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('no SpeechProvider around this')
  return useTextsIn(area, speech.language)
}

// A screen brings its texts with it; what it did not bring, it waits for.
function useTextsIn<Name extends Area>(area: Name, language: Language): Texts<Name> {
  if (!textsOf(area, language)) use(loadOnce(area, language))
  return textsOf(area, language) as Texts<Name>
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
