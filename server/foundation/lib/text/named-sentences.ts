/**
 * The name of a text with `{placeholders}`, and the values with which it makes the sentence. Archives of earlier releases
 * contain sentences where rows now have names. Undefined for a sentence of none of the texts.
 */
export function nameOfSentence<Name extends string>(
  sentence: string,
  texts: Readonly<Record<Name, string>>,
): { name: Name; values: Record<string, string> } | undefined {
  for (const [name, text] of byLength(texts)) {
    const found = patternOf(text).exec(sentence)
    if (found) return { name, values: { ...found.groups } }
  }
  return undefined
}

type Named<Name extends string> = {
  name: Name
  values?: Record<string, string | number | null | undefined> | undefined
}

/** The sentence that a text with `{placeholders}` makes with these values. Missing values become empty. */
export function sentenceOf<Name extends string>(
  { name, values = {} }: Named<Name>,
  texts: Readonly<Record<Name, string>>,
): string {
  return texts[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ''))
}

// The most specific first: a sentence may fit a more general text too.
const byLength = <Name extends string>(texts: Readonly<Record<Name, string>>) =>
  (Object.entries(texts) as [Name, string][]).toSorted(
    ([, one], [, other]) => literals(other).length - literals(one).length,
  )

const literals = (text: string) => text.replace(/\{\w+\}/g, '')

function patternOf(text: string): RegExp {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? `(?<${part}>.*)` : RegExp.escape(part)))
  return new RegExp(`^${parts.join('')}$`, 's')
}
