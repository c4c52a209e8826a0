import { type Catalogue, type Part, partsOf } from './messages.ts'

/**
 * The source of a function that makes a catalogue's texts from the formats of a locale (formats.ts). A text without
 * arguments is a string, any other a function of an object of its arguments.
 */
export function sourceOf(catalogue: Catalogue): string {
  const texts = objectOf(catalogue)
  const used = ['n', 'p'].filter(name => texts.includes(`${name}(v[`))
  return `({ ${used.join(', ')} }) => (${texts})`
}

function objectOf(catalogue: Catalogue): string {
  const entries = Object.entries(catalogue).map(
    ([key, entry]) =>
      `${JSON.stringify(key)}: ${typeof entry === 'string' ? messageOf(entry) : objectOf(entry)}`,
  )
  return `{ ${entries.join(', ')} }`
}

function messageOf(message: string): string {
  const parts = partsOf(message)
  return parts.every(part => typeof part === 'string') ? textOf(parts) : `v => ${textOf(parts)}`
}

function textOf(parts: readonly Part[]): string {
  const [first = '', ...others] = parts
  if (others.length === 0) return typeof first === 'string' ? JSON.stringify(first) : fillerOf(first)
  return `\`${parts.map(part => (typeof part === 'string' ? escaped(part) : `\${${fillerOf(part)}}`)).join('')}\``
}

function fillerOf(part: Exclude<Part, string>): string {
  const value = `v[${JSON.stringify(part.name)}]`
  if (part.kind === 'string') return value
  if (part.kind === 'number') return `n(${value})`
  const texts = Object.entries(part.options).map(([option, parts]) => [option, textOf(parts)] as const)
  if (part.kind === 'select') return `(o => o[${value}] ?? o.other)({ __proto__: null, ${fieldsOf(texts)} })`
  const exact = texts.filter(([option]) => option.startsWith('='))
  const categories = texts.filter(([option]) => !option.startsWith('='))
  const chosen = exact.map(([option, text]) => `${value} === ${option.slice(1)} ? ${text} : `)
  return `(${chosen.join('')}p(${value}, { ${fieldsOf(categories)} }))`
}

function fieldsOf(texts: (readonly [string, string])[]): string {
  return texts.map(([option, text]) => `${JSON.stringify(option)}: ${text}`).join(', ')
}

const escaped = (text: string) => text.replace(/[\\`$]/g, '\\$&')
