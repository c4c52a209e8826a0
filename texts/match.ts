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

// Those of a text that is no tag consist of `undefined`, which no language has.
function keysOf(tag: string): string[] {
  const { language, script, region } = likely(tag) ?? {}
  return [`${language}${script}${region}`, `${language}${script}`, `${language}`]
}

/**
 * The locale of a tag with its likely script and region. Underscores count as hyphens, as in `pt_BR`. Undefined for texts
 * that are no tag.
 */
export function likely(tag: string): Intl.Locale | undefined {
  try {
    // `no` is Norwegian in general, which is mostly written as Bokmål, and readers of Nynorsk read it, too.
    return new Intl.Locale(tag.replaceAll('_', '-').replace(/^n[on]\b/i, 'nb')).maximize()
  } catch {
    return undefined
  }
}
