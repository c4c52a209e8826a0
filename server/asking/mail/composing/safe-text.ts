import { inTitleCase } from '../../../foundation/lib/text/capital.ts'
import { inOneLine } from '../../../foundation/lib/text/in-one-line.ts'
import { readPersonName } from '../../../foundation/lib/text/person-name.ts'

/** One line of at most `most` characters, without control or direction marks. */
export function oneLine(text: string, most: number): string {
  return shortened(inOneLine(text), most)
}

/** Paragraphs of lines, as a person typed them, at most `most` characters in total. */
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

/** The address as a browser would read it; undefined unless it is http: or https:. */
export function webLink(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}

/**
 * The name to greet a person by in a language; '' for none. It consists of letters: mail apps turn text that looks like an
 * address into links. Titles and placeholders are no names (`readPersonName`).
 */
export function firstName(name: string, language: string): string {
  const first = readPersonName(name, language).given
  // A name in Japanese has a space. Persian and Indian ones have joiners, and those in Hebrew a geresh.
  if (!/^\p{L}(?:[\p{L}\p{M}'’׳-]|\p{Join_Control}){1,29}$/u.test(first.replace(' ', ''))) return ''
  const isShouted = first === first.toUpperCase() || first === first.toLowerCase()
  return isShouted ? inTitleCase(first, language) : first
}

// Cutting at graphemes would never split an accented letter, but the segmenter is slow. A lost accent before an
// ellipsis does no harm.
function shortened(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 1)]
  return characters.length <= most && text.length <= most * 2
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
