import { type Direction, isolated } from './direction.ts'
import type { Formats } from './formats.ts'
import { type Catalogue, type Part, partsOf } from './messages.ts'

/** `direction`: that of the sentences, which isolate values of the other one; undefined where no text may have marks. */
type Bound = Formats & { direction?: Direction | undefined }

type Values = Record<string, string | number>

/**
 * The texts of a catalogue, made from the formats of a locale: the same as those of compile.ts, without a build. A text
 * without arguments is a string, any other a function of an object of its arguments. Throws an Error for invalid ICU.
 */
export function bindTexts(catalogue: Catalogue, formats: Bound): unknown {
  const entries = Object.entries(catalogue).map(([key, entry]) => [
    key,
    typeof entry === 'string' ? bindMessage(entry, formats) : bindTexts(entry, formats),
  ])
  return Object.fromEntries(entries)
}

type Write = (values: Values) => string

function bindMessage(message: string, formats: Bound): string | Write {
  const parts = partsOf(message)
  return parts.every(part => typeof part === 'string') ? parts.join('') : bindParts(parts, formats)
}

function bindParts(parts: readonly Part[], formats: Bound): Write {
  const writers = parts.map(part => (typeof part === 'string' ? () => part : bindPart(part, formats)))
  // A value such as "Acme Inc." already ends the sentence.
  return values =>
    writers
      .map(write => write(values))
      .reduce((text, next) => text + (text.endsWith('.') && next.startsWith('.') ? next.slice(1) : next), '')
}

function bindPart(part: Exclude<Part, string>, formats: Bound): Write {
  const { kind, name } = part
  if (kind === 'string') return values => isolated(String(values[name]), formats.direction)
  if (kind === 'number') return values => formats.n(Number(values[name]))
  const options = new Map(
    Object.entries(part.options).map(([option, parts]) => [option, bindParts(parts, formats)]),
  )
  const names = {
    other: 'other',
    ...Object.fromEntries(Array.from(options.keys(), option => [option, option])),
  }
  const optionOf = (value: string | number | undefined) => {
    if (kind === 'select') return String(value)
    return options.has(`=${value}`) ? `=${value}` : formats.p(Number(value), names)
  }
  return values => (options.get(optionOf(values[name])) ?? options.get('other'))?.(values) ?? ''
}
