/** A text by its name, with the values of its arguments: what rows store in the place of sentences. */
export type NamedText<Name extends string = string> = {
  name: Name
  values?: Record<string, string | number | NamedText<Name>[]> | undefined
}

/** A text, or a function of its values. */
export type AnyText = string | ((values: never) => string)

/**
 * The texts one after the other, each with its values. `show` gives the form of a value for the reader. A name without a
 * text and a missing value, as of another release, are left out.
 */
export function wordTexts(
  list: readonly NamedText[],
  texts: Record<string, AnyText>,
  show: (name: string, value: string) => string = (_, value) => value,
): string {
  const shown = (key: string, value: string | number | NamedText[]) => {
    if (typeof value === 'number') return value
    return typeof value === 'string' ? show(key, value) : wordTexts(value, texts, show)
  }
  const word = ({ name, values = {} }: NamedText) => {
    const given = Object.entries(values).map(([key, value]) => [key, shown(key, value)])
    return Object.hasOwn(texts, name) ? fillText(texts[name] ?? '', Object.fromEntries(given)) : ''
  }
  return list.reduce((before, one) => join(before, word(one), one.name), '')
}

/** Fills a text with values that a row or the server names. Missing values become empty. */
export function fillText(text: AnyText, values: Record<string, string | number | undefined>): string {
  if (typeof text === 'string') return text
  return text(new Proxy({}, { get: (_, name) => values[String(name)] ?? '' }) as never)
}

const isDay = (name: string) => /day$/i.test(name)

/** A space follows the end of a sentence, a comma a day, and a semicolon anything else. */
function join(before: string, text: string, name: string): string {
  if (before === '' || text === '') return before + text
  if (/[.:!?]$/.test(before)) return `${before} ${text}`
  return `${before}${isDay(name) ? ',' : ';'} ${text}`
}
