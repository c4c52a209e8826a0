import { hash } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { Connection } from '../../foundation/database/connect.ts'

/**
 * The fingerprint of a text, to find duplicates in a store. Ignores case, accents, punctuation and spaces. Null for
 * short texts, because many people write "Very good, I recommend it".
 */
export function textFingerprint(text: string): Buffer | null {
  const bare = text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  // NFKD takes Korean syllables apart: 18 of them were 45 letters.
  return bare.normalize('NFC').length < shortest ? null : hash('sha256', bare, 'buffer').subarray(0, 16)
}

const shortest = 40 // letters and digits: about eight words

/** The bytes in the form that PostgreSQL reads from JSON. */
export function bytea(bytes: Buffer | null): string | null {
  return bytes && `\\x${bytes.toString('hex')}`
}

/** Whether another review, question or answer of the store, in any state, has this fingerprint. */
export async function hasSameText(
  db: Connection,
  storeId: string,
  fingerprint: Buffer,
  exceptId: string,
): Promise<boolean> {
  for (const table of ['reviews', 'questions', 'answers']) {
    const found = await db.query(sql`
      select
      from ${raw(table)}
      where store_id = ${storeId} and text_hash = ${fingerprint} and id <> ${exceptId}
      limit 1`)
    if (found.length > 0) return true
  }
  return false
}
