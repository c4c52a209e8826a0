/** The text for a name sent by the server; undefined for a name without a text. */
export function textFor<Texts extends object>(texts: Texts, name: string): Texts[keyof Texts] | undefined {
  return Object.hasOwn(texts, name) ? texts[name as keyof Texts] : undefined
}
