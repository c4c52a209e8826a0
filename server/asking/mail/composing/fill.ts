import { withoutName } from '../../../foundation/lib/text/without-name.ts'

/** The values of {placeholders}. An empty text means unknown. */
export type Values = Record<string, string>

/**
 * Fills the placeholders of a sentence in one pass: filled-in text is not searched for placeholders. An empty value
 * also removes the comma that addressed it: "{name}, how was it?" becomes "How was it?". `language`: of the sentence.
 */
export function fill(sentence: string, values: Values, language?: string): string {
  const empty = Object.keys(values).filter(name => values[name] === '')
  const known = empty.reduce((text, name) => withoutName(text, `{${name}}`, language), sentence)
  return known.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop // "Acme Inc." already ends the sentence
  })
}
