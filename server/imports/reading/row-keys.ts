import { createHash } from 'node:crypto'
import type { Field, Texts } from '../formats/format.ts'

/** Identifies a row across imports: a SHA-256 in hexadecimal. */
export type KeyOf = (texts: Texts) => string

/**
 * Creates the keys of a file's rows, which must be passed in order. A row's key is its own id, which is unique only
 * within `system`. Without an id it is the author's text, and a number among equal rows. The state and reply are not
 * part of it, so that a newer export does not duplicate records.
 */
export function createKeys(system: string, id: Field, written: Field[]): KeyOf {
  const counts = new Map<number, number>()
  return texts => {
    if (texts[id] !== '') return sha256(JSON.stringify([system, texts[id]])).toString('hex')
    const content = sha256(JSON.stringify(written.map(field => texts[field])))
    // 48 bits are enough for counting, and keep the map small for a million rows. If two contents collide, each row
    // still gets the same number in every import.
    const short = content.readUIntBE(0, 6)
    const number = (counts.get(short) ?? 0) + 1
    counts.set(short, number)
    return sha256(`${content.toString('hex')} ${number}`).toString('hex')
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
