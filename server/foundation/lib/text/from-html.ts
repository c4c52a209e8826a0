import { DomUtils, parseDocument } from 'htmlparser2'

// The names that HTML knows without a semicolon, too; not in the query of an address.
const bare =
  'amp|lt|gt|quot|nbsp|copy|reg|szlig|iexcl|iquest|ordm|ordf|[a-z](?:acute|grave|circ|uml|tilde|cedil)'
const entity = new RegExp(
  `&(?:#\\d{1,7};|#\\d{2,7}(?![\\d;])|#x[\\da-f]{1,6};|[a-z][a-z\\d]{1,31};|(?:${bare})(?![\\w=;]))`,
  'gi',
)
const attributes = `(?:\\s+[\\w:-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>]+))*\\s*/?`
const lines = new RegExp(`<br${attributes}>(?:\\r?\\n)?`, 'gi')
const blocks = new RegExp(`</?(?:p|div|li|ul|ol|h[1-6]|blockquote|table|tr|hr|pre)${attributes}>`, 'gi')
const inline = new RegExp(
  `</?(?:a|b|i|u|s|em|strong|span|font|small|big|sub|sup|del|ins|mark|code|img|td|th|tbody|thead)${attributes}>`,
  'gi',
)

/**
 * The text of a piece of HTML: lines for <br> and paragraphs, and one letter for each entity, decoded once. A text that
 * is no HTML stays as it is, also with < or & in it: `10" wide <3 and a<b, AT&T`.
 */
export function fromHtml(text: string): string {
  if (!/[<&]/.test(text)) return text
  const plain = text.replace(lines, '\n').replace(blocks, '\n').replace(inline, '')
  const decoded = plain.replace(entity, decode)
  return decoded === text
    ? text
    : decoded
        .replace(/\r\n?/g, '\n')
        .replace(/\n\s*\n/g, '\n\n')
        .trim()
}

const known = new Map<string, string>()

function decode(name: string): string {
  const decoded = known.get(name) ?? DomUtils.textContent(parseDocument(name)).replaceAll('\u00a0', ' ')
  if (known.size < 1_000) known.set(name, decoded)
  return decoded
}
