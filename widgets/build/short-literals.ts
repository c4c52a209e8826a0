import type { Plugin } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const shorten: Record<string, () => (text: string) => string> = {
  html: shortHtml,
  svg: shortHtml,
  css: () => shortCss,
}

/**
 * Removes from Lit's templates and styles what only people read, such as indentation, and the mark of styles. Minifiers
 * do not change strings.
 */
export function shortLiterals(): Plugin {
  return {
    name: 'realword-short-literals',
    apply: 'build',
    transform: {
      filter: { id: /\/widgets\/.+\.ts$/ },
      handler(code, id) {
        if (!/\b(html|svg|css)`/.test(code)) return null
        const ast = this.parse(code, { lang: id.endsWith('.ts') ? 'ts' : 'js' }) as unknown as Node
        const pieces = literalsOf(ast).sort((a, b) => b.at - a.at)
        return pieces.reduce((text, { at, long, short }) => {
          // In TypeScript, the parser's range of a piece includes its quote.
          const start = text.indexOf(long, at)
          return text.slice(0, start) + short + text.slice(start + long.length)
        }, code)
      },
    },
  }
}

type Piece = { at: number; long: string; short: string }

function literalsOf(node: unknown): Piece[] {
  if (Array.isArray(node)) return node.flatMap(literalsOf)
  if (typeof node !== 'object' || node === null) return []
  const inside = Object.values(node).flatMap(literalsOf)
  const { type, tag, quasi } = node as { type?: string; tag?: Node & { name?: string }; quasi?: Node }
  const begin = type === 'TaggedTemplateExpression' && shorten[tag?.name ?? '']
  if (!begin) return inside
  const short = begin()
  const quasis = quasi?.quasis as (Node & { value: { raw: string } })[]
  return [
    ...inside,
    // Styles are plain texts.
    ...(tag?.name === 'css' ? [{ at: tag.start, long: 'css`', short: '`' }] : []),
    ...quasis.map(({ start, value: { raw } }) => ({ at: start, long: raw, short: short(raw) })),
  ]
}

// Remembers between pieces whether it is inside a tag, where a space separates attributes.
function shortHtml(): (text: string) => string {
  let isInTag = false
  return text =>
    text.replace(/[<>]|\s+/g, (found, at: number) => {
      if (found === '<' || found === '>') {
        isInTag = found === '<'
        return found
      }
      const [before, after] = [text[at - 1], text[at + found.length]]
      if (isInTag) return after === '>' ? '' : ' '
      return found.includes('\n') && isIndentation(before, after) ? '' : ' '
    })
}

// A line break between two tags or values, whose text is elsewhere.
function isIndentation(before = '>', after = '<'): boolean {
  return before === '>' && after === '<'
}

function shortCss(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(' !', '!')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/\b0(?=\.\d)/g, '')
    .trim()
}
