/** The language of a template, as Meta writes it, for a language tag; undefined if the store has none in this language. */
export function templateLanguage(available: readonly string[], tag: string): string | undefined {
  const wanted = likely(tag)
  if (!wanted) return undefined
  const all = available.map(code => ({ code, locale: likely(code) }))
  const same = all.filter(
    ({ locale }) => locale?.language === wanted.language && locale.script === wanted.script,
  )
  const exact = same.find(({ locale }) => locale?.region === wanted.region)
  return (exact ?? same.find(({ code }) => !code.includes('_')) ?? same[0])?.code
}

function likely(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch {
    return undefined
  }
}
