/** One line without control or direction marks, at most `most` characters. */
export function oneLine(text: string, most: number): string {
  return shortened(
    text
      .replace(/\p{Bidi_Control}/gu, '')
      .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
      .trim(),
    most,
  )
}

/** Paragraphs of lines, as a person typed them, at most `most` characters in all. */
export function paragraphsOf(text: string, most: number): string[][] {
  return shortened(text.replace(/\r\n?/g, '\n').trim(), most)
    .split(/\n\s*\n/)
    .map(paragraph =>
      paragraph
        .split('\n')
        .map(line => oneLine(line, most))
        .filter(line => line !== ''),
    )
    .filter(lines => lines.length > 0)
}

/** The address as a browser would read it; undefined for anything but http: and https:. */
export function webLink(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

/**
 * What to call somebody: the first word of their name, when it is a word of letters. Mail apps make links of
 * what looks like an address, so "evil.example" is not greeted.
 */
export function firstName(name: string): string {
  const first = name.trim().split(/\s+/)[0] ?? ''
  if (!/^\p{L}[\p{L}\p{M}'’-]{1,29}$/u.test(first)) return ''
  const isShouted = first === first.toUpperCase() || first === first.toLowerCase()
  if (!isShouted) return first
  return first.toLowerCase().replace(/(^|[-'’])\p{L}/gu, letter => letter.toUpperCase())
}

// By graphemes nothing would be torn apart, but the segmenter is slow; a torn accent at an ellipsis is none.
function shortened(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 1)]
  return characters.length <= most && text.length <= most * 2
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
