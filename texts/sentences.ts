/** A text by its name, with the values of its arguments: what rows store in the place of sentences. */
export type NamedText<Name extends string = string> = {
  name: Name
  values?: Record<string, string | number | NamedText<Name>[]> | undefined
}

type AnyText = string | ((values: never) => string)

/**
 * The texts one after the other, each with its values. `show` gives the form of a value for the reader. A name without a
 * text and a missing value, as of another release, are left out.
 */
export function wordTexts(
  list: readonly NamedText[],
  texts: Record<string, AnyText>,
  show: (name: string, value: string) => string = (_, value) => value,
): string {
  const word = ({ name, values = {} }: NamedText) => {
    const text = Object.hasOwn(texts, name) ? texts[name] : ''
    if (typeof text !== 'function') return text ?? ''
    const shown = Object.entries(values).map(([key, value]) => {
      if (typeof value === 'number') return [key, value]
      return [key, typeof value === 'string' ? show(key, value) : wordTexts(value, texts, show)]
    })
    const given = Object.fromEntries(shown)
    return text(new Proxy({}, { get: (_, key) => given[String(key)] ?? '' }) as never)
  }
  return list.reduce((before, one) => join(before, word(one), one.name), '')
}

const isDay = (name: string) => /day$/i.test(name)

/** A space follows the end of a sentence, a comma a day, and a semicolon anything else. */
function join(before: string, text: string, name: string): string {
  if (before === '' || text === '') return before + text
  if (/[.:!?]$/.test(before)) return `${before} ${text}`
  return `${before}${isDay(name) ? ',' : ';'} ${text}`
}
