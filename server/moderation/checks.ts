import { findContacts } from './contacts.ts'
import { findInsults } from './insults.ts'

/**
 * The finding of a check: a part of a field, from `start` to `end` (exclusive, in UTF-16 units). If `field` is null, the
 * finding concerns the whole record.
 */
export type Flag = {
  check: 'link' | 'email' | 'phone' | 'cpf' | 'insult' | 'same_text' | 'network'
  field: 'title' | 'body' | 'display_name' | null
  start: number | null
  end: number | null
}

/** The texts of a review or question that are checked. Checks never read the rating. */
export type Texts = { title?: string; body: string; display_name: string }

const fields = ['title', 'body', 'display_name'] as const

/** Finds contact data, links and insults, which a store may want to review before publication. */
export function checkTexts(texts: Texts): Flag[] {
  return fields.flatMap(field => {
    const text = texts[field] ?? ''
    const insults = findInsults(text, mostFlags).map(place => ({ check: 'insult' as const, ...place }))
    return [...findContacts(text, mostFlags), ...insults]
      .sort((a, b) => a.start - b.start)
      .slice(0, mostFlags)
      .map(({ check, start, end }) => ({ check, field, start, end }))
  })
}

// In a text full of links, the first ones are enough.
const mostFlags = 50

/** For one record: the flags of each text, and one for each check of the whole record. */
export const mostFlagsOfRecord = fields.length * mostFlags + 2
