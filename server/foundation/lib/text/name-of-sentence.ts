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
