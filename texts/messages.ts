import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** A catalogue as its file has it: texts in ICU MessageFormat 1, in groups. */
export type Catalogue = { readonly [key: string]: string | Catalogue }

/** The text itself, a value, or a choice by a value. `#` is already the value of its plural. */
export type Part =
  | string
  | { kind: 'string'; name: string }
  | { kind: 'number'; name: string }
  | { kind: 'plural' | 'select'; name: string; options: Record<string, Part[]> }

/**
 * The parts of a message. Throws an Error for invalid ICU, and for what no surface needs: dates, times and styles of
 * numbers (format them first), `selectordinal`, `offset` and tags.
 */
export function partsOf(message: string): Part[] {
  return joined(parse(message, { ignoreTag: true }).map(element => partOf(element)))
}

function partOf(element: MessageFormatElement, plural?: string): Part {
  if (element.type === TYPE.literal) return element.value
  if (element.type === TYPE.argument) return { kind: 'string', name: element.value }
  if (element.type === TYPE.pound && plural) return { kind: 'number', name: plural }
  if (element.type === TYPE.number && !element.style) return { kind: 'number', name: element.value }
  const isCardinal = element.type === TYPE.plural && element.pluralType === 'cardinal' && !element.offset
  if (!isCardinal && element.type !== TYPE.select) throw new Error(`unsupported: ${JSON.stringify(element)}`)
  const inner = isCardinal ? element.value : plural
  const options = Object.entries(element.options).map(([option, { value }]): [string, Part[]] => [
    option,
    joined(value.map(each => partOf(each, inner))),
  ])
  return {
    kind: isCardinal ? 'plural' : 'select',
    name: element.value,
    options: Object.fromEntries(options),
  }
}

// The parser ends a literal at each quote.
function joined(parts: Part[]): Part[] {
  const all: Part[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}

export type ArgumentType = 'string' | 'number'

/** The arguments of a message with their types. Throws an Error if one is used as both a number and a text. */
export function argumentsOf(parts: readonly Part[]): Map<string, ArgumentType> {
  const found = new Map<string, ArgumentType>()
  const visit = (part: Part): void => {
    if (typeof part === 'string') return
    const type = part.kind === 'plural' || part.kind === 'number' ? 'number' : 'string'
    if ((found.get(part.name) ?? type) !== type)
      throw new Error(`{${part.name}} is a number in one place, a text in another`)
    found.set(part.name, type)
    if ('options' in part) for (const option of Object.values(part.options)) option.forEach(visit)
  }
  parts.forEach(visit)
  return found
}

/** Each message of a catalogue with its path, such as `orders.states.sent`. */
export function messagesOf(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, entry]): [string, string][] =>
    typeof entry === 'string' ? [[path + key, entry]] : messagesOf(entry, `${path}${key}.`),
  )
}
