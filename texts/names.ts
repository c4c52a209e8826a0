import { readTag } from './match.ts'

/** The name of each language in itself, as `Português (Brasil)`. The region is named only where two of them differ in it. */
export function nativeNames<Tag extends string>(tags: readonly Tag[]): Record<Tag, string> {
  return Object.fromEntries(tags.map(tag => [tag, nameOf(tag, tags)])) as Record<Tag, string>
}

function nameOf(tag: string, tags: readonly string[]): string {
  const { language } = new Intl.Locale(tag)
  const isOnly = tags.every(other => other === tag || new Intl.Locale(other).language !== language)
  const locale = String(readTag(tag))
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(isOnly ? language : tag) ?? tag
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1)
}
