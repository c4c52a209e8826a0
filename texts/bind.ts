import type { Formats } from './formats.ts'
import { type Catalogue, type Part, partsOf } from './messages.ts'

type Values = Record<string, string | number>

/**
 * The texts of a catalogue, made from the formats of a locale: the same as those of compile.ts, without a build. A text
 * without arguments is a string, any other a function of an object of its arguments. Throws an Error for invalid ICU.
 */
export function bindTexts(catalogue: Catalogue, formats: Formats): unknown {
  const entries = Object.entries(catalogue).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? bindMessage(entry, formats) : bindTexts(entry, formats),
  ])
  return Object.fromEntries(entries)
}

function bindMessage(message: string, formats: Formats): string | ((values: Values) => string) {
  const parts = partsOf(message)
  if (parts.every(part => typeof part === 'string')) return parts.join('')
  return values => write(parts, values, formats)
}

function write(parts: readonly Part[], values: Values, formats: Formats): string {
  return parts.map(part => (typeof part === 'string' ? part : writeValue(part, values, formats))).join('')
}

function writeValue(part: Exclude<Part, string>, values: Values, formats: Formats): string {
  const value = values[part.name]
  if (part.kind === 'string') return String(value)
  const number = Number(value)
  if (part.kind === 'number') return formats.n(number)
  const texts = Object.entries(part.options).map(([option, inner]) => [option, write(inner, values, formats)])
  const options = { other: '', ...Object.fromEntries(texts) }
  if (part.kind === 'select')
    return Object.hasOwn(options, String(value)) ? options[String(value)] : options.other
  return options[`=${number}`] ?? formats.p(number, options)
}
