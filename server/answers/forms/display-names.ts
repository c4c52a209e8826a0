import { isPlaceholder } from '../../foundation/lib/text/person-name.ts'
import { shortName } from '../../foundation/lib/text/short-name.ts'

/** How a buyer's name is displayed in public. */
export type DisplayChoice = 'full' | 'short' | 'anonymous'

export type DisplayName = { choice: DisplayChoice; name: string }

const longest = 80

// Shops put an address or a phone number into the field of the name. There, any seven digits are one: `findContacts`
// leaves numbers visible that may be of orders.
const hasContact = /[@＠﹫]|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}/u

/** The names that a buyer who reads a language can choose from: the full name, "Ana M.", and anonymous. */
export function displayNames(name: string | null, anonymous: string, language: string): DisplayName[] {
  const given = name === null || isPlaceholder(name) || hasContact.test(name) ? '' : name
  const full = [...given.replace(/\s+/g, ' ').trim()].slice(0, longest).join('')
  const short = shortName(full, language)
  return [
    ...(short === '' || short === full ? [] : [{ choice: 'short' as const, name: short }]),
    ...(full === '' ? [] : [{ choice: 'full' as const, name: full }]),
    { choice: 'anonymous', name: anonymous },
  ]
}
