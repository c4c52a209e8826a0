import { findContacts, type Reading } from './find-contacts.ts'

const mask = '•••'

/**
 * Masks a text for publication: dots replace what `findContacts` finds. The rest stays as it was written.
 */
export function maskContacts(written: string, reading: Reading): string {
  let masked = ''
  let end = 0
  for (const contact of findContacts(written, reading)) {
    masked += written.slice(end, contact.start) + mask
    end = contact.end
  }
  return end === 0 ? written : masked + written.slice(end)
}

/** Whether a masked text was nothing but contacts, so that it says nothing any more. */
export function isOnlyMask(masked: string): boolean {
  return masked.includes(mask) && /^[\p{P}\s]*$/u.test(masked)
}
