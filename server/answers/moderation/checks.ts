import { findContacts } from '../../foundation/personal-data/contacts/find-contacts.ts'
import { findInsults } from './insults.ts'
import { findLinks } from './links.ts'

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

/** How a store's texts are checked. */
export type Checking = {
  /** The tags of the language in which they are written, as the author's form says, and of the store's. */
  languages: readonly string[]
  /** Two letters. */
  country?: string | undefined
  /** The hosts of its own pages: a link to them is none to flag. */
  ownHosts?: readonly string[]
}

/** Finds contact data, links and insults, which a store may want to review before publication. */
export function checkTexts(texts: Texts, checking: Checking): Flag[] {
  return fields.flatMap(field => {
    const text = texts[field] ?? ''
    const links = findLinks(text, checking.ownHosts ?? [], mostFlags)
    const insults = findInsults(text, checking.languages, mostFlags)
    return [
      ...withoutOverlaps([
        ...findContacts(text, checking).slice(0, mostFlags),
        ...links.map(place => ({ check: 'link' as const, ...place })),
      ]),
      ...insults.map(place => ({ check: 'insult' as const, ...place })),
    ]
      .sort((a, b) => a.start - b.start)
      .slice(0, mostFlags)
      .map(({ check, start, end }) => ({ check, field, start, end }))
  })
}

type Found = { check: 'email' | 'link' | 'cpf' | 'phone'; start: number; end: number }

const ranks = { email: 0, link: 1, cpf: 2, phone: 3 }

/** The matches in order. Where two overlap, an address goes before a link, and a link before a number in it. */
function withoutOverlaps(found: Found[]): Found[] {
  const kept: Found[] = []
  for (const one of found.toSorted((a, b) => a.start - b.start || ranks[a.check] - ranks[b.check])) {
    const last = kept.at(-1)
    if (!last || last.end <= one.start) kept.push(one)
    else if (ranks[one.check] < ranks[last.check]) kept[kept.length - 1] = one
  }
  return kept
}

// In a text full of links, the first ones are enough.
const mostFlags = 50

/** For one record: the flags of each text, and one for each check of the whole record and of its answers. */
export const mostFlagsOfRecord = fields.length * mostFlags + 7
