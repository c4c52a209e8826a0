/** A text, or a function of its values. */
export type AnyText = string | ((values: never) => string)

/** The text for a name sent by the server; undefined for a name without a text. */
export function textFor<Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined {
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined
}

/** Fills a text with values sent by the server. Missing values become empty. */
export function fillText(text: AnyText, values: Record<string, string | number | undefined>): string {
  if (typeof text === 'string') return text
  return text(new Proxy({}, { get: (_, name) => values[String(name)] ?? '' }) as never)
}
