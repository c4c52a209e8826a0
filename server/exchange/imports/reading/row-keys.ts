import { hash } from 'node:crypto'
import type { Field, Texts } from '../formats/format.ts'

/** Identifies a row across imports, by SHA-256 in hexadecimal. */
export type RowKeys = {
  /** Claimed with the record of the row. */
  key: string
  /** The row is known, too, if one of these is: what earlier releases or another reading of the file made of it. */
  others: string[]
  /** For systems that send the same reviews with ids and without: the key of this row, and that of its twin. */
  twin: { own: string; other: string } | undefined
}

/** What a row says, whatever its cells look like. */
export type Identity = {
  /** What its author wrote; then the same as another export or program may write it. */
  contents: [unknown[], ...unknown[][]]
  /** What two exports of one review share, if that is enough to know it. */
  shared: unknown[] | undefined
}

export type KeyRules = {
  system: string
  /** Names under which earlier releases kept the ids of such a file. */
  formerSystems: string[]
  id: Field
  /** The author's own fields: their spelling was the key of earlier releases. */
  written: Field[]
  /** Whether the system sends the same reviews with ids and without. */
  hasTwins: boolean
}

/**
 * Creates the keys of a file's rows, which must be passed in order. A row's key is its own id, which is unique only
 * within `system`. Without an id it is what the author wrote, and a number among equal rows. The state and reply are not
 * part of it, so that a newer export does not duplicate records. `spelled` are the
 * row's cells as earlier releases read them.
 */
export function createKeys({ system, formerSystems, id, written, hasTwins }: KeyRules) {
  // 48 bits are enough for counting, and keep the map small for a million rows. If two contents collide, each row
  // still gets the same number in every import.
  const counts = [new Map<number, number>(), new Map<number, number>()] as const
  const numberOf = (content: Buffer, reading = 0): number => {
    const short = content.readUIntBE(0, 6)
    const of = counts[reading === 0 ? 0 : 1]
    const number = (of.get(short) ?? 0) + 1
    of.set(short, number)
    return number
  }
  return (texts: Texts, spelled: () => Texts[], { contents, shared }: Identity): RowKeys => {
    const ownId = texts[id]
    const twin = hasTwins && shared ? twinOf([system, ...shared], ownId !== '', numberOf) : undefined
    if (ownId !== '') {
      const [key = '', ...others] = [system, ...formerSystems].map(name => hex(sha256([name, ownId])))
      return { key, others, twin }
    }
    const [meant, ...otherwise] = contents.map(content => sha256(['row', ...content])) as [
      Buffer,
      ...Buffer[],
    ]
    const number = numberOf(meant)
    const former = spelled().map((cells, reading) => {
      const content = sha256(written.map(field => cells[field]))
      return numbered(content, numberOf(content, reading))
    })
    return {
      key: numbered(meant, number),
      others: [...former, ...otherwise.map(one => numbered(one, number))],
      twin,
    }
  }
}

function twinOf(
  shared: unknown[],
  hasId: boolean,
  numberOf: (content: Buffer) => number,
): { own: string; other: string } {
  const keyOf = (isWithId: boolean) => sha256(['twin', isWithId, ...shared])
  const number = numberOf(keyOf(hasId))
  return { own: numbered(keyOf(hasId), number), other: numbered(keyOf(!hasId), number) }
}

function numbered(content: Buffer, number: number): string {
  return hash('sha256', `${hex(content)} ${number}`)
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex')
}

function sha256(parts: unknown[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer')
}
