import { createHash } from 'node:crypto'
import type { Field, Texts } from '../formats/format.ts'

/** By what a row is known again: a SHA-256 in hexadecimal. */
export type KeyOf = (texts: Texts) => string

/**
 * Keys for the rows of one file, asked in their order: the row's own id (an id means nothing beyond the
 * system it comes from), else what its author wrote and its turn among rows that say the same. What the store
 * did with it later (state, reply) is no part of it: a newer export of the same records brings them no second
 * time.
 */
export function createKeys(system: string, id: Field, written: Field[]): KeyOf {
  const turns = new Map<number, number>()
  return texts => {
    if (texts[id] !== '') return sha256(JSON.stringify([system, texts[id]])).toString('hex')
    const content = sha256(JSON.stringify(written.map(field => texts[field])))
    // 48 bits of it are enough to count by, and keep the map of a million rows small: where two contents
    // share them, each file still gives each row the same turn.
    const short = content.readUIntBE(0, 6)
    const turn = (turns.get(short) ?? 0) + 1
    turns.set(short, turn)
    return sha256(`${content.toString('hex')} ${turn}`).toString('hex')
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
