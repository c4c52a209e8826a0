/**
 * Finds the language among the available ones that is nearest to a tag, by RFC 4647 lookup with likely subtags: the same
 * language, script and region, else the same language and script, else the same language. So `zh-Hant-HK` finds
 * `zh-TW`, `pt` finds `pt-BR`, and `sr-Latn` finds `sr`. Undefined for other languages and for texts that are no tag.
 */
export function languageFinder<Tag extends string>(
  available: readonly Tag[],
): (tag: string) => Tag | undefined {
  const nearest: Record<string, Tag> = {}
  for (const tag of available) for (const key of keysOf(tag)) nearest[key] ??= tag
  return tag => nearest[keysOf(tag).find(key => nearest[key]) as string]
}

/** Of texts by language tag, the one nearest to the first of these tags that has any; else the first text. */
export function nearestText(texts: Record<string, string>, tags: (string | undefined)[]): string {
  const find = languageFinder(Object.keys(texts))
  const nearest = tags.map(tag => tag && find(tag)).find(Boolean)
  return texts[nearest ?? Object.keys(texts)[0] ?? ''] ?? ''
}

// A text that is no tag has empty ones, which no language has.
function keysOf(tag: string): string[] {
  const { language = '', script = '', region = '' } = likely(tag) ?? {}
  return [language + script + region, language + script, language]
}

/**
 * The locale of a tag with its likely script and region. Undefined for texts that are no tag.
 */
export const likely = (tag: string): Intl.Locale | undefined => readTag(tag)?.maximize()

/**
 * The locale in which a reader of this tag gets dates and numbers. Underscores count as hyphens, as in `pt_BR`. Undefined
 * for texts that are no tag.
 */
export function readTag(tag: string): Intl.Locale | undefined {
  try {
    // Norwegian in general, and Nynorsk, have the texts in Bokmål. Those in Serbian are in Latin script, and so are then the
    // names of months.
    const known = tag.replaceAll('_', '-').replace(/^n[no]\b/i, 'nb')
    return new Intl.Locale(known.replace(/^sr(-\w{4})?\b/i, 'sr-Latn'))
  } catch {
    return undefined
  }
}
