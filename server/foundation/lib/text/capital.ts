const isTurkic = (language: string) => /^(?:tr|az)\b/i.test(language)

/**
 * The capital of a letter in a language. Not by `toLocaleUpperCase`: in Greek it removes accents, and it throws for what
 * is no tag. Georgian begins names and sentences with small letters.
 */
export function capital(letter: string, language = ''): string {
  if (/\p{Script=Georgian}/u.test(letter)) return letter
  return isTurkic(language) && letter === 'i' ? 'İ' : letter.toUpperCase()
}

/** A name in small letters, but for those that begin its parts: "MARIA-JOSÉ" is "Maria-José". */
export function inTitleCase(name: string, language = ''): string {
  const small = isTurkic(language)
    ? name.replaceAll('I', 'ı').replaceAll('İ', 'i').toLowerCase()
    : name.toLowerCase()
  return small.replace(
    /(^|[-'’])(\p{L})/gu,
    (_, before: string, letter: string) => before + capital(letter, language),
  )
}
