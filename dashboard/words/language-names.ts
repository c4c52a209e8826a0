import { useMemo } from 'react'
import { useLanguage } from './words.tsx'

/** Returns the name of a language by its tag, in the reader's language and with a capital, as labels begin. */
export function useLanguageNames(): (tag: string) => string {
  const { language } = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'language' })
    return tag => (names.of(tag) ?? tag).replace(/^\p{L}/u, first => first.toLocaleUpperCase(language))
  }, [language])
}
