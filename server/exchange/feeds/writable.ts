// XML 1.0 allows no other characters: one of them, or half a pair of surrogates, makes a whole file invalid. The
// controls from U+007F to U+009F are allowed and never meant.
const unwritable = /[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** The text without characters that XML forbids, trimmed. */
export function writable(text: string): string {
  return text.replace(unwritable, '').trim()
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** An element with text, or nothing if there is none. */
export function element(name: string, text: string, attributes = ''): string {
  return wrap(
    name,
    text.replace(/[&<>"]/g, found => entities[found] ?? ''),
    attributes,
  )
}

/** An element around others, or nothing if there are none. */
export function wrap(name: string, children: string, attributes = ''): string {
  return children === '' ? '' : `<${name}${attributes && ` ${attributes}`}>${children}</${name}>`
}
