const scripts = new Map([
  ['cyrillic', 'Cyrl'],
  ['cyrl', 'Cyrl'],
  ['latin', 'Latn'],
  ['latn', 'Latn'],
])

/**
 * The tag of BCP 47 for what shops and systems write: `pt_BR`, `pt_PT_ao90` (WordPress), `sr@latin` (Odoo), `pt_BR.UTF-8` (POSIX).
 * Undefined for texts that are none of these.
 */
export function canonicalTag(written: string): string | undefined {
  const [, name = '', modifier = ''] = /^([\w-]{2,})(?:\.[\w-]+)?(?:@(\w+))?$/.exec(written.trim()) ?? []
  const tag = name.replaceAll('_', '-')
  // Of an invalid tag, the language and region count, if more follows.
  const [beginning = ''] = /^[a-z]{2,3}(?:-[a-z]{4})?-(?:[a-z]{2}|\d{3})(?=-)/i.exec(tag) ?? []
  const locale = toLocale(tag) ?? toLocale(beginning)
  const script = scripts.get(modifier.toLowerCase())
  return (locale && script ? new Intl.Locale(locale, { script }) : locale)?.toString()
}

function toLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}
