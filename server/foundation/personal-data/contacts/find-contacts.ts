import { findEmails } from './addresses.ts'
import { findPhones } from './phones.ts'
import { plainText } from './plain-text.ts'
import { findTaxIds } from './tax-ids.ts'

/** A contact in a text. `start` and `end` are offsets for `text.slice`, in UTF-16 units. */
export type Contact = { check: 'email' | 'phone' | 'cpf'; start: number; end: number }

/** How numbers of a text are read: `country` is the store's, as two letters. */
export type Reading = { country?: string | undefined }

/**
 * Finds e-mail addresses, phone numbers and tax ids, in order, however they are disguised. Moderation flags them, and
 * `maskContacts` replaces them in all that is public. Takes linear time.
 */
export function findContacts(written: string, { country }: Reading): Contact[] {
  if (!mayHave.test(written)) return []
  const { text, at } = plainText(written)
  const found: Contact[] = []
  const taken = new Uint8Array(text.length)
  const add = (check: Contact['check'], start: number, end: number) => {
    if (taken.subarray(start, end).includes(1)) return
    taken.fill(1, start, end)
    found.push({ check, start, end })
  }
  for (const place of findEmails(text)) add('email', ...place)
  if (/\d/.test(text)) {
    for (const place of findTaxIds(text, country)) add('cpf', ...place)
    for (const place of findPhones(text, country)) add('phone', ...place)
  }
  found.sort((a, b) => a.start - b.start)
  return at
    ? found.map(one => ({ ...one, start: at[one.start] as number, end: at[one.end] as number }))
    : found
}

// Most texts have no digit, no @ and none of its words.
const mayHave = /[\p{Nd}@＠﹫]|arroba|arobase|[([{] ?at|(?<!\p{L})at(?!\p{L})/iu
