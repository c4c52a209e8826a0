import { hash } from 'node:crypto'

/**
 * The fingerprint by which equal texts are found in a store: without case, accents, signs and spaces. Null
 * for short ones: many people write "Very good, I recommend it".
 */
export function textFingerprint(text: string): Buffer | null {
  const bare = text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  return bare.length < shortest ? null : hash('sha256', bare, 'buffer').subarray(0, 16)
}

const shortest = 40 // letters and figures: about eight words

/** As PostgreSQL reads it from JSON. */
export function bytea(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`
}
