/** The values of {placeholders}. An empty text means unknown. */
export type Values = Record<string, string>

/**
 * Fills the placeholders of a sentence in one pass: filled-in text is not searched for placeholders. An empty value
 * also removes the comma that addressed it: "{name}, how was it?" becomes "How was it?".
 */
export function fill(sentence: string, values: Values): string {
  const empty = Object.keys(values).filter(name => values[name] === '')
  const known = empty.reduce((text, name) => withoutCall(text, `{${name}}`), sentence)
  return known.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop // "Acme Inc." already ends the sentence
  })
}

function withoutCall(sentence: string, placeholder: string): string {
  const begins = sentence.startsWith(placeholder)
  const parts = sentence.split(placeholder)
  // One pattern for the comma and the spaces before a placeholder would scan each run of spaces many times.
  const rest = parts
    .map((part, index) => (begins && index === 1 ? part.replace(/^[,:!]/, '').trimStart() : part))
    .map((part, index) => (index < parts.length - 1 ? part.trimEnd().replace(/,$/, '') : part))
    .join('')
    .trimStart()
  return begins ? rest.replace(/\p{L}/u, letter => letter.toUpperCase()) : rest
}
