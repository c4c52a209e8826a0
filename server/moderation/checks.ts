import { findContacts } from './contacts.ts'
import { findInsults } from './insults.ts'

/** What a check found. Of the whole record when `field` is null, else from `start` up to `end` (UTF-16 units) in it. */
export type Flag = {
  check: 'link' | 'email' | 'phone' | 'cpf' | 'insult' | 'same_text' | 'network'
  field: 'title' | 'body' | 'display_name' | null
  start: number | null
  end: number | null
}

/** The texts of a review or question that are looked at. There is nothing else: what a buyer rated is no part of it. */
export type Texts = { title?: string; body: string; display_name: string }

const fields = ['title', 'body', 'display_name'] as const

/** What the texts hold that a store may want to see first: contact data, links and insults. */
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

// Of a text full of links the first ones say it all.
const mostFlags = 50

/** Of one record: each text's, and one of each check of the whole record. */
export const mostFlagsOfRecord = fields.length * mostFlags + 2
