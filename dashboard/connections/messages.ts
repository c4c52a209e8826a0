import type { Texts } from '../words/catalogues.ts'
import { fillText, templateOf } from '../words/entries.ts'

type Name = keyof Texts<'shop-messages'>

/** A sentence of the server, and the text that translates it. */
export type Pattern = { name: Name; pattern: RegExp }

const literals = (text: string) => text.replace(/\{\w+\}/g, '')

/** The patterns of the English catalogue, the most specific first: a sentence may fit a more general one too. */
export function patternsOf(english: Texts<'shop-messages'>): Pattern[] {
  return Object.entries(english)
    .map(([name, text]): [Name, string] => [name as Name, templateOf(text)])
    .toSorted(([, a], [, b]) => literals(b).length - literals(a).length)
    .map(([name, text]) => ({ name, pattern: patternOf(text) }))
}

/** A value ends with its sentence, except the last one of a text that ends with it. */
function patternOf(text: string): RegExp {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? `(?<${part}>(?:(?!\\. ).)+?)` : RegExp.escape(part)))
  const end = text.endsWith('}') ? '$' : '(?=;? |$)'
  return new RegExp(`^${parts.join('')}${end}`, 's')
}

/** Translates what server/links/connections/ says about a shop, sentence by sentence. Unknown rests stay in English. */
export function translateMessage(
  message: string,
  patterns: Pattern[],
  texts: Texts<'shop-messages'>,
): string {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(message)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([key, value]) => [
      key,
      value === message ? value : translateMessage(value, patterns, texts),
    ])
    const rest = message.slice(found[0].length)
    const [separator = ''] = /^;? /.exec(rest) ?? []
    const translated = fillText(texts[name], Object.fromEntries(values))
    return translated + separator + (rest && translateMessage(rest.slice(separator.length), patterns, texts))
  }
  return message
}
