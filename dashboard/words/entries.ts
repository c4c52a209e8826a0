/** A text, or a function of its values. */
export type AnyText = string | ((values: never) => string)

/** The text for a name sent by the server; undefined for a name without a text. */
export function textFor<Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined {
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined
}

/** Fills a text with values sent by the server. Missing values become empty. */
export function fillText(text: AnyText, values: Record<string, string | number>): string {
  if (typeof text === 'string') return text
  return text(valuesBy(name => values[name] ?? ''))
}

/** A text with the names of its values in braces, as in `{store}`. */
export function templateOf(text: AnyText): string {
  return typeof text === 'string' ? text : text(valuesBy(name => `{${name}}`))
}

const valuesBy = (shownFor: (name: string) => string | number) =>
  new Proxy({}, { get: (_, name) => shownFor(String(name)) }) as never
