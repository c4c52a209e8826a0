import { type NamedText, wordTexts } from '../../texts/sentences.ts'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'

// Other values are the shop's: an id or a topic may look like a day, also like one that no calendar has.
const isDay = (name: string, value: string) =>
  ['day', 'when'].includes(name) && /^\d{4}-\d\d-\d\d$/.test(value)

/** Words what is said about a shop: with days, and the names of fields, as the reader's screen shows them. */
export function useMessages(): (...sentences: NamedText[]) => string {
  const texts = useTexts('shops/sentences')
  const { fields, mapping } = useTexts('connections')
  const { day } = useFormats()
  const fieldOf = (name: string) => textFor(mapping.fields, name) ?? textFor(fields, name) ?? name
  const show = (name: string, value: string) => {
    if (/^fields?$/.test(name)) return value.split(', ').map(fieldOf).join(', ')
    return isDay(name, value) ? day(value) : value
  }
  return (...sentences) => wordTexts(sentences, texts, show)
}

/** Text whose parts between double asterisks are names on a screen of the shop. */
export function Clicks({ text }: { text: string }) {
  return text.split('**').map((part, index) => (index % 2 ? <strong key={index}>{part}</strong> : part))
}
